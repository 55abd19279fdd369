// Fills sorted by time; groups of the visible ones, joined where triangles would overlap.
import type { TradeMark } from '../api.ts';
import { firstRowFrom } from '../scene/first-row.ts';
import type { View } from '../scene/view.ts';

/** Fills of one side on one candle, or on neighbours too close together to distinguish. */
export interface FillGroup {
  side: 'buy' | 'sell';
  count: number;
  /** Where its marks are: `marks[from..to)` of the markers, the other side's among them. */
  from: number;
  to: number;
  /** Rows of its first and last candle. */
  firstRow: number;
  lastRow: number;
}

/** Triangles nearer than this are joined. */
const SLOT_CSS_PX = 10;

/** Candles that share one triangle at a zoom: a power of two, so that groups do not flicker while zooming. */
export function rowsPerSlot(barPx: number, ratio: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2((SLOT_CSS_PX * ratio) / barPx)));
}

export class FillMarkers {
  /** Oldest first. */
  marks: TradeMark[] = [];
  #times = new Float64Array(0);
  /** Buys before each index. */
  #buys = new Uint32Array(1);
  readonly #group: FillGroup = { side: 'buy', count: 0, from: 0, to: 0, firstRow: 0, lastRow: 0 };

  set(marks: readonly TradeMark[]): void {
    this.marks = [...marks].sort((one, other) => one.time - other.time);
    this.#times = Float64Array.from(this.marks, (mark) => mark.time);
    this.#buys = new Uint32Array(this.marks.length + 1);
    this.marks.forEach((mark, at) => {
      this.#buys[at + 1] = this.#buys[at]! + (mark.side === 'buy' ? 1 : 0);
    });
  }

  /**
   * Visits the visible groups from left to right; the group object is reused. Costs a few binary searches per group,
   * however many marks exist. Marks before the first candle are not shown, those after the last are shown on the last.
   */
  inSight(view: View, visit: (group: FillGroup) => void): void {
    const { time } = view;
    if (this.marks.length === 0 || time.firstRow >= time.endRow) return;
    const slot = rowsPerSlot(time.barPx, time.ratio);
    // Slots are counted by the logical index, which older candles in front do not change.
    const slotStart = (row: number): number => Math.floor((row - time.origin) / slot) * slot + time.origin;
    const end = this.#firstFrom(view, slotStart(time.endRow - 1) + slot);
    for (let at = this.#firstFrom(view, slotStart(time.firstRow)); at < end;) {
      const firstRow = this.#rowOf(view, at);
      const next = this.#firstFrom(view, slotStart(firstRow) + slot);
      this.#visitGroups(view, at, next, firstRow, visit);
      at = next;
    }
  }

  #visitGroups(view: View, from: number, to: number, firstRow: number, visit: (group: FillGroup) => void): void {
    const group = this.#group;
    const buys = this.#buys[to]! - this.#buys[from]!;
    group.from = from;
    group.to = to;
    group.firstRow = firstRow;
    group.lastRow = this.#rowOf(view, to - 1);
    group.side = 'buy';
    group.count = buys;
    if (buys > 0) visit(group);
    group.side = 'sell';
    group.count = to - from - buys;
    if (group.count > 0) visit(group);
  }

  /** First mark on a row or later. */
  #firstFrom(view: View, row: number): number {
    const { columns } = view.data;
    const { length } = this.#times;
    return row >= columns.length ? length : firstRowFrom(this.#times, length, columns.time[Math.max(0, row)]!);
  }

  /** The candle that holds a mark. */
  #rowOf(view: View, at: number): number {
    const { columns } = view.data;
    const row = firstRowFrom(columns.time, columns.length, this.#times[at]!);
    return row < columns.length && columns.time[row] === this.#times[at] ? row : row - 1;
  }
}
