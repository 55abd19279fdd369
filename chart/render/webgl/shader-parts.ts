// What shaders share: pixel to clip space, row to px across.
// Everything is in device px from the top left.

/** Starts a vertex shader: pixel to clip space. */
export const HEAD = `#version 300 es
uniform vec2 uSize;
vec4 clipSpace(vec2 px) { return vec4(px.x / uSize.x * 2.0 - 1.0, 1.0 - px.y / uSize.y * 2.0, 0.0, 1.0); }
`;

/** Row to px across: left edge of a wick, and the widths of body and wick. */
export const ACROSS = `
uniform vec4 uAcross; // origin, fraction, step, plot right
uniform vec2 uWidths; // body, wick
float wickLeft(float row) { return uAcross.x + floor(uAcross.y + row * uAcross.z + 0.5) - floor(uWidths.y / 2.0); }
`;

/** Starts a fragment shader. */
export const OUT = `#version 300 es
precision highp float;
out vec4 outColor;
`;
