// The shader of rectangles (rounded, or dashed along their longer side) and of glyphs, tinted.
import { HEAD, OUT } from './shader-parts.ts';

export const QUAD_SHADER = {
  name: 'chart-ink',
  vertex: `${HEAD}
in vec3 aCorner;
in vec4 aRect;
// place of the glyph in the atlas; below zero: no glyph, and the radius of the corners, a dash when below zero
in vec2 aFrom;
in vec4 aColor;
out vec2 vAt;        // px from the middle; texel of a glyph
flat out vec4 vHalf; // half the size, radius, 1 for a glyph
flat out vec4 vColor;
void main() {
  bool glyph = aFrom.x >= 0.0;
  vAt = glyph ? aFrom + aCorner.xy * aRect.zw : (aCorner.xy - 0.5) * aRect.zw;
  vHalf = vec4(aRect.zw * 0.5, aFrom.y, glyph ? 1.0 : 0.0);
  vColor = aColor;
  gl_Position = clipSpace(aRect.xy + aCorner.xy * aRect.zw);
}`,
  fragment: `${OUT}
uniform sampler2D uAtlas;
in vec2 vAt;
flat in vec4 vHalf;
flat in vec4 vColor;
void main() {
  float cover = 1.0;
  if (vHalf.w > 0.5) {
    cover = texelFetch(uAtlas, ivec2(vAt), 0).a;
  } else if (vHalf.z < 0.0) {
    float along = vHalf.x >= vHalf.y ? vAt.x + vHalf.x : vAt.y + vHalf.y;
    if (mod(along, -2.0 * vHalf.z) >= -vHalf.z) discard;
  } else if (vHalf.z > 0.0) {
    vec2 q = abs(vAt) - vHalf.xy + vHalf.z;
    cover = clamp(0.5 + vHalf.z - length(max(q, 0.0)) - min(max(q.x, q.y), 0.0), 0.0, 1.0);
  }
  outColor = vec4(vColor.rgb, 1.0) * (vColor.a * cover);
}`,
};
