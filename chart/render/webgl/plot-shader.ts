// The shader of everything drawn from one value a point.
// Bars, lines, areas and dots of up to MAX_SERIES series in one draw.
import { PALE } from '../draw-list.ts';
import { ACROSS, HEAD, OUT } from './shader-parts.ts';

/** Two vectors of uniforms each; WebGL 2 promises room for 224. */
export const MAX_SERIES = 64;

/** What a series is, in the third float of its look. */
export const LOOK = { bars: 0, line: 1, area: 2, dots: 3 } as const;

/**
 * One instance a point, `uSlots` of them a series; a slot without a value is drawn outside. Bars rise from the zero
 * line, lines are capsules to the next point whose distance gives the coverage, areas are filled down to the bottom of
 * the pane.
 */
export const PLOT = {
  name: 'chart-plot',
  vertex: `${HEAD}${ACROSS}
uniform vec2 uSlots;                      // slots a series, points a row of lines, areas and dots
// base y, px per value, clip top, clip bottom; colour up, colour down, look, measure
uniform vec4 uSeries[${2 * MAX_SERIES}];
in vec3 aCorner;
in vec2 aPoint; // value; look of a bar, side of a dot
in float aNext; // value of the next point
out vec2 vPx;
flat out vec4 vColor; // with the opacity of an area or a pale bar
flat out vec4 vShape; // ends of a line; middle of a dot
flat out vec4 vKind;  // look, radius, clip top, clip bottom
vec3 rgb(float packed) { return vec3(mod(packed, 256.0), mod(floor(packed / 256.0), 256.0), floor(packed / 65536.0)) / 255.0; }
void main() {
  int slots = int(uSlots.x);
  int series = gl_InstanceID / slots;
  float at = float(gl_InstanceID - series * slots);
  vec4 up = uSeries[series * 2];
  vec4 look = uSeries[series * 2 + 1];
  float y = up.x - aPoint.x * up.y;
  float nextY = up.x - aNext * up.y;
  bool hidden = aPoint.x > 1e36;
  float reach = look.w + 1.0;
  vColor = vec4(rgb(aPoint.y < 0.0 ? look.y : look.x), 1.0);
  vShape = vec4(0.0);
  vKind = vec4(look.z, look.w, up.zw);
  if (look.z < 0.5) {
    float left = wickLeft(at) - (uWidths.x - uWidths.y) / 2.0;
    float zero = floor(up.x - look.w * up.y + 0.5);
    float top = min(floor(y + 0.5), zero);
    float bottom = max(top + 1.0, max(floor(y + 0.5), zero));
    if (abs(aPoint.y) > 1.5) vColor.a = ${PALE};
    vPx = vec2(left + aCorner.x * uWidths.x, mix(top, bottom, aCorner.y));
  } else {
    float x = wickLeft(floor(at / uSlots.y)) + uWidths.y / 2.0;
    float nextX = wickLeft(floor((at + 1.0) / uSlots.y)) + uWidths.y / 2.0;
    if (look.z < 1.5) {
      hidden = hidden || aNext > 1e36;
      vShape = vec4(x, y, nextX, nextY);
      vec2 along = vShape.zw - vShape.xy;
      float size = length(along);
      along = size > 0.0001 ? along / size : vec2(1.0, 0.0);
      vec2 end = aCorner.x < 0.5 ? vShape.xy - along * reach : vShape.zw + along * reach;
      vPx = end + vec2(-along.y, along.x) * reach * (aCorner.y * 2.0 - 1.0);
    } else if (look.z < 2.5) {
      hidden = hidden || aNext > 1e36;
      vColor.a = look.w;
      vPx = vec2(aCorner.x < 0.5 ? x : nextX, mix(aCorner.x < 0.5 ? y : nextY, up.w, aCorner.y));
    } else {
      vShape = vec4(x, y, x, y);
      vPx = vShape.xy + (aCorner.xy * 2.0 - 1.0) * reach;
    }
  }
  gl_Position = hidden ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
}`,
  fragment: `${OUT}
uniform vec4 uAcross;
in vec2 vPx;
flat in vec4 vColor;
flat in vec4 vShape;
flat in vec4 vKind;
void main() {
  if (vPx.x > uAcross.w || vPx.y < vKind.z || vPx.y > vKind.w) discard;
  float cover = vColor.a;
  if (vKind.x > 0.5 && (vKind.x < 1.5 || vKind.x > 2.5)) {
    vec2 along = vShape.zw - vShape.xy;
    vec2 here = vPx - vShape.xy;
    float t = clamp(dot(here, along) / max(dot(along, along), 0.0001), 0.0, 1.0);
    cover = clamp(vKind.y + 0.5 - length(here - along * t), 0.0, 1.0);
  }
  outColor = vec4(vColor.rgb, 1.0) * cover;
}`,
};
