// Writes sections into a buffer one after another, and pools returned buffers.
import { SECTION_HEAD } from '../../core/worker-protocol/worker-protocol.ts';

/** Initial size of a buffer in numbers (64 KiB). */
const FIRST_SIZE = 8192;
/** Most pooled buffers: those in flight and the one being written. */
const MAX_POOLED = 4;

export class FrameWriter {
  columns: Float64Array = new Float64Array(0);
  /** Numbers written so far. */
  used = 0;
  readonly #pool: Float64Array[] = [];
  #sectionAt = 0;

  /** Starts an empty frame in a pooled buffer. */
  begin(): void {
    this.columns = this.#pool.pop() ?? new Float64Array(FIRST_SIZE);
    this.used = 0;
  }

  /** Opens a section with capacity for `size` numbers after its head; returns the offset of the first. */
  open(kind: number, view: number, size: number): number {
    const start = this.used;
    const end = start + SECTION_HEAD + size;
    if (end > this.columns.length) {
      const wider = new Float64Array(Math.max(end, this.columns.length * 2));
      wider.set(this.columns.subarray(0, start));
      this.columns = wider;
    }
    this.columns[start] = kind;
    this.columns[start + 1] = view;
    this.#sectionAt = start;
    return start + SECTION_HEAD;
  }

  /** Closes the open section, which ends before `end`. */
  close(end: number): void {
    this.columns[this.#sectionAt + 2] = end - this.#sectionAt;
    this.used = end;
  }

  /** Returns the written buffer; the caller owns it. */
  release(): Float64Array {
    const { columns } = this;
    this.columns = new Float64Array(0);
    return columns;
  }

  /** Pools a returned buffer; drops it when the pool is full or the buffer detached. */
  recycle(columns: Float64Array): void {
    if (columns.length > 0 && this.#pool.length < MAX_POOLED) this.#pool.push(columns);
  }
}
