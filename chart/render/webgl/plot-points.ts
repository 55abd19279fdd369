// Points of many series in one buffer.
// Each has its slots, one behind its last point stays empty, and only changes are reported.
import { NO_VALUE, type SeriesDraw } from '../draw-list.ts';

export class PlotPoints {
  /** Floats of a slot: value, look. */
  static readonly SLOT = 2;
  /** All slots of the first series, then those of the second ...; one more at the end, as the last point's next. */
  floats: Float32Array<ArrayBuffer> = new Float32Array(PlotPoints.SLOT);
  /** Slots of one series. */
  slots = 0;
  /** Floats [from, to) changed with the last `sync`; none when `from >= to`. */
  from = 0;
  to = 0;
  readonly #series: readonly SeriesDraw[];
  readonly #revisions: number[];

  constructor(series: readonly SeriesDraw[]) {
    this.#series = series;
    this.#revisions = series.map(() => -1);
  }

  /** Takes what changed since the last time. */
  sync(): void {
    const series = this.#series;
    const revisions = this.#revisions;
    this.from = Infinity;
    this.to = 0;
    this.#reserve();
    for (let at = 0; at < series.length; at += 1) {
      const { rows, pointsPerRow } = series[at]!;
      const first = rows.revision === revisions[at] ? rows.patchedFrom * pointsPerRow : 0;
      revisions[at] = rows.revision;
      if (first >= this.slots) continue;
      this.#copy(series[at]!, at * this.slots, first);
      this.from = Math.min(this.from, (at * this.slots + first) * PlotPoints.SLOT);
      this.to = (at + 1) * this.slots * PlotPoints.SLOT;
    }
  }

  /** Copies points from `first` on and empties the slots behind the last. */
  #copy({ rows: { data, count, stride }, pointsPerRow }: SeriesDraw, base: number, first: number): void {
    const { floats, slots } = this;
    const points = count * pointsPerRow;
    for (let at = first; at < points; at += 1) {
      const slot = (base + at) * PlotPoints.SLOT;
      floats[slot] = data[at * stride]!;
      floats[slot + 1] = stride > 1 ? data[at * stride + 1]! : 0;
    }
    for (let at = Math.max(first, points); at < slots; at += 1) floats[(base + at) * PlotPoints.SLOT] = NO_VALUE;
  }

  /** Slots for as many points as the widest series may hold. */
  #reserve(): void {
    let most = 0;
    for (const {
      rows: { data, stride },
    } of this.#series)
      most = Math.max(most, Math.floor(data.length / stride));
    if (most + 1 === this.slots) return;
    this.slots = most + 1;
    this.#revisions.fill(-1);
    this.floats = new Float32Array((this.#series.length * this.slots + 1) * PlotPoints.SLOT).fill(NO_VALUE);
  }
}
