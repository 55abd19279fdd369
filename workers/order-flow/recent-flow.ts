// The newest trades without a gap among them, so that a tile can be continued from where it ends.
import type { EpochMs } from '../../core/units/time.ts';
import { Rows } from '../decode/rows.ts';

/** Start of the bar, level, lots, 1 for a buy, time of the trade. */
const FIELD = { start: 0, level: 1, lots: 2, isBuy: 3, ts: 4, size: 5 } as const;
/** Most trades; at the limit the older half is dropped. */
const MAX_TRADES = 16_384;

export class RecentFlow {
  /** All trades after this time are here; Infinity without one. */
  fromMs: EpochMs = Infinity;
  readonly #rows = new Rows(FIELD.size);

  clear(): void {
    this.#rows.clear();
    this.fromMs = Infinity;
  }

  add(start: EpochMs, level: number, lots: number, isBuy: boolean, ts: EpochMs): void {
    if (this.#rows.count === MAX_TRADES) this.#dropOlderHalf();
    if (this.#rows.count === 0) this.fromMs = ts;
    const at = this.#rows.add();
    const { data } = this.#rows;
    data[at + FIELD.start] = start;
    data[at + FIELD.level] = level;
    data[at + FIELD.lots] = lots;
    data[at + FIELD.isBuy] = isBuy ? 1 : 0;
    data[at + FIELD.ts] = ts;
  }

  /** Levels are `ratio` times as high from now on. */
  coarsen(ratio: number): void {
    const { data, count } = this.#rows;
    for (let at = FIELD.level; at < count * FIELD.size; at += FIELD.size) data[at] = Math.floor(data[at]! / ratio);
  }

  /** Calls `visit` with the trades from `fromMs` on. */
  since(fromMs: EpochMs, visit: (start: EpochMs, level: number, lots: number, isBuy: boolean) => void): void {
    const { data, count } = this.#rows;
    for (let at = 0; at < count * FIELD.size; at += FIELD.size) {
      if (data[at + FIELD.ts]! < fromMs) continue;
      visit(data[at]!, data[at + FIELD.level]!, data[at + FIELD.lots]!, data[at + FIELD.isBuy] === 1);
    }
  }

  #dropOlderHalf(): void {
    const dropped = MAX_TRADES / 2;
    this.#rows.data.copyWithin(0, dropped * FIELD.size, MAX_TRADES * FIELD.size);
    this.#rows.count = MAX_TRADES - dropped;
    this.fromMs = this.#rows.data[FIELD.ts]!;
  }
}
