// Lots sold and bought at each price level of each bar, as columns that grow by trades.
import { type FlowColumns, flowRowFrom, widened } from './flow-columns.ts';

const FIRST_BARS = 512;
const FIRST_CELLS = 16_384;
/** Cells that a new bar has room for. */
const FIRST_RUN_CELLS = 32;
/**
 * Most bars and cells in memory, 17 MB of cells; at either limit the older half of the bars is dropped for a newer one,
 * and one that is older than the newer half is left out: what is there stays without a hole.
 */
const MAX_BARS = 50_000;
const MAX_CELLS = 1 << 20;
/** Most levels of a bar. A trade further away is left out: one wrong price would take all memory. */
const MAX_LEVELS = 1 << 14;

/** Sizes of one level and one tick in quote units, and of one lot in base coins. */
interface FlowUnits {
  levelPrice: number;
  tickPrice: number;
  lotCoins: number;
}

/** `count` levels from `firstLevel` on, whose lots start at `from` in `sold` and `bought`. */
export interface BarLevels {
  firstLevel: number;
  count: number;
  sold: Float64Array;
  bought: Float64Array;
  from: number;
}

/**
 * Each bar owns a run of cells with free ones on both sides. A bar that outgrows its run moves to one of twice the
 * size at the end of the pool, so a trade costs O(1), and nothing is allocated until the pool is full.
 */
export class FlowBars implements FlowColumns {
  length = 0;
  time = new Float64Array(FIRST_BARS);
  firstLevel = new Float64Array(FIRST_BARS);
  levelCount = new Uint32Array(FIRST_BARS);
  firstCell = new Uint32Array(FIRST_BARS);
  part = new Uint8Array(FIRST_BARS);
  sold = new Float64Array(FIRST_CELLS);
  bought = new Float64Array(FIRST_CELLS);
  /** Revision at which each bar changed last. */
  changedAt = new Float64Array(FIRST_BARS);
  revision = 0;
  pastRevision = 0;
  readonly levelPrice: number;
  readonly tickPrice: number;
  readonly lotCoins: number;
  /** First cell of each bar's run, and the number of its cells. */
  #runStart = new Uint32Array(FIRST_BARS);
  #runCells = new Uint32Array(FIRST_BARS);
  /** Cells in use from the start of the pool, those of abandoned runs included. */
  #used = 0;
  /** Bars before this are left out. */
  #fromMs = -Infinity;

  constructor({ levelPrice, tickPrice, lotCoins }: FlowUnits) {
    this.levelPrice = levelPrice;
    this.tickPrice = tickPrice;
    this.lotCoins = lotCoins;
  }

  /** Row of the bar that starts at `time`, which is made when there is none; -1: there is no room for it. */
  rowOf(time: number): number {
    const last = this.length - 1;
    if (last >= 0 && this.time[last] === time) return last;
    const row = last < 0 || this.time[last]! < time ? this.length : flowRowFrom(this, time);
    if (row < this.length && this.time[row] === time) return row;
    return this.#insert(row, time);
  }

  /** Adds a trade to the bar that starts at `time`. */
  add(time: number, level: number, lots: number, isBuy: boolean): void {
    const row = this.rowOf(time);
    if (row < 0) return;
    const count = this.levelCount[row]!;
    const above = level - this.firstLevel[row]!;
    if (count > 0 && Math.max(above + 1, count - above) > MAX_LEVELS) this.part[row] = 1;
    else {
      // Making place for it may replace the columns.
      const cell = this.#cellOf(row, level);
      (isBuy ? this.bought : this.sold)[cell]! += lots;
    }
    this.#changed(row);
  }

