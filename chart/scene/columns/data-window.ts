// The part of the columns that backends hold.
// A power of two of rows around what is in sight, refilled only on leaving it.

/** Which columns (rows, or buckets of 2^level rows) the series of a chart hold. All series share one window. */
export class DataWindow {
  level = 0;
  /** Logical column of the first held row. */
  first = 0;
  count = 0;
  capacity = 0;

  covers(from: number, to: number, level: number): boolean {
    return level === this.level && from >= this.first && to <= this.first + this.count;
  }

  /** Centres the window on columns [from, to) within the existing [dataFrom, dataTo). */
  place(from: number, to: number, level: number, dataFrom: number, dataTo: number): void {
    const visible = Math.max(1, to - from);
    this.capacity = Math.max(256, 2 ** Math.ceil(Math.log2(visible * 1.5)));
    this.level = level;
    this.first = Math.max(dataFrom, from - ((this.capacity - visible) >> 1));
    this.count = Math.max(0, Math.min(this.capacity, dataTo - this.first));
  }

  /** Takes in appended columns while there is room. */
  extend(dataTo: number): void {
    this.count = Math.max(this.count, Math.min(this.capacity, dataTo - this.first));
  }
}

/** One series in the window: `stride` floats a row, each value less `base`. */
export class SeriesRows {
  data = new Float32Array(0);
  count = 0;
  base = 0;
  /** Grows with every refill; a backend that knows an older one uploads everything. */
  revision = 0;
  /** Rows from here on changed since the last draw. */
  patchedFrom = Infinity;
  /** How often rows were patched, and how often up to the last draw. */
  patches = 0;
  drawnPatches = 0;
  readonly stride: number;

  constructor(stride: number) {
    this.stride = stride;
  }

  /** Makes room and forgets what was held. */
  refill(capacity: number, count: number, base: number): void {
    // One float more than rows: a shader that reads pairs of points looks one past the last.
    const size = capacity * this.stride + 1;
    if (this.data.length !== size) this.data = new Float32Array(size);
    this.count = count;
    this.base = base;
    this.revision += 1;
    this.patchedFrom = Infinity;
  }

  patch(fromRow: number, count: number): void {
    this.count = count;
    this.patchedFrom = Math.min(this.patchedFrom, Math.max(0, fromRow));
    this.patches += 1;
  }

  /** A backend has drawn them. */
  drawn(): void {
    this.patchedFrom = Infinity;
    this.drawnPatches = this.patches;
  }
}
