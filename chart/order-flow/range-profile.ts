// Volume profile of a range of bars: lots at each price row, its point of control and its value area.
import type { FlowColumns } from './flow-columns.ts';

/**
 * Rows of `group` levels each, so many that they cover all levels of the range. The bars are summed again when the
 * range or a past bar changes; the running bar alone is replaced when it changed.
 */
export class RangeProfile {
  /** Row `i` has the levels `[(firstRow + i) * group, (firstRow + i + 1) * group)`. */
  firstRow = 0;
  count = 0;
  group = 1;
  sold = new Float64Array(256);
  bought = new Float64Array(256);
  /** Lots of all rows, and of the largest one. */
  total = 0;
  largest = 0;
  /** Row with the most lots, the lowest of equals; -1 without a trade. */
  control = -1;
  /** Rows of the value area, both inclusive. */
  areaLow = -1;
  areaHigh = -1;
  #flow: FlowColumns | null = null;
  #from = 0;
  #to = 0;
  #revision = -1;
  #pastRevision = -1;
  #areaShare = 0;
  /** The running bar as it is in the sums. */
  #last = { row: -1, firstLevel: 0, count: 0, sold: new Float64Array(64), bought: new Float64Array(64) };

  /**
   * Sums bars [from, to) of `flow`. `areaShare` is the share of all lots that the value area has at least. Returns
   * whether anything changed.
   */
  update(flow: FlowColumns, from: number, to: number, group: number, areaShare: number): boolean {
    const isSame = flow === this.#flow && from === this.#from && group === this.group && areaShare === this.#areaShare;
    if (isSame && to === this.#to && flow.revision === this.#revision) return false;
    const isPatch = isSame && to === this.#to && flow.pastRevision === this.#pastRevision && this.#patch(flow);
    this.#flow = flow;
    this.#from = from;
    this.#to = to;
    this.group = group;
    this.#areaShare = areaShare;
    this.#revision = flow.revision;
    this.#pastRevision = flow.pastRevision;
    if (!isPatch) this.#sum(flow, from, to);
    this.#measure();
    return true;
  }

  /** Replaces the last bar in the sums; false where that is not enough. */
  #patch(flow: FlowColumns): boolean {
    const last = this.#last;
    const row = this.#to - 1;
    // Another bar than the last one of the flow does not change.
    if (row !== flow.length - 1) return flow.length - 1 > row;
    if (last.row !== row || !this.#covers(flow, row)) return false;
    for (let at = 0; at < last.count; at++) {
      const to = this.#rowOf(last.firstLevel + at);
      this.sold[to]! -= last.sold[at]!;
      this.bought[to]! -= last.bought[at]!;
    }
    this.#add(flow, row);
    this.#keepLast(flow, row);
    return true;
  }

  #sum(flow: FlowColumns, from: number, to: number): void {
    let low = Infinity;
    let high = -Infinity;
    for (let row = from; row < to; row++) {
      const count = flow.levelCount[row]!;
      const first = flow.firstLevel[row]!;
      if (count === 0) continue;
      if (first < low) low = first;
      if (first + count - 1 > high) high = first + count - 1;
    }
    this.firstRow = low <= high ? Math.floor(low / this.group) : 0;
    this.count = low <= high ? Math.floor(high / this.group) - this.firstRow + 1 : 0;
    if (this.count > this.sold.length) {
      this.sold = new Float64Array(2 * this.count);
      this.bought = new Float64Array(2 * this.count);
    }
    this.sold.fill(0, 0, this.count);
    this.bought.fill(0, 0, this.count);
    for (let row = from; row < to; row++) this.#add(flow, row);
    if (to > from) this.#keepLast(flow, to - 1);
    else this.#last.row = -1;
  }

  #add(flow: FlowColumns, row: number): void {
    const count = flow.levelCount[row]!;
    const first = flow.firstLevel[row]!;
    const cell = flow.firstCell[row]!;
    for (let at = 0; at < count; at++) {
      const to = this.#rowOf(first + at);
      this.sold[to]! += flow.sold[cell + at]!;
      this.bought[to]! += flow.bought[cell + at]!;
    }
  }

  #keepLast(flow: FlowColumns, row: number): void {
    const last = this.#last;
    const count = flow.levelCount[row]!;
    const cell = flow.firstCell[row]!;
    if (count > last.sold.length) {
      last.sold = new Float64Array(2 * count);
      last.bought = new Float64Array(2 * count);
    }
    last.row = row;
    last.firstLevel = flow.firstLevel[row]!;
    last.count = count;
    for (let at = 0; at < count; at++) {
      last.sold[at] = flow.sold[cell + at]!;
      last.bought[at] = flow.bought[cell + at]!;
    }
  }

  #covers(flow: FlowColumns, row: number): boolean {
    const first = this.#rowOf(flow.firstLevel[row]!);
    const last = this.#rowOf(flow.firstLevel[row]! + flow.levelCount[row]! - 1);
    return flow.levelCount[row] === 0 || (first >= 0 && last < this.count);
  }

  #rowOf(level: number): number {
    return Math.floor(level / this.group) - this.firstRow;
  }

  /**
   * The value area starts at the point of control and takes the larger of the rows above and below it, the upper one of
   * equals, until it has its share.
   */
  #measure(): void {
    const { sold, bought, count } = this;
    let total = 0;
    let largest = 0;
    let control = -1;
    for (let row = 0; row < count; row++) {
      const lots = sold[row]! + bought[row]!;
      total += lots;
      if (lots <= largest) continue;
      largest = lots;
      control = row;
    }
    this.total = total;
    this.largest = largest;
    this.control = control;
    this.#measureArea(control, largest);
  }

  #measureArea(control: number, largest: number): void {
    const { sold, bought, count } = this;
    const wanted = this.total * this.#areaShare;
    let low = control;
    let high = control;
    for (let inside = largest; inside < wanted;) {
      const above = high + 1 < count ? sold[high + 1]! + bought[high + 1]! : -1;
      const below = low > 0 ? sold[low - 1]! + bought[low - 1]! : -1;
      // Rounding of the share may leave nothing to take.
      if (above < 0 && below < 0) break;
      if (above >= below) high++;
      else low--;
      inside += Math.max(above, below);
    }
    this.areaLow = low;
    this.areaHigh = high;
  }
}
