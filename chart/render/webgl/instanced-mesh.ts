// Instanced meshes: a static corner buffer, one instance buffer updated in place, whatever the program is.
// Drawn by Pixi's encoder at once: a tree of a few meshes that never move would cost more to walk than to draw.
import { Buffer, BufferUsage, Geometry, type Shader, State, type VertexFormat, type WebGLRenderer } from 'pixi.js';

/** Three quads, distinguished by z. Meshes of fewer draw the first indices. */
const CORNERS = new Float32Array([0, 1, 2].flatMap((z) => [0, 0, z, 1, 0, z, 0, 1, z, 1, 1, z]));
const INDICES = [0, 4, 8].flatMap((first) => [0, 1, 2, 2, 1, 3].map((corner) => first + corner));

/** Blending over what is there, no depth. */
const STATE = State.for2d();

/** One attribute of an instance: its format and byte offset. */
interface InstanceField {
  format: VertexFormat;
  offset: number;
}

export interface InstanceKind {
  program: { name: string; vertex: string; fragment: string };
  /** Bytes from one instance to the next. */
  stride: number;
  fields: Record<string, InstanceField>;
  quads: 1 | 2 | 3;
}

/** A mesh whose instances are rows of a Float32Array. */
export class InstancedMesh {
  readonly #buffer: Buffer;
  readonly #order: { geometry: Geometry; shader: Shader; state: State };

  constructor(
    { quads, fields, stride }: Omit<InstanceKind, 'program'>,
    data: Float32Array,
    shaderOf: (buffer: Buffer) => Shader,
    usage: BufferUsage = BufferUsage.VERTEX,
  ) {
    this.#buffer = new Buffer({ data, usage: usage | BufferUsage.COPY_DST, shrinkToFit: false });
    this.#buffer.autoGarbageCollect = false;
    const corners = new Buffer({ data: CORNERS, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
    const geometry = new Geometry({
      attributes: { aCorner: { buffer: corners, format: 'float32x3', stride: 12, offset: 0 } },
      indexBuffer: new Uint16Array(INDICES.slice(0, quads * 6)),
      instanceCount: 0,
    });
    for (const [name, { format, offset }] of Object.entries(fields))
      geometry.addAttribute(name, { buffer: this.#buffer, format, stride, offset, instance: true });
    geometry.autoGarbageCollect = false;
    this.#order = { geometry, shader: shaderOf(this.#buffer), state: STATE };
  }

  /** Takes `count` instances of `data`, of which floats [from, to) changed; `from >= to` uploads nothing. */
  set(data: Float32Array, count: number, from: number, to: number): void {
    this.#order.geometry.instanceCount = count;
    if (this.#buffer.data !== data) {
      this.#buffer.setDataWithSize(data, data.length, false);
      this.#buffer.update(data.byteLength, 0);
    } else if (from < to) {
      this.#buffer.update((to - from) * 4, from * 4);
    }
  }

  draw({ encoder }: Pick<WebGLRenderer, 'encoder'>): void {
    if (this.#order.geometry.instanceCount > 0) encoder.draw(this.#order);
  }

  dispose(): void {
    this.#order.geometry.destroy(true);
    this.#order.shader.destroy();
  }
}
