// The shaders of the five meshes. Everything is in device px from the top left; edges are whole px, lines are smoothed analytically.

/** Shared by all: pixel to clip space. */
const HEAD = `#version 300 es
uniform vec2 uSize;
vec4 clipSpace(vec2 px) { return vec4(px.x / uSize.x * 2.0 - 1.0, 1.0 - px.y / uSize.y * 2.0, 0.0, 1.0); }
`;

/** Row to px across, value to px up, and the pane's clip. */
const PLOT = `
uniform vec4 uAcross; // origin, fraction, step, plot right
uniform vec2 uWidths; // body, wick
uniform vec4 uUp;     // base y, px per value, clip top, clip bottom
uniform vec3 uColorUp;
uniform vec3 uColorDown;
float wickLeft(float row) { return uAcross.x + floor(uAcross.y + row * uAcross.z + 0.5) - floor(uWidths.y / 2.0); }
float yOf(float value) { return uUp.x - value * uUp.y; }
float wholeY(float value) { return floor(yOf(value) + 0.5); }
`;

/** Fragments outside the pane are dropped. */
const CLIP = `
uniform vec4 uAcross;
uniform vec4 uUp;
in vec2 vPx;
void clipToPane() { if (vPx.x > uAcross.w || vPx.y < uUp.z || vPx.y > uUp.w) discard; }
`;

const OUT = `#version 300 es
precision highp float;
out vec4 outColor;
`;

const FLAT_FRAGMENT = `${OUT}${CLIP}
in vec3 vColor;
void main() { clipToPane(); outColor = vec4(vColor, 1.0); }`;

/** Rectangles with rounded corners. */
export const RECTS = {
  name: 'chart-rects',
  vertex: `${HEAD}
in vec2 aCorner;
in vec4 aRect;
in float aRadius;
in vec4 aColor;
out vec2 vAt;
out vec3 vHalf;
out vec4 vColor;
void main() {
  vAt = (aCorner - 0.5) * aRect.zw;
  vHalf = vec3(aRect.zw * 0.5, aRadius);
  vColor = aColor;
  gl_Position = clipSpace(aRect.xy + aCorner * aRect.zw);
}`,
  fragment: `${OUT}
in vec2 vAt;
in vec3 vHalf;
in vec4 vColor;
void main() {
  vec2 q = abs(vAt) - vHalf.xy + vHalf.z;
  float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - vHalf.z;
  float cover = vHalf.z > 0.0 ? clamp(0.5 - d, 0.0, 1.0) : 1.0;
  outColor = vec4(vColor.rgb, 1.0) * (vColor.a * cover);
}`,
};

/** One instance a candle: corner z 0 is the wick, 1 the body. */
export const CANDLES = {
  name: 'chart-candles',
  vertex: `${HEAD}${PLOT}
in vec3 aCorner;
in vec4 aOhlc;
out vec2 vPx;
out vec3 vColor;
void main() {
  float left = wickLeft(float(gl_InstanceID));
  float open = wholeY(aOhlc.x);
  float close = wholeY(aOhlc.w);
  float top = wholeY(aOhlc.y);
  float bottom = max(top + 1.0, wholeY(aOhlc.z));
  float width = uWidths.y;
  if (aCorner.z > 0.5) {
    top = min(open, close);
    bottom = max(top + 1.0, max(open, close));
    left -= (uWidths.x - uWidths.y) / 2.0;
    width = uWidths.x;
    if (uWidths.x <= uWidths.y) bottom = top;
  }
  vPx = vec2(left + aCorner.x * width, mix(top, bottom, aCorner.y));
  vColor = aOhlc.w >= aOhlc.x ? uColorUp : uColorDown;
  gl_Position = clipSpace(vPx);
}`,
  fragment: FLAT_FRAGMENT,
};

/** One instance a bar, from the zero line to its value. */
export const BARS = {
  name: 'chart-bars',
  vertex: `${HEAD}${PLOT}
uniform float uZero;
in vec3 aCorner;
in vec2 aBar;
out vec2 vPx;
out vec3 vColor;
void main() {
  float left = wickLeft(float(gl_InstanceID)) - (uWidths.x - uWidths.y) / 2.0;
  float zero = wholeY(uZero);
  float y = wholeY(aBar.x);
  float top = min(y, zero);
  float bottom = max(top + 1.0, max(y, zero));
  if (aBar.x > 1e36) bottom = top;
  vPx = vec2(left + aCorner.x * uWidths.x, mix(top, bottom, aCorner.y));
  vColor = aBar.y > 0.0 ? uColorUp : uColorDown;
  gl_Position = aBar.x > 1e36 ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
}`,
  fragment: FLAT_FRAGMENT,
};

/** One instance a segment between two points of the same buffer; a capsule whose distance gives the coverage. */
export const LINES = {
  name: 'chart-lines',
  vertex: `${HEAD}${PLOT}
uniform vec3 uLine; // radius, points a row, 1 for dots
in vec3 aCorner;
in float aFrom;
in float aTo;
out vec2 vPx;
flat out vec2 vFrom;
flat out vec2 vTo;
vec2 pointAt(float at, float value) { return vec2(wickLeft(floor(at / uLine.y)) + uWidths.y / 2.0, yOf(value)); }
void main() {
  float at = float(gl_InstanceID);
  float to = uLine.z > 0.5 ? aFrom : aTo;
  vFrom = pointAt(at, aFrom);
  vTo = pointAt(uLine.z > 0.5 ? at : at + 1.0, to);
  vec2 along = vTo - vFrom;
  float size = length(along);
  along = size > 0.0001 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float reach = uLine.x + 1.0;
  vec2 end = aCorner.x < 0.5 ? vFrom - along * reach : vTo + along * reach;
  vPx = end + across * reach * (aCorner.y * 2.0 - 1.0);
  gl_Position = aFrom > 1e36 || to > 1e36 ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
}`,
  fragment: `${OUT}${CLIP}
uniform vec3 uLine;
uniform vec3 uColorUp;
flat in vec2 vFrom;
flat in vec2 vTo;
void main() {
  clipToPane();
  vec2 along = vTo - vFrom;
  vec2 here = vPx - vFrom;
  float t = clamp(dot(here, along) / max(dot(along, along), 0.0001), 0.0, 1.0);
  float cover = clamp(uLine.x + 0.5 - length(here - along * t), 0.0, 1.0);
  outColor = vec4(uColorUp, 1.0) * cover;
}`,
};

/** One instance a glyph of the atlas, tinted. */
export const GLYPHS = {
  name: 'chart-glyphs',
  vertex: `${HEAD}
in vec2 aCorner;
in vec2 aAt;
in vec4 aCell; // x, y, width, height in the atlas
in vec4 aColor;
out vec2 vTexel;
out vec4 vColor;
void main() {
  vTexel = aCell.xy + aCorner * aCell.zw;
  vColor = aColor;
  gl_Position = clipSpace(aAt + aCorner * aCell.zw);
}`,
  fragment: `${OUT}
uniform sampler2D uAtlas;
uniform vec2 uAtlasSize;
in vec2 vTexel;
in vec4 vColor;
void main() { outColor = vec4(vColor.rgb, 1.0) * (vColor.a * texture(uAtlas, vTexel / uAtlasSize).a); }`,
};
