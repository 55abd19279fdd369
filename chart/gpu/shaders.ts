// The shaders of all meshes but those of shapes. Everything is in device px from the top left; edges are whole px, lines are smoothed analytically.

/** Shared by all: pixel to clip space. */
export const HEAD = `#version 300 es
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

export const OUT = `#version 300 es
precision highp float;
out vec4 outColor;
`;

/** One colour, with a hole (left, top, right, bottom) in hollow things. */
const HOLED_FRAGMENT = `${OUT}${CLIP}
in vec3 vColor;
flat in vec4 vHole;
void main() {
  clipToPane();
  if (vPx.x > vHole.x && vPx.y > vHole.y && vPx.x < vHole.z && vPx.y < vHole.w) discard;
  outColor = vec4(vColor, 1.0);
}`;

/** Rectangles with rounded corners, or dashed along their longer side. */
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
  float along = vHalf.x >= vHalf.y ? vAt.x + vHalf.x : vAt.y + vHalf.y;
  if (vHalf.z < 0.0 && mod(along, -2.0 * vHalf.z) >= -vHalf.z) discard;
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
uniform vec3 uLine; // z: rising candles are hollow
in vec3 aCorner;
in vec4 aOhlc;
out vec2 vPx;
out vec3 vColor;
flat out vec4 vHole;
void main() {
  float left = wickLeft(float(gl_InstanceID));
  float open = wholeY(aOhlc.x);
  float close = wholeY(aOhlc.w);
  float high = wholeY(aOhlc.y);
  float low = wholeY(aOhlc.z);
  float top = min(high, low);
  float bottom = max(top + 1.0, max(high, low));
  float width = uWidths.y;
  float bodyLeft = left - (uWidths.x - uWidths.y) / 2.0;
  float bodyTop = min(open, close);
  float bodyBottom = max(bodyTop + 1.0, max(open, close));
  bool rises = aOhlc.w >= aOhlc.x;
  vHole = uLine.z > 0.5 && rises ? vec4(bodyLeft + width, bodyTop + width, bodyLeft + uWidths.x - width, bodyBottom - width) : vec4(0.0);
  if (aCorner.z > 0.5) {
    top = bodyTop;
    bottom = uWidths.x > uWidths.y ? bodyBottom : top;
    left = bodyLeft;
    width = uWidths.x;
  }
  vPx = vec2(left + aCorner.x * width, mix(top, bottom, aCorner.y));
  vColor = rises ? uColorUp : uColorDown;
  gl_Position = clipSpace(vPx);
}`,
  fragment: HOLED_FRAGMENT,
};