  /** Replaces a bar. */
  replace(time: number, { firstLevel, count, sold, bought, from }: BarLevels, isPart: boolean): void {
    const row = this.rowOf(time);
    if (row < 0) return;
    const first = this.firstLevel[row]!;
    const levels = this.levelCount[row]!;
    // What was measured of a bar that loses levels is measured again, of the running one too.
    if (levels > 0 && (firstLevel > first || firstLevel + count < first + levels)) this.pastRevision++;
    this.#empty(row);
    if (count > 0) {
      this.#cellOf(row, firstLevel);
      const cell = this.#cellOf(row, firstLevel + count - 1) - count + 1;
      this.sold.set(sold.subarray(from, from + count), cell);
      this.bought.set(bought.subarray(from, from + count), cell);
    }
    this.part[row] = isPart ? 1 : 0;
    this.#changed(row);
  }

  /** Whether there is a bar that starts at `time`, with all its trades. */
  isWhole(time: number): boolean {
    const row = flowRowFrom(this, time);
    return row < this.length && this.time[row] === time && this.part[row] === 0;
  }

  /** Whether a bar that starts in `[fromMs, toMs)` was recorded in part. */
  hasPart(fromMs: number, toMs: number): boolean {
    for (let row = flowRowFrom(this, fromMs); row < this.length && this.time[row]! < toMs; row++)
      if (this.part[row] === 1) return true;
    return false;
  }

  /** The same bars with levels `ratio` times as high. */
  coarser(ratio: number): FlowBars {
    const { levelPrice, tickPrice, lotCoins } = this;
    const made = new FlowBars({ levelPrice: levelPrice * ratio, tickPrice, lotCoins });
    for (let row = 0; row < this.length; row++) {
      const first = this.firstCell[row]!;
      made.rowOf(this.time[row]!);
      for (let at = 0; at < this.levelCount[row]!; at++) {
        const level = Math.floor((this.firstLevel[row]! + at) / ratio);
        const [sold, bought] = [this.sold[first + at]!, this.bought[first + at]!];
        if (sold > 0) made.add(this.time[row]!, level, sold, false);
        if (bought > 0) made.add(this.time[row]!, level, bought, true);
      }
      made.part[row] = this.part[row]!;
    }
    made.revision = this.revision + 1;
    made.pastRevision = this.pastRevision + 1;
    made.changedAt.fill(made.revision, 0, made.length);
    return made;
  }

  /** Row of the first of the bars at the end that changed after a revision; `length` where the last one did not. */
  changedSince(revision: number): number {
    let row = this.length;
    while (row > 0 && this.changedAt[row - 1]! > revision) row--;
    return row;
  }

  /** Marks the bar that starts at `time`, if there is one, as recorded in part. */
  markPart(time: number): void {
    const row = flowRowFrom(this, time);
    if (this.time[row] !== time || row >= this.length) return;
    this.part[row] = 1;
    this.#changed(row);
  }

