// The WGSL of drawings and lines of orders, after chart/render/webgl/shape-mesh.ts.
import { HEAD } from './shader-parts.ts';

const CLIP = `${HEAD}
struct Own { uClip: vec4<f32> }
@group(0) @binding(1) var<uniform> own: Own;
fn isOutside(px: vec2<f32>) -> bool {
  return px.x < own.uClip.x || px.y < own.uClip.y || px.x > own.uClip.z || px.y > own.uClip.w;
}
`;

export const QUADS = `${CLIP}
struct Varying {
  @builtin(position) at: vec4<f32>,
  @location(0) px: vec2<f32>,
  @location(1) color: vec4<f32>,
}
@vertex
fn vertexMain(
  @location(0) aCorner: vec3<f32>,
  @location(1) aOne: vec4<f32>,
  @location(2) aTwo: vec4<f32>,
  @location(3) aColor: vec4<f32>,
) -> Varying {
  let top = select(aOne.zw, aOne.xy, aCorner.x < 0.5);
  let bottom = select(aTwo.xy, aTwo.zw, aCorner.x < 0.5);
  var px = select(bottom, top, aCorner.y < 0.5);
  if (aOne.y == aOne.w && aOne.z == aTwo.x && aTwo.y == aTwo.w && aOne.x == aTwo.z) { px = floor(px + 0.5); }
  return Varying(clipSpace(px), px, aColor);
}
@fragment
fn fragmentMain(v: Varying) -> @location(0) vec4<f32> {
  if (isOutside(v.px)) { discard; }
  return vec4<f32>(v.color.rgb, 1.0) * v.color.a;
}`;

export const SEGMENTS = `${CLIP}
struct Varying {
  @builtin(position) at: vec4<f32>,
  @location(0) px: vec2<f32>,
  @location(1) place: vec2<f32>,
  @location(2) @interpolate(flat) stroke: vec4<f32>,
  @location(3) color: vec4<f32>,
}
@vertex
fn vertexMain(
  @location(0) aCorner: vec3<f32>,
  @location(1) aEnds: vec4<f32>,
  @location(2) aStyle: vec2<f32>,
  @location(3) aColor: vec4<f32>,
) -> Varying {
  var one = aEnds.xy;
  var two = aEnds.zw;
  var thickness = aStyle.x;
  let level = one.y == two.y;
  let straight = level || one.x == two.x;
  if (straight) {
    let least = floor(min(one, two) + 0.5);
    let most = floor(max(one, two) + 0.5);
    thickness = max(1.0, floor(thickness + 0.5));
    let middle = floor(select(one.x, one.y, level) - thickness / 2.0 + 0.5) + thickness / 2.0;
    one = select(vec2<f32>(middle, least.y), vec2<f32>(least.x, middle), level);
    two = select(vec2<f32>(middle, most.y), vec2<f32>(most.x, middle), level);
  }
  var along = two - one;
  let size = length(along);
  along = select(vec2<f32>(1.0, 0.0), along / max(size, 0.0001), size > 0.0001);
  let reach = thickness / 2.0 + 1.0;
  let place = vec2<f32>(mix(-reach, size + reach, aCorner.x), (aCorner.y * 2.0 - 1.0) * reach);
  let stroke = vec4<f32>(size, thickness / 2.0, aStyle.y, select(1.0, 0.0, straight || aStyle.y > 0.0));
  let px = one + along * place.x + vec2<f32>(-along.y, along.x) * place.y;
  return Varying(clipSpace(px), px, place, stroke, aColor);
}
@fragment
fn fragmentMain(v: Varying) -> @location(0) vec4<f32> {
  if (isOutside(v.px)) { discard; }
  let beyond = max(-v.place.x, v.place.x - v.stroke.x);
  var cover = clamp(v.stroke.y + 0.5 - abs(v.place.y), 0.0, 1.0) * clamp(0.5 - beyond, 0.0, 1.0);
  if (v.stroke.w > 0.5) {
    cover = clamp(v.stroke.y + 0.5 - length(vec2<f32>(max(0.0, beyond), v.place.y)), 0.0, 1.0);
  }
  if (v.stroke.z > 0.0) {
    let turn = v.stroke.z * 2.0;
    if (v.place.x - turn * floor(v.place.x / turn) >= v.stroke.z) { discard; }
  }
  return vec4<f32>(v.color.rgb, 1.0) * (v.color.a * cover);
}`;