/** One instance a candle: corner z 0 is the stem, 1 the open to its left, 2 the close to its right. */
export const OHLC = {
  name: 'chart-ohlc',
  vertex: `${HEAD}${PLOT}
in vec3 aCorner;
in vec4 aOhlc;
out vec2 vPx;
out vec3 vColor;
flat out vec4 vHole;
void main() {
  float left = wickLeft(float(gl_InstanceID));
  float high = wholeY(aOhlc.y);
  float low = wholeY(aOhlc.z);
  float top = min(high, low);
  float bottom = max(top + 1.0, max(high, low));
  float width = uWidths.y;
  float arm = max(0.0, (uWidths.x - uWidths.y) / 2.0);
  if (aCorner.z > 0.5) {
    bool opens = aCorner.z < 1.5;
    top = wholeY(opens ? aOhlc.x : aOhlc.w) - floor(width / 2.0);
    bottom = top + width;
    left += opens ? -arm : width;
    width = arm;
  }
  vHole = vec4(0.0);
  vPx = vec2(left + aCorner.x * width, mix(top, bottom, aCorner.y));
  vColor = aOhlc.w >= aOhlc.x ? uColorUp : uColorDown;
  gl_Position = clipSpace(vPx);
}`,
  fragment: HOLED_FRAGMENT,
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
flat out vec4 vHole;
void main() {
  float left = wickLeft(float(gl_InstanceID)) - (uWidths.x - uWidths.y) / 2.0;
  float zero = wholeY(uZero);
  float y = wholeY(aBar.x);
  float top = min(y, zero);
  float bottom = max(top + 1.0, max(y, zero));
  float edge = uWidths.y;
  vHole = abs(aBar.y) > 1.5 ? vec4(left + edge, top + edge, left + uWidths.x - edge, bottom - edge) : vec4(0.0);
  vPx = vec2(left + aCorner.x * uWidths.x, mix(top, bottom, aCorner.y));
  vColor = aBar.y > 0.0 ? uColorUp : uColorDown;
  gl_Position = aBar.x > 1e36 ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
}`,
  fragment: HOLED_FRAGMENT,
};

/** One instance a stretch between two points, filled down to the bottom of the pane. */
export const AREAS = {
  name: 'chart-areas',
  vertex: `${HEAD}${PLOT}
uniform vec3 uLine; // opacity, points a row
in vec3 aCorner;
in float aFrom;
in float aTo;
out vec2 vPx;
void main() {
  float at = float(gl_InstanceID) + aCorner.x;
  float top = yOf(aCorner.x < 0.5 ? aFrom : aTo);
  vPx = vec2(wickLeft(floor(at / uLine.y)) + uWidths.y / 2.0, mix(top, uUp.w, aCorner.y));
  gl_Position = aFrom > 1e36 || aTo > 1e36 ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
}`,
  fragment: `${OUT}${CLIP}
uniform vec3 uLine;
uniform vec3 uColorUp;
void main() { clipToPane(); outColor = vec4(uColorUp, 1.0) * uLine.x; }`,
};

/** One instance a dot. */
export const DOTS = {
  name: 'chart-dots',
  vertex: `${HEAD}${PLOT}
uniform vec3 uLine; // radius, points a row
in vec3 aCorner;
in vec2 aDot; // value, side
out vec2 vPx;
out vec2 vOff;
out vec3 vColor;
void main() {
  vec2 middle = vec2(wickLeft(floor(float(gl_InstanceID) / uLine.y)) + uWidths.y / 2.0, yOf(aDot.x));
  vOff = (aCorner.xy * 2.0 - 1.0) * (uLine.x + 1.0);
  vPx = middle + vOff;
  vColor = aDot.y < 0.0 ? uColorDown : uColorUp;
  gl_Position = aDot.x > 1e36 ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
}`,
  fragment: `${OUT}${CLIP}
uniform vec3 uLine;
in vec2 vOff;
in vec3 vColor;
void main() { clipToPane(); outColor = vec4(vColor, 1.0) * clamp(uLine.x + 0.5 - length(vOff), 0.0, 1.0); }`,
};

/** One instance a segment between two points of the same buffer; a capsule whose distance gives the coverage. */
export const LINES = {
  name: 'chart-lines',
  vertex: `${HEAD}${PLOT}
uniform vec3 uLine; // radius, points a row
in vec3 aCorner;
in float aFrom;
in float aTo;
out vec2 vPx;
flat out vec2 vFrom;
flat out vec2 vTo;
vec2 pointAt(float at, float value) { return vec2(wickLeft(floor(at / uLine.y)) + uWidths.y / 2.0, yOf(value)); }
void main() {
  float at = float(gl_InstanceID);
  vFrom = pointAt(at, aFrom);
  vTo = pointAt(at + 1.0, aTo);
  vec2 along = vTo - vFrom;
  float size = length(along);
  along = size > 0.0001 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float reach = uLine.x + 1.0;
  vec2 end = aCorner.x < 0.5 ? vFrom - along * reach : vTo + along * reach;
  vPx = end + across * reach * (aCorner.y * 2.0 - 1.0);
  gl_Position = aFrom > 1e36 || aTo > 1e36 ? vec4(2.0, 2.0, 0.0, 1.0) : clipSpace(vPx);
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
