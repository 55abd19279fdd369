// The WGSL of everything drawn from one value a point, after chart/render/webgl/plot-shader.ts.
import { PALE } from '../../../chart/render/draw-list.ts';
import { MAX_SERIES } from '../../../chart/render/webgl/plot-shader.ts';
import { HEAD } from './shader-parts.ts';

/**
 * Points are read from the buffer by number: WebGPU refuses an attribute that lies beyond its instance, as a point's
 * next value does.
 */
export const PLOT = `${HEAD}
struct Own { uSlots: vec2<f32>, uSeries: array<vec4<f32>, ${2 * MAX_SERIES}> }
@group(0) @binding(1) var<uniform> own: Own;
@group(0) @binding(2) var<storage, read> points: array<f32>;
struct Varying {
  @builtin(position) at: vec4<f32>,
  @location(0) px: vec2<f32>,
  @location(1) @interpolate(flat) color: vec4<f32>,
  @location(2) @interpolate(flat) shape: vec4<f32>,
  @location(3) @interpolate(flat) kind: vec4<f32>,
}
fn rgb(packed: f32) -> vec3<f32> {
  let bits = u32(packed);
  return vec3<f32>(f32(bits & 255u), f32((bits >> 8u) & 255u), f32(bits >> 16u)) / 255.0;
}
@vertex
fn vertexMain(@location(0) aCorner: vec3<f32>, @builtin(instance_index) index: u32) -> Varying {
  let slots = u32(own.uSlots.x);
  let series = index / slots;
  let at = f32(index - series * slots);
  let value = points[index * 2u];
  let form = points[index * 2u + 1u];
  let next = points[index * 2u + 2u];
  let up = own.uSeries[series * 2u];
  let look = own.uSeries[series * 2u + 1u];
  let y = up.x - value * up.y;
  let nextY = up.x - next * up.y;
  var hidden = value > 1e36;
  let reach = look.w + 1.0;
  var px = vec2<f32>(0.0);
  var color = vec4<f32>(rgb(select(look.x, look.y, form < 0.0)), 1.0);
  var shape = vec4<f32>(0.0);
  if (look.z < 0.5) {
    let left = wickLeft(at) - (frame.uWidths.x - frame.uWidths.y) / 2.0;
    let zero = floor(up.x - look.w * up.y + 0.5);
    let top = min(floor(y + 0.5), zero);
    let bottom = max(top + 1.0, max(floor(y + 0.5), zero));
    if (abs(form) > 1.5) { color.a = ${PALE}; }
    px = vec2<f32>(left + aCorner.x * frame.uWidths.x, mix(top, bottom, aCorner.y));
  } else {
    let x = wickLeft(floor(at / own.uSlots.y)) + frame.uWidths.y / 2.0;
    let nextX = wickLeft(floor((at + 1.0) / own.uSlots.y)) + frame.uWidths.y / 2.0;
    if (look.z < 1.5) {
      hidden = hidden || next > 1e36;
      shape = vec4<f32>(x, y, nextX, nextY);
      var along = shape.zw - shape.xy;
      let size = length(along);
      along = select(vec2<f32>(1.0, 0.0), along / max(size, 0.0001), size > 0.0001);
      let end = select(shape.zw + along * reach, shape.xy - along * reach, aCorner.x < 0.5);
      px = end + vec2<f32>(-along.y, along.x) * reach * (aCorner.y * 2.0 - 1.0);
    } else if (look.z < 2.5) {
      hidden = hidden || next > 1e36;
      color.a = look.w;
      let isFirst = aCorner.x < 0.5;
      px = vec2<f32>(select(nextX, x, isFirst), mix(select(nextY, y, isFirst), up.w, aCorner.y));
    } else {
      shape = vec4<f32>(x, y, x, y);
      px = shape.xy + (aCorner.xy * 2.0 - 1.0) * reach;
    }
  }
  let place = select(clipSpace(px), vec4<f32>(2.0, 2.0, 0.0, 1.0), hidden);
  return Varying(place, px, color, shape, vec4<f32>(look.z, look.w, up.zw));
}
@fragment
fn fragmentMain(v: Varying) -> @location(0) vec4<f32> {
  if (v.px.x > frame.uAcross.w || v.px.y < v.kind.z || v.px.y > v.kind.w) { discard; }
  var cover = v.color.a;
  if (v.kind.x > 0.5 && (v.kind.x < 1.5 || v.kind.x > 2.5)) {
    let along = v.shape.zw - v.shape.xy;
    let here = v.px - v.shape.xy;
    let t = clamp(dot(here, along) / max(dot(along, along), 0.0001), 0.0, 1.0);
    cover = clamp(v.kind.y + 0.5 - length(here - along * t), 0.0, 1.0);
  }
  return vec4<f32>(v.color.rgb, 1.0) * cover;
}`;
