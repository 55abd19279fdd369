// The WGSL of candles and OHLC bars, line by line after chart/render/webgl/candle-shaders.ts.
import { HEAD } from './shader-parts.ts';

const START = `${HEAD}
struct Own { uUp: vec4<f32>, uColorUp: vec3<f32>, uColorDown: vec3<f32>, uHollow: f32 }
@group(0) @binding(1) var<uniform> own: Own;
struct Varying {
  @builtin(position) at: vec4<f32>,
  @location(0) px: vec2<f32>,
  @location(1) color: vec3<f32>,
  @location(2) @interpolate(flat) hole: vec4<f32>,
}
fn wholeY(value: f32) -> f32 { return floor(own.uUp.x - value * own.uUp.y + 0.5); }
@vertex
fn vertexMain(
  @location(0) aCorner: vec3<f32>,
  @location(1) aOhlc: vec4<f32>,
  @builtin(instance_index) index: u32,
) -> Varying {
  var left = wickLeft(f32(index));
  let high = wholeY(aOhlc.y);
  let low = wholeY(aOhlc.z);
  var top = min(high, low);
  var bottom = max(top + 1.0, max(high, low));
  var width = frame.uWidths.y;
  let rises = aOhlc.w >= aOhlc.x;
  var hole = vec4<f32>(0.0);`;

const END = `
  let px = vec2<f32>(left + aCorner.x * width, mix(top, bottom, aCorner.y));
  return Varying(clipSpace(px), px, select(own.uColorDown, own.uColorUp, rises), hole);
}
@fragment
fn fragmentMain(v: Varying) -> @location(0) vec4<f32> {
  if (v.px.x > frame.uAcross.w || v.px.y < own.uUp.z || v.px.y > own.uUp.w) { discard; }
  if (v.px.x > v.hole.x && v.px.y > v.hole.y && v.px.x < v.hole.z && v.px.y < v.hole.w) { discard; }
  return vec4<f32>(v.color, 1.0);
}`;

export const CANDLES = `${START}
  let open = wholeY(aOhlc.x);
  let close = wholeY(aOhlc.w);
  let bodyLeft = left - (frame.uWidths.x - frame.uWidths.y) / 2.0;
  let bodyTop = min(open, close);
  let bodyBottom = max(bodyTop + 1.0, max(open, close));
  if (own.uHollow > 0.5 && rises) {
    hole = vec4<f32>(bodyLeft + width, bodyTop + width, bodyLeft + frame.uWidths.x - width, bodyBottom - width);
  }
  if (aCorner.z > 0.5) {
    top = bodyTop;
    bottom = select(top, bodyBottom, frame.uWidths.x > frame.uWidths.y);
    left = bodyLeft;
    width = frame.uWidths.x;
  }${END}`;

export const OHLC = `${START}
  let arm = max(0.0, (frame.uWidths.x - frame.uWidths.y) / 2.0);
  if (aCorner.z > 0.5) {
    let opens = aCorner.z < 1.5;
    top = wholeY(select(aOhlc.w, aOhlc.x, opens)) - floor(width / 2.0);
    bottom = top + width;
    left += select(width, -arm, opens);
    width = arm;
  }${END}`;
