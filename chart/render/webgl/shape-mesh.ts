// Drawings and lines of orders as two instanced meshes.
// Quadrilaterals, and segments whose distance gives the coverage.
import { UniformGroup } from 'pixi.js';
import { ShapeList } from '../draw-list.ts';
import type { InstanceKind, InstancedMesh } from './instanced-mesh.ts';
import { meshOf } from './instances.ts';
import { HEAD, OUT } from './shader-parts.ts';

const CLIP = `
uniform vec4 uClip; // left, top, right, bottom
in vec2 vPx;
void clipToPlot() { if (vPx.x < uClip.x || vPx.y < uClip.y || vPx.x > uClip.z || vPx.y > uClip.w) discard; }
`;

/** Axis-aligned rectangles lie on whole pixels. */
const QUADS = {
  name: 'chart-quads',
  vertex: `${HEAD}
in vec3 aCorner;
in vec4 aOne; // corners in drawing order around the edge
in vec4 aTwo;
in vec4 aColor;
out vec2 vPx;
out vec4 vColor;
void main() {
  vec2 top = aCorner.x < 0.5 ? aOne.xy : aOne.zw;
  vec2 bottom = aCorner.x < 0.5 ? aTwo.zw : aTwo.xy;
  vPx = aCorner.y < 0.5 ? top : bottom;
  if (aOne.y == aOne.w && aOne.z == aTwo.x && aTwo.y == aTwo.w && aOne.x == aTwo.z) vPx = floor(vPx + 0.5);
  vColor = aColor;
  gl_Position = clipSpace(vPx);
}`,
  fragment: `${OUT}${CLIP}
in vec4 vColor;
void main() { clipToPlot(); outColor = vec4(vColor.rgb, 1.0) * vColor.a; }`,
};

/**
 * Horizontal and vertical segments lie on whole pixels with flat ends; slanted ones have round ends, flat when dashed.
 */
const SEGMENTS = {
  name: 'chart-segments',
  vertex: `${HEAD}
in vec3 aCorner;
in vec4 aEnds;
in vec2 aStyle; // thickness, dash
in vec4 aColor;
out vec2 vPx;
out vec2 vAt;       // px along and across, from the first end
flat out vec4 vLine; // length, half thickness, dash, 1 for round ends
out vec4 vColor;
void main() {
  vec2 from = aEnds.xy;
  vec2 to = aEnds.zw;
  float thickness = aStyle.x;
  bool level = from.y == to.y;
  bool straight = level || from.x == to.x;
  if (straight) {
    vec2 least = floor(min(from, to) + 0.5);
    vec2 most = floor(max(from, to) + 0.5);
    thickness = max(1.0, floor(thickness + 0.5));
    float middle = floor((level ? from.y : from.x) - thickness / 2.0 + 0.5) + thickness / 2.0;
    from = level ? vec2(least.x, middle) : vec2(middle, least.y);
    to = level ? vec2(most.x, middle) : vec2(middle, most.y);
  }
  vec2 along = to - from;
  float size = length(along);
  along = size > 0.0001 ? along / size : vec2(1.0, 0.0);
  float reach = thickness / 2.0 + 1.0;
  vAt = vec2(mix(-reach, size + reach, aCorner.x), (aCorner.y * 2.0 - 1.0) * reach);
  vLine = vec4(size, thickness / 2.0, aStyle.y, straight || aStyle.y > 0.0 ? 0.0 : 1.0);
  vColor = aColor;
  vPx = from + along * vAt.x + vec2(-along.y, along.x) * vAt.y;
  gl_Position = clipSpace(vPx);
}`,
  fragment: `${OUT}${CLIP}
in vec2 vAt;
flat in vec4 vLine;
in vec4 vColor;
void main() {
  clipToPlot();
  float beyond = max(-vAt.x, vAt.x - vLine.x);
  float cover = clamp(vLine.y + 0.5 - abs(vAt.y), 0.0, 1.0) * clamp(0.5 - beyond, 0.0, 1.0);
  if (vLine.w > 0.5) cover = clamp(vLine.y + 0.5 - length(vec2(max(0.0, beyond), vAt.y)), 0.0, 1.0);
  if (vLine.z > 0.0 && mod(vAt.x, vLine.z * 2.0) >= vLine.z) discard;
  outColor = vec4(vColor.rgb, 1.0) * (vColor.a * cover);
}`,
};

const QUAD_KIND: InstanceKind = {
  program: QUADS,
  stride: ShapeList.QUAD * 4,
  quads: 1,
  fields: {
    aOne: { format: 'float32x4', offset: 0 },
    aTwo: { format: 'float32x4', offset: 16 },
    aColor: { format: 'unorm8x4', offset: 32 },
  },
};
const SEGMENT_KIND: InstanceKind = {
  program: SEGMENTS,
  stride: ShapeList.SEGMENT * 4,
  quads: 1,
  fields: {
    aEnds: { format: 'float32x4', offset: 0 },
    aStyle: { format: 'float32x2', offset: 16 },
    aColor: { format: 'unorm8x4', offset: 24 },
  },
};

export class ShapeMeshes {
  readonly quads: InstancedMesh;
  readonly segments: InstancedMesh;
  readonly #clip = new Float32Array(4);

  /** `frame` holds the uniforms all meshes share. */
  constructor(frame: UniformGroup) {
    const own = new UniformGroup({ uClip: { value: this.#clip, type: 'vec4<f32>' } });
    this.quads = meshOf(QUAD_KIND, new Float32Array(ShapeList.QUAD), { frame, own });
    this.segments = meshOf(SEGMENT_KIND, new Float32Array(ShapeList.SEGMENT), { frame, own });
  }

  sync(shapes: ShapeList): void {
    this.#clip[0] = shapes.clipLeft;
    this.#clip[1] = shapes.clipTop;
    this.#clip[2] = shapes.clipRight;
    this.#clip[3] = shapes.clipBottom;
    this.quads.set(shapes.quads, shapes.quadCount, 0, shapes.quadCount * ShapeList.QUAD);
    this.segments.set(shapes.segments, shapes.segmentCount, 0, shapes.segmentCount * ShapeList.SEGMENT);
  }
}
