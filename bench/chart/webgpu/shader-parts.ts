// What WGSL shaders share: the uniforms of a frame, pixel to clip space, row to px across.

/** Uniforms in the order in which the backend declares them. */
export const HEAD = `
struct Frame { uSize: vec2<f32>, uAcross: vec4<f32>, uWidths: vec2<f32> }
@group(0) @binding(0) var<uniform> frame: Frame;
fn clipSpace(px: vec2<f32>) -> vec4<f32> {
  return vec4<f32>(px.x / frame.uSize.x * 2.0 - 1.0, 1.0 - px.y / frame.uSize.y * 2.0, 0.0, 1.0);
}
fn wickLeft(row: f32) -> f32 {
  return frame.uAcross.x + floor(frame.uAcross.y + row * frame.uAcross.z + 0.5) - floor(frame.uWidths.y / 2.0);
}
`;
