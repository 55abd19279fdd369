// Time at price (TPO): which brackets of time traded in each row of a session, its point of control and value area.
import { edgePrice, type FlowColumns } from './flow-columns.ts';
import { groupFor } from './level-group.ts';
import { measureArea } from './value-area.ts';

/** Length of a bracket; a candle that is longer is a bracket of its own. */
export const BRACKET_MS = 1_800_000;
/** Brackets of a session of 24 hours. */
export const MAX_BRACKETS = 48;
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv');

/** The letter of a bracket of a session. */
export function letterOf(bracket: number): string {
  return LETTERS[bracket % MAX_BRACKETS]!;
}

export interface TimeProfileLook {
  bracketMs: number;
  mostRows: number;
  /** Share of all brackets that the value area has at least. */
  areaPercent: number;
}

/**
 * A bracket counts in every row from the lowest to the highest level that traded in it. Rows have the fewest of 1, 2,
 * 5, 10 ... levels that make at most so many.
 */
export class TimeProfile {
  /** Row `i` has the levels `[(firstRow + i) * group, (firstRow + i + 1) * group)`. */
  firstRow = 0;
  count = 0;
  group = 1;
  /** Number of brackets in each row. */
  brackets = new Float64Array(64);
  /** Lowest and highest level of each bracket; Infinity and -Infinity without a trade. */
  readonly low = new Float64Array(MAX_BRACKETS);
  readonly high = new Float64Array(MAX_BRACKETS);
  /** Brackets in all rows together, and in the largest row. */
  total = 0;
  largest = 0;
  /**
   * Row with the most brackets: of equals the one nearest to the middle of all levels, the lower of two; -1 without a
   * trade.
   */
  control = -1;
  /** Rows of the value area, both inclusive. */
  areaLow = -1;
  areaHigh = -1;
  /** Grows with every change. */
  revision = 0;
  #flow: FlowColumns | null = null;
  #from = -1;
  #to = -1;
  #flowRevision = -1;
  #pastRevision = -1;
  #mostRows = 0;
  #areaPercent = 0;
  readonly #area = new Int32Array(2);

  /** Bars [from, to) of a session that starts at `startMs`; reads those since the last time. */
  update(
    flow: FlowColumns,
    from: number,
    to: number,
    startMs: number,
    { bracketMs, mostRows, areaPercent }: TimeProfileLook,
  ): void {
    const isSame =
      flow === this.#flow &&
      from === this.#from &&
      mostRows === this.#mostRows &&
      areaPercent === this.#areaPercent &&
      flow.pastRevision === this.#pastRevision;
    if (isSame && to === this.#to && flow.revision === this.#flowRevision) return;
    if (!isSame) {
      this.low.fill(Infinity);
      this.high.fill(-Infinity);
    }
    // The last bar that was read may have grown.
    const isWider = this.#read(flow, isSame ? Math.max(from, this.#to - 1) : from, to, startMs, bracketMs);
    this.#flow = flow;
    this.#from = from;
    this.#to = to;
    this.#mostRows = mostRows;
    this.#areaPercent = areaPercent;
    this.#flowRevision = flow.revision;
    this.#pastRevision = flow.pastRevision;
    if (isSame && !isWider) return;
    this.#measure();
    this.revision += 1;
  }

  /** Middle of the prices of a row, in quote units. */
  priceOf(flow: FlowColumns, row: number): number {
    return edgePrice(flow, (this.firstRow + row + 0.5) * this.group);
  }

  /** Whether a bracket traded in a row. */
  has(row: number, bracket: number): boolean {
    const first = (this.firstRow + row) * this.group;
    return this.low[bracket]! < first + this.group && this.high[bracket]! >= first;
  }

  /** Widens the brackets by some bars; returns whether any became wider. */
  #read(flow: FlowColumns, from: number, to: number, startMs: number, bracketMs: number): boolean {
    let isWider = false;
    for (let bar = from; bar < to; bar++) {
      const count = flow.levelCount[bar]!;
      if (count === 0) continue;
      const bracket = Math.floor((flow.time[bar]! - startMs) / bracketMs);
      const low = flow.firstLevel[bar]!;
      const high = low + count - 1;
      if (low < this.low[bracket]!) this.low[bracket] = low;
      else if (high <= this.high[bracket]!) continue;
      if (high > this.high[bracket]!) this.high[bracket] = high;
      isWider = true;
    }
    return isWider;
  }

  #measure(): void {
    let low = Infinity;
    let high = -Infinity;
    for (let bracket = 0; bracket < MAX_BRACKETS; bracket++) {
      low = Math.min(low, this.low[bracket]!);
      high = Math.max(high, this.high[bracket]!);
    }
    this.#count(low, high);
    this.total = this.largest = 0;
    this.control = -1;
    for (let row = 0; row < this.count; row++) {
      const brackets = this.brackets[row]!;
      this.total += brackets;
      const isNearer =
        this.control >= 0 &&
        brackets === this.largest &&
        this.#distance(row, low, high) < this.#distance(this.control, low, high);
      if (brackets <= this.largest && !isNearer) continue;
      this.largest = brackets;
      this.control = row;
    }
    measureArea(this.brackets, this.count, this.control, this.total, this.#areaPercent, this.#area);
    this.areaLow = this.#area[0]!;
    this.areaHigh = this.#area[1]!;
  }

  /** Of the middle of a row from that of the levels `low` to `high`, in half levels. */
  #distance(row: number, low: number, high: number): number {
    return Math.abs((2 * (this.firstRow + row) + 1) * this.group - (low + high + 1));
  }

  #count(low: number, high: number): void {
    this.count = 0;
    if (low > high) return;
    const group = groupFor(low, high, this.#mostRows);
    this.group = group;
    this.firstRow = Math.floor(low / group);
    this.count = Math.floor(high / group) - this.firstRow + 1;
    if (this.count > this.brackets.length) this.brackets = new Float64Array(2 * this.count);
    this.brackets.fill(0, 0, this.count);
    for (let bracket = 0; bracket < MAX_BRACKETS; bracket++) {
      if (this.low[bracket]! > this.high[bracket]!) continue;
      const last = Math.floor(this.high[bracket]! / group) - this.firstRow;
      for (let row = Math.floor(this.low[bracket]! / group) - this.firstRow; row <= last; row++)
        this.brackets[row]! += 1;
    }
  }
}