  #changed(row: number): void {
    this.changedAt[row] = ++this.revision;
    if (row < this.length - 1) this.pastRevision++;
  }

  /** Cell of a level; the bar's levels reach to it from now on. */
  #cellOf(row: number, level: number): number {
    const count = this.levelCount[row]!;
    const first = this.firstLevel[row]!;
    if (count === 0) {
      if (this.#runCells[row] === 0) this.#giveRun(row, FIRST_RUN_CELLS);
      this.firstLevel[row] = level;
      this.levelCount[row] = 1;
      return (this.firstCell[row] = this.#runStart[row]! + (this.#runCells[row]! >> 1));
    }
    const low = Math.min(first, level);
    const span = Math.max(first + count - 1, level) - low + 1;
    if (span > count) this.#widen(row, low, span);
    return this.firstCell[row]! + level - low;
  }

  /** Extends a bar's levels to `span` of them from `low` on. */
  #widen(row: number, low: number, span: number): void {
    const start = this.#runStart[row]!;
    const cell = this.firstCell[row]! - (this.firstLevel[row]! - low);
    if (cell >= start && cell + span <= start + this.#runCells[row]!) this.firstCell[row] = cell;
    else this.#move(row, low, span);
    this.firstLevel[row] = low;
    this.levelCount[row] = span;
  }

  /** Moves a bar to a run with as many free cells as it has levels. */
  #move(row: number, low: number, span: number): void {
    const count = this.levelCount[row]!;
    // Compacting the pool moves the old cells: their place is read afterwards.
    this.#reserve(2 * span);
    const from = this.firstCell[row]!;
    this.#giveRun(row, 2 * span);
    const to = this.#runStart[row]! + (span >> 1) + this.firstLevel[row]! - low;
    this.sold.copyWithin(to, from, from + count);
    this.bought.copyWithin(to, from, from + count);
    this.firstCell[row] = this.#runStart[row]! + (span >> 1);
  }

  #giveRun(row: number, cells: number): void {
    this.#reserve(cells);
    this.#runStart[row] = this.#used;
    this.#runCells[row] = cells;
    this.#used += cells;
  }

  /** Makes place for `cells` more at the end of the pool: drops abandoned runs, and doubles the memory if need be. */
  #reserve(cells: number): void {
    const capacity = this.sold.length;
    if (this.#used + cells <= capacity) return;
    let needed = cells;
    for (let row = 0; row < this.length; row++) needed += this.#runCells[row]!;
    this.#compact(needed > capacity / 2 ? 2 * Math.max(capacity, needed) : capacity);
  }

  /** Moves the runs together, into a pool of so many cells. */
  #compact(capacity: number): void {
    const sold = new Float64Array(capacity);
    const bought = new Float64Array(capacity);
    let to = 0;
    for (let row = 0; row < this.length; row++) {
      const start = this.#runStart[row]!;
      const cells = this.#runCells[row]!;
      sold.set(this.sold.subarray(start, start + cells), to);
      bought.set(this.bought.subarray(start, start + cells), to);
      this.#runStart[row] = to;
      this.firstCell[row]! += to - start;
      to += cells;
    }
    this.sold = sold;
    this.bought = bought;
    this.#used = to;
  }

  #empty(row: number): void {
    const start = this.#runStart[row]!;
    this.sold.fill(0, start, start + this.#runCells[row]!);
    this.bought.fill(0, start, start + this.#runCells[row]!);
    this.levelCount[row] = 0;
  }

  #insert(at: number, time: number): number {
    let row = at;
    if (time < this.#fromMs) return -1;
    if (this.length === MAX_BARS || this.#used > MAX_CELLS) {
      this.#fromMs = this.time[Math.min(row, this.length >> 1)]!;
      if (time < this.#fromMs) return -1;
      row -= this.#dropOlderHalf();
    }
    if (this.length === this.time.length) this.#growRows();
    for (const column of this.#rows()) column.copyWithin(row + 1, row, this.length);
    this.time[row] = time;
    this.levelCount[row] = this.firstCell[row] = this.firstLevel[row] = this.part[row] = this.changedAt[row] = 0;
    this.#runStart[row] = this.#runCells[row] = 0;
    this.length++;
    if (row < this.length - 1) this.pastRevision++;
    return row;
  }

  #rows(): (Float64Array | Uint32Array | Uint8Array)[] {
    const { time, firstLevel, levelCount, firstCell, part, changedAt } = this;
    return [time, firstLevel, levelCount, firstCell, part, changedAt, this.#runStart, this.#runCells];
  }

  #growRows(): void {
    this.time = widened(this.time);
    this.firstLevel = widened(this.firstLevel);
    this.levelCount = widened(this.levelCount);
    this.firstCell = widened(this.firstCell);
    this.part = widened(this.part);
    this.changedAt = widened(this.changedAt);
    this.#runStart = widened(this.#runStart);
    this.#runCells = widened(this.#runCells);
  }

  /** Returns how many bars were dropped. */
  #dropOlderHalf(): number {
    const dropped = this.length >> 1;
    for (const column of this.#rows()) column.copyWithin(0, dropped, this.length);
    this.length -= dropped;
    // Their runs are abandoned: the pool is compacted.
    this.#compact(this.sold.length);
    this.pastRevision++;
    return dropped;
  }
}
