// Rows of one footprint: lots sold and bought, imbalances between neighbours, and runs of them.
import type { FlowColumns } from './flow-columns.ts';

/** Side of an imbalance: more was bought, or sold, than on the other side one row away. */
export const IMBALANCE = { none: 0, bought: 1, sold: 2 } as const;

const PER_CENT = 100;

/** Reused for one bar after another. */
export class BarRows {
  /** Row `i` has the levels `[(firstRow + i) * group, (firstRow + i + 1) * group)`. */
  group = 1;
  firstRow = 0;
  count = 0;
  sold = new Float64Array(64);
  bought = new Float64Array(64);
  /** For each row whether its bought lots, and whether its sold lots, are an imbalance (bits of `IMBALANCE`). */
  imbalances = new Uint8Array(64);
  /** The same, for rows of a run of at least so many. */
  stacked = new Uint8Array(64);
  /** Sides (bits of `IMBALANCE`) whose lots were absorbed: sold ones in the lowest row, bought ones in the highest. */
  absorbed = 0;
  /** Row with the most lots, the lowest of equals; -1 without a trade. */
  control = -1;
  /** Lots of the largest row, and of all rows by side. */
  largest = 0;
  totalSold = 0;
  totalBought = 0;

  /** Sums the levels of a bar to rows of `group` levels. */
  read(flow: FlowColumns, bar: number, group: number): void {
    const levels = flow.levelCount[bar]!;
    const first = flow.firstLevel[bar]!;
    const cell = flow.firstCell[bar]!;
    this.group = group;
    this.firstRow = Math.floor(first / group);
    this.count = levels === 0 ? 0 : Math.floor((first + levels - 1) / group) - this.firstRow + 1;
    if (this.count > this.sold.length) this.#grow(2 * this.count);
    this.sold.fill(0, 0, this.count);
    this.bought.fill(0, 0, this.count);
    let row = 0;
    let nextRowAt = (this.firstRow + 1) * group - first;
    for (let at = 0; at < levels; at++) {
      if (at >= nextRowAt) {
        row++;
        nextRowAt += group;
      }
      this.sold[row]! += flow.sold[cell + at]!;
      this.bought[row]! += flow.bought[cell + at]!;
    }
    this.#measure();
  }

  /**
   * Marks imbalances. Bought lots compare with the sold lots one row below, sold ones with the bought lots one row
   * above: an imbalance has at least `percent` of them, and the other side has some. `run` neighbours are stacked.
   */
  markImbalances(percent: number, run: number): void {
    const { sold, bought, count, imbalances } = this;
    imbalances.fill(0, 0, count);
    this.stacked.fill(0, 0, count);
    for (let row = 0; row < count; row++) {
      const below = row > 0 ? sold[row - 1]! : 0;
      const above = row + 1 < count ? bought[row + 1]! : 0;
      if (below > 0 && bought[row]! * PER_CENT >= percent * below) imbalances[row]! |= IMBALANCE.bought;
      if (above > 0 && sold[row]! * PER_CENT >= percent * above) imbalances[row]! |= IMBALANCE.sold;
    }
    this.#stack(IMBALANCE.bought, run);
    this.#stack(IMBALANCE.sold, run);
  }

  /**
   * Marks absorption: in the lowest row sold lots are at least `sizePercent` of the mean row with trades and at least
   * `sidePercent` of those bought there, and the bar closed above it; mirrored for bought lots in the highest row. No
   * trade went through the row, because it is the last one.
   */
  markAbsorption(sidePercent: number, sizePercent: number, closeLevel: number): void {
    const { sold, bought, count } = this;
    this.absorbed = 0;
    let traded = 0;
    for (let row = 0; row < count; row++) if (sold[row]! + bought[row]! > 0) traded++;
    const least = (sizePercent * (this.totalSold + this.totalBought)) / traded;
    const closeRow = Math.floor(closeLevel / this.group) - this.firstRow;
    const top = count - 1;
    if (closeRow > 0 && isLarge(sold[0]!, least, sidePercent * bought[0]!)) this.absorbed |= IMBALANCE.sold;
    if (closeRow < top && isLarge(bought[top]!, least, sidePercent * sold[top]!)) this.absorbed |= IMBALANCE.bought;
  }

  #stack(side: number, run: number): void {
    let start = 0;
    for (let row = 0; row <= this.count; row++) {
      if (row < this.count && (this.imbalances[row]! & side) !== 0) continue;
      if (row - start >= run) for (let at = start; at < row; at++) this.stacked[at]! |= side;
      start = row + 1;
    }
  }

  #measure(): void {
    this.control = -1;
    this.largest = this.totalSold = this.totalBought = 0;
    for (let row = 0; row < this.count; row++) {
      const lots = this.sold[row]! + this.bought[row]!;
      this.totalSold += this.sold[row]!;
      this.totalBought += this.bought[row]!;
      if (lots <= this.largest) continue;
      this.largest = lots;
      this.control = row;
    }
  }

  #grow(rows: number): void {
    this.sold = new Float64Array(rows);
    this.bought = new Float64Array(rows);
    this.imbalances = new Uint8Array(rows);
    this.stacked = new Uint8Array(rows);
  }
}

/** `least` and `others` are hundredths of lots. */
function isLarge(lots: number, least: number, others: number): boolean {
  return lots > 0 && lots * PER_CENT >= least && lots * PER_CENT >= others;
}
