// Shaders of candles and OHLC bars: edges lie on whole px.
import { ACROSS, HEAD, OUT } from './shader-parts.ts';

/** Value to px up, colours. */
const PLOT = `${ACROSS}
uniform vec4 uUp;     // base y, px per value, clip top, clip bottom
uniform vec3 uColorUp;
uniform vec3 uColorDown;
uniform float uHollow; // 1: rising candles are hollow
float wholeY(float value) { return floor(uUp.x - value * uUp.y + 0.5); }
`;

/** Starts with the line from high to low, which both kinds have. */
const WICK = `${HEAD}${PLOT}
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
  float width = uWidths.y;`;

/** One colour, with a hole (left, top, right, bottom) in hollow candles; fragments outside the pane are dropped. */
const FRAGMENT = `${OUT}
uniform vec4 uAcross;
uniform vec4 uUp;
in vec2 vPx;
in vec3 vColor;
flat in vec4 vHole;
void main() {
  if (vPx.x > uAcross.w || vPx.y < uUp.z || vPx.y > uUp.w) discard;
  if (vPx.x > vHole.x && vPx.y > vHole.y && vPx.x < vHole.z && vPx.y < vHole.w) discard;
  outColor = vec4(vColor, 1.0);
}`;

/** One instance a candle: corner z 0 is the wick, 1 the body. */
export const CANDLES = {
  name: 'chart-candles',
  vertex: `${WICK}
  float open = wholeY(aOhlc.x);
  float close = wholeY(aOhlc.w);
  float bodyLeft = left - (uWidths.x - uWidths.y) / 2.0;
  float bodyTop = min(open, close);
  float bodyBottom = max(bodyTop + 1.0, max(open, close));
  bool rises = aOhlc.w >= aOhlc.x;
  vHole = uHollow > 0.5 && rises ? vec4(bodyLeft + width, bodyTop + width, bodyLeft + uWidths.x - width, bodyBottom - width) : vec4(0.0);
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
  fragment: FRAGMENT,
};

/** One instance a candle: corner z 0 is the stem, 1 the open to its left, 2 the close to its right. */
export const OHLC = {
  name: 'chart-ohlc',
  vertex: `${WICK}
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
  fragment: FRAGMENT,
};
