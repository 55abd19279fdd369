// Volume profile of a range of bars: lots at each price row, its point of control and its value area.
import { edgePrice, type FlowColumns } from './flow-columns.ts';
import { groupFor } from './level-group.ts';
import { measureArea } from './value-area.ts';

/**
 * Rows of `group` levels each, so many that they cover all levels of the range. The bars are summed again when the
 * start of the range or a past bar changes; the running bar alone is replaced when it changed, and new ones are added.
 */
export class RangeProfile {
  /** Row `i` has the levels `[(firstRow + i) * group, (firstRow + i + 1) * group)`. */
  firstRow = 0;
  count = 0;
  group = 1;
  sold = new Float64Array(256);
  bought = new Float64Array(256);
  /** Both together. */
  lots = new Float64Array(256);
  /** Lots of all rows, and of the largest one. */
  total = 0;
  largest = 0;
  /** Row with the most lots, the lowest of equals; -1 without a trade. */
  control = -1;
  /** Rows of the value area, both inclusive. */
  areaLow = -1;
  areaHigh = -1;
  /** Grows with every change. */
  revision = 0;
  #flow: FlowColumns | null = null;
  #from = 0;
  #to = 0;
  #revision = -1;
  #pastRevision = -1;
  #areaPercent = 0;
  /** Most rows, or 0 where `group` is given. */
  #mostRows = 0;
  readonly #area = new Int32Array(2);
  /** The running bar as it is in the sums. */
  #last = { row: -1, firstLevel: 0, count: 0, sold: new Float64Array(64), bought: new Float64Array(64) };

  /**
   * Sums bars [from, to) of `flow`. The value area has at least `areaPercent` of all lots. Returns
   * whether anything changed.
   */
  update(flow: FlowColumns, from: number, to: number, group: number, areaPercent: number): boolean {
    return this.#update(flow, from, to, group, 0, areaPercent);
  }

  /** The same in at most `mostRows` rows, of the fewest of 1, 2, 5, 10, 20 ... levels. */
  fit(flow: FlowColumns, from: number, to: number, mostRows: number, areaPercent: number): boolean {
    return this.#update(flow, from, to, mostRows === this.#mostRows ? this.group : 1, mostRows, areaPercent);
  }

  /** Middle of the prices of a row, in quote units. */
  priceOf(flow: FlowColumns, row: number): number {
    return edgePrice(flow, (this.firstRow + row + 0.5) * this.group);
  }

  #update(flow: FlowColumns, from: number, to: number, group: number, mostRows: number, areaPercent: number): boolean {
    const isSame =
      flow === this.#flow &&
      from === this.#from &&
      group === this.group &&
      mostRows === this.#mostRows &&
      areaPercent === this.#areaPercent;
    if (isSame && to === this.#to && flow.revision === this.#revision) return false;
    const isPatch = isSame && to >= this.#to && flow.pastRevision === this.#pastRevision && this.#patch(flow, to);
    this.#flow = flow;
    this.#from = from;
    this.#to = to;
    this.group = group;
    this.#mostRows = mostRows;
    this.#areaPercent = areaPercent;
    this.#revision = flow.revision;
    this.#pastRevision = flow.pastRevision;
    if (!isPatch) this.#sum(flow, from, to);
    this.#measure();
    this.revision += 1;
    return true;
  }

  /** Replaces the last bar in the sums and adds those behind it up to `to`; false where that is not enough. */
  #patch(flow: FlowColumns, to: number): boolean {
    const last = this.#last;
    const row = this.#to - 1;
    if (row < 0 || last.row !== row) return false;
    for (let bar = row; bar < to; bar++) if (!this.#covers(flow, bar)) return false;
    for (let at = 0; at < last.count; at++) {
      const place = this.#rowOf(last.firstLevel + at);
      this.sold[place]! -= last.sold[at]!;
      this.bought[place]! -= last.bought[at]!;
    }
    for (let bar = row; bar < to; bar++) this.#add(flow, bar);
    this.#keepLast(flow, to - 1);
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
    if (this.#mostRows > 0 && low <= high) this.group = groupFor(low, high, this.#mostRows);
    this.firstRow = low <= high ? Math.floor(low / this.group) : 0;
    this.count = low <= high ? Math.floor(high / this.group) - this.firstRow + 1 : 0;
    if (this.count > this.sold.length) {
      this.sold = new Float64Array(2 * this.count);
      this.bought = new Float64Array(2 * this.count);
      this.lots = new Float64Array(2 * this.count);
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

  #measure(): void {
    const { sold, bought, lots, count } = this;
    this.total = this.largest = 0;
    this.control = -1;
    for (let row = 0; row < count; row++) {
      lots[row] = sold[row]! + bought[row]!;
      this.total += lots[row]!;
      if (lots[row]! <= this.largest) continue;
      this.largest = lots[row]!;
      this.control = row;
    }
    measureArea(lots, count, this.control, this.total, this.#areaPercent, this.#area);
    this.areaLow = this.#area[0]!;
    this.areaHigh = this.#area[1]!;
  }
}
