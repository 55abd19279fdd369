// The newest trades without a gap among them, so that a tile can be continued from where it ends.
import { ALL_BEFORE_END, FLOW_BARS, type FlowTile } from '../../core/market-data/flow-tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { Rows } from '../decode/rows.ts';

/** Start of the bar, level, lots, 1 for a buy, time and id of the trade. */
const FIELD = { start: 0, level: 1, lots: 2, isBuy: 3, ts: 4, id: 5, size: 6 } as const;
/** Most trades; at the limit the older half is dropped. */
const MAX_TRADES = 16_384;

/** Where a tile ends. */
export type TileEnd = Pick<FlowTile, 'fromMs' | 'barMs' | 'untilMs' | 'lastId'>;

const endOf = ({ fromMs, barMs }: TileEnd): EpochMs => fromMs + FLOW_BARS * barMs;

/** Whether a trade is in a tile or in one before. Those of watched venues may come late, with the venue's time. */
export function isInTile(tile: TileEnd, id: number, ts: EpochMs): boolean {
  return tile.lastId > 0 ? id <= tile.lastId && ts < endOf(tile) : ts < tile.untilMs;
}

export class RecentFlow {
  /** Time of the oldest trade; Infinity without one. */
  fromMs: EpochMs = Infinity;
  /** The oldest; Infinity without one. */
  fromId = Infinity;
  readonly #rows = new Rows(FIELD.size);
  readonly #lateMs: number;

  /** A trade may carry a time that is so much before that of an earlier one. */
  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  clear(): void {
    this.#rows.clear();
    this.fromMs = this.fromId = Infinity;
  }

  add(start: EpochMs, level: number, lots: number, isBuy: boolean, ts: EpochMs, id: number): void {
    if (this.#rows.count === MAX_TRADES) this.#dropOlderHalf();
    if (this.#rows.count === 0) [this.fromMs, this.fromId] = [ts, id];
    const at = this.#rows.add();
    const { data } = this.#rows;
    data[at + FIELD.start] = start;
    data[at + FIELD.level] = level;
    data[at + FIELD.lots] = lots;
    data[at + FIELD.isBuy] = isBuy ? 1 : 0;
    data[at + FIELD.ts] = ts;
    data[at + FIELD.id] = id;
  }

  /** Whether the trades here reach back to where a tile ends. */
  continues(tile: TileEnd): boolean {
    if (tile.lastId > 0) return this.fromId <= tile.lastId + 1;
    return tile.lastId === ALL_BEFORE_END ? this.fromMs < tile.untilMs : this.hasAllFrom(tile.untilMs);
  }

  /** Whether all trades of a time and of later ones are here. */
  hasAllFrom(ms: EpochMs): boolean {
    return this.fromMs + this.#lateMs < ms;
  }

  /** Levels are `ratio` times as high from now on. */
  coarsen(ratio: number): void {
    const { data, count } = this.#rows;
    for (let at = FIELD.level; at < count * FIELD.size; at += FIELD.size) data[at] = Math.floor(data[at]! / ratio);
  }

  /** Calls `visit` with the trades that are not in a tile. */
  behind(tile: TileEnd, visit: (start: EpochMs, level: number, lots: number, isBuy: boolean) => void): void {
    const { data, count } = this.#rows;
    for (let at = 0; at < count * FIELD.size; at += FIELD.size) {
      if (isInTile(tile, data[at + FIELD.id]!, data[at + FIELD.ts]!)) continue;
      visit(data[at]!, data[at + FIELD.level]!, data[at + FIELD.lots]!, data[at + FIELD.isBuy] === 1);
    }
  }

  #dropOlderHalf(): void {
    const dropped = MAX_TRADES / 2;
    this.#rows.data.copyWithin(0, dropped * FIELD.size, MAX_TRADES * FIELD.size);
    this.#rows.count = MAX_TRADES - dropped;
    this.fromMs = this.#rows.data[FIELD.ts]!;
    this.fromId = this.#rows.data[FIELD.id]!;
  }
}
