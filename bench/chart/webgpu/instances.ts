// Instanced meshes for WebGPU, in the place of chart/render/webgl/instances.ts.
// The same kinds and buffers, WGSL instead of GLSL.
import {
  Buffer,
  BufferUsage,
  Geometry,
  GpuProgram,
  Shader,
  State,
  type Texture,
  type UniformGroup,
  type WebGPURenderer,
} from 'pixi.js';
import type { InstanceKind } from '../../../chart/render/webgl/instances.ts';
import { CANDLES, OHLC } from './candle-shaders.ts';
import { PLOT } from './plot-shader.ts';
import { QUAD_SHADER } from './quad-shader.ts';
import { QUADS, SEGMENTS } from './shape-shaders.ts';

const WGSL: Record<string, string> = {
  'chart-candles': CANDLES,
  'chart-ohlc': OHLC,
  'chart-plot': PLOT,
  'chart-ink': QUAD_SHADER,
  'chart-quads': QUADS,
  'chart-segments': SEGMENTS,
};
const CORNERS = new Float32Array([0, 1, 2].flatMap((z) => [0, 0, z, 1, 0, z, 0, 1, z, 1, 1, z]));
const INDICES = [0, 4, 8].flatMap((first) => [0, 1, 2, 2, 1, 3].map((corner) => first + corner));
const STATE = State.for2d();

function programOf(name: string): GpuProgram {
  const source = WGSL[name]!;
  return GpuProgram.from({
    name,
    vertex: { source, entryPoint: 'vertexMain' },
    fragment: { source, entryPoint: 'fragmentMain' },
  });
}

export class InstancedMesh {
  readonly #buffer: Buffer;
  readonly #order: { geometry: Geometry; shader: Shader; state: State };

  constructor(kind: InstanceKind, data: Float32Array, resources: Record<string, UniformGroup | Texture['source']>) {
    // Points of the plot are read by number.
    const isRead = kind.program.name === 'chart-plot';
    const usage = isRead ? BufferUsage.STORAGE : BufferUsage.VERTEX;
    this.#buffer = new Buffer({ data, usage: usage | BufferUsage.COPY_DST, shrinkToFit: false });
    this.#buffer.autoGarbageCollect = false;
    const corners = new Buffer({ data: CORNERS, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
    const geometry = new Geometry({
      attributes: { aCorner: { buffer: corners, format: 'float32x3', stride: 12, offset: 0 } },
      indexBuffer: new Uint16Array(INDICES.slice(0, kind.quads * 6)),
      instanceCount: 0,
    });
    for (const [name, { format, offset }] of isRead ? [] : Object.entries(kind.fields))
      geometry.addAttribute(name, { buffer: this.#buffer, format, stride: kind.stride, offset, instance: true });
    geometry.autoGarbageCollect = false;
    const shader = new Shader({
      gpuProgram: programOf(kind.program.name),
      resources: isRead ? { ...resources, points: this.#buffer } : resources,
    });
    this.#order = { geometry, shader, state: STATE };
  }

  set(data: Float32Array, count: number, from: number, to: number): void {
    this.#order.geometry.instanceCount = count;
    if (this.#buffer.data !== data) {
      this.#buffer.setDataWithSize(data, data.length, false);
      this.#buffer.update(data.byteLength, 0);
    } else if (from < to) {
      this.#buffer.update((to - from) * 4, from * 4);
    }
  }

  draw(renderer: WebGPURenderer): void {
    if (this.#order.geometry.instanceCount > 0) renderer.encoder.draw(this.#order);
  }

  dispose(): void {
    this.#order.geometry.destroy(true);
    this.#order.shader.destroy();
  }
}
