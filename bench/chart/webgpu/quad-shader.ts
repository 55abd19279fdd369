// The WGSL of rectangles and glyphs, after chart/render/webgl/quad-shader.ts.
import { HEAD } from './shader-parts.ts';

export const QUAD_SHADER = `${HEAD}
@group(0) @binding(1) var uAtlas: texture_2d<f32>;
struct Varying {
  @builtin(position) at: vec4<f32>,
  @location(0) place: vec2<f32>,
  @location(1) @interpolate(flat) half_: vec4<f32>,
  @location(2) @interpolate(flat) color: vec4<f32>,
}
@vertex
fn vertexMain(
  @location(0) aCorner: vec3<f32>,
  @location(1) aRect: vec4<f32>,
  @location(2) aFrom: vec2<f32>,
  @location(3) aColor: vec4<f32>,
) -> Varying {
  let isGlyph = aFrom.x >= 0.0;
  let place = select((aCorner.xy - 0.5) * aRect.zw, aFrom + aCorner.xy * aRect.zw, isGlyph);
  let half_ = vec4<f32>(aRect.zw * 0.5, aFrom.y, select(0.0, 1.0, isGlyph));
  return Varying(clipSpace(aRect.xy + aCorner.xy * aRect.zw), place, half_, aColor);
}
@fragment
fn fragmentMain(v: Varying) -> @location(0) vec4<f32> {
  var cover = 1.0;
  if (v.half_.w > 0.5) {
    cover = textureLoad(uAtlas, vec2<i32>(v.place), 0).a;
  } else if (v.half_.z < 0.0) {
    let along = select(v.place.y + v.half_.y, v.place.x + v.half_.x, v.half_.x >= v.half_.y);
    let dash = -v.half_.z;
    if (along - 2.0 * dash * floor(along / (2.0 * dash)) >= dash) { discard; }
  } else if (v.half_.z > 0.0) {
    let q = abs(v.place) - v.half_.xy + v.half_.z;
    cover = clamp(0.5 + v.half_.z - length(max(q, vec2<f32>(0.0))) - min(max(q.x, q.y), 0.0), 0.0, 1.0);
  }
  return vec4<f32>(v.color.rgb, 1.0) * (v.color.a * cover);
}`;
