// Trading sessions of the order flow: point of control of each, and since when the market has traded there again.
import { DAY_MS } from '../../core/units/durations.ts';
import type { CandleColumns } from '../api.ts';
import { barMsOf } from '../scene/bar-length.ts';
import type { View } from '../scene/view.ts';
import { type FlowColumns, flowRowFrom, widened } from './flow-columns.ts';
import { RangeProfile } from './range-profile.ts';

/** A trading session is a day in UTC, as at the exchange. */
export const SESSION_MS = DAY_MS;
const FIRST_SESSIONS = 64;
/** Narrower sessions have no profile. */
const MIN_CSS_PX = 24;

/** Whether candles are short enough for sessions, and those wide enough for profiles. */
export function sessionFits({ market, data, time, ratio }: View): boolean {
  const barMs = barMsOf(market.interval, data.columns);
  return barMs <= SESSION_MS && (SESSION_MS / barMs) * time.barPx >= MIN_CSS_PX * ratio;
}

/**
 * All sessions that have a bar, ascending. After a change of past bars or candles all are made again; else only the
 * newest, and naked levels are compared with the candles since the last update.
 */
export class TradingSessions {
  length = 0;
  /** Start of each session, ms, and its bars: rows [fromRow, toRow) of the flow. */
  start = new Float64Array(FIRST_SESSIONS);
  fromRow = new Uint32Array(FIRST_SESSIONS);
  toRow = new Uint32Array(FIRST_SESSIONS);
  /** Price of its point of control; NaN where nothing was traded, or its beginning is older than the candles. */
  control = new Float64Array(FIRST_SESSIONS);
  /** Start of the first later candle that reached this price, ms; Infinity: none did, the level is naked. */
  touchedMs = new Float64Array(FIRST_SESSIONS);
  /** Profile of the newest session. */
  readonly newest = new RangeProfile();
  readonly #scratch = new RangeProfile();
  /** Sessions whose level no candle before `#scannedMs` reached. */
  #naked: number[] = [];
  #scannedMs = -Infinity;
  #flow: FlowColumns | null = null;
  #pastRevision = -1;
  #revision = -1;
  #rewrites = -1;
  #mostRows = 0;
  #areaPercent = 0;
  readonly #sessionMs: number;

  constructor(sessionMs = SESSION_MS) {
    this.#sessionMs = sessionMs;
  }

  /** `rewrites` grows with every change of candles before the newest. */
  update(flow: FlowColumns, candles: CandleColumns, rewrites: number, mostRows: number, areaPercent: number): void {
    const isSame =
      flow === this.#flow &&
      flow.pastRevision === this.#pastRevision &&
      rewrites === this.#rewrites &&
      mostRows === this.#mostRows &&
      areaPercent === this.#areaPercent;
    if (!isSame) {
      this.#revision = -1;
      this.length = 0;
      this.#naked.length = 0;
      this.#scannedMs = -Infinity;
    }
    this.#flow = flow;
    this.#pastRevision = flow.pastRevision;
    this.#rewrites = rewrites;
    this.#mostRows = mostRows;
    this.#areaPercent = areaPercent;
    if (flow.revision !== this.#revision) this.#extend(flow, candles);
    this.#revision = flow.revision;
    this.#scan(candles);
  }

  /** Takes in what was traded since: the newest session grew, or others followed it. */
  #extend(flow: FlowColumns, candles: CandleColumns): void {
    const sessionMs = this.#sessionMs;
    let at = Math.max(0, this.length - 1);
    let row = this.length === 0 ? 0 : this.fromRow[at]!;
    while (row < flow.length) {
      if (at === this.start.length) this.#grow();
      const start = this.#startOf(flow.time[row]!);
      const to = flow.time[flow.length - 1]! < start + sessionMs ? flow.length : flowRowFrom(flow, start + sessionMs);
      const profile = to === flow.length ? this.newest : this.#scratch;
      profile.fit(flow, row, to, this.#mostRows, this.#areaPercent);
      if (at === this.length) {
        this.touchedMs[at] = Infinity;
        this.#naked.push(at);
        this.length = at + 1;
      }
      this.start[at] = start;
      this.fromRow[at] = row;
      this.toRow[at] = to;
      const isWhole = candles.length > 0 && candles.time[0]! <= start;
      this.control[at] = isWhole && profile.control >= 0 ? profile.priceOf(flow, profile.control) : NaN;
      row = to;
      at += 1;
    }
  }

  /**
   * Compares naked levels with the candles since the last time; the newest of those may have changed since. Candles of
   * a day whose trades have not come yet wait for them: the level of the day before may still move.
   */
  #scan({ time, high, low, length }: CandleColumns): void {
    const untilMs = this.length === 0 ? -Infinity : this.start[this.length - 1]! + this.#sessionMs;
    const naked = this.#naked;
    let row = length;
    while (row > 0 && time[row - 1]! >= this.#scannedMs) row--;
    for (; row < length && time[row]! < untilMs; row++) {
      let left = 0;
      for (let place = 0; place < naked.length; place++) {
        const at = naked[place]!;
        const price = this.control[at]!;
        const isLater = time[row]! >= this.start[at]! + this.#sessionMs;
        if (isLater && low[row]! <= price && price <= high[row]!) this.touchedMs[at] = time[row]!;
        else if (!isLater || !Number.isNaN(price)) naked[left++] = at;
      }
      naked.length = left;
      this.#scannedMs = time[row]!;
    }
  }

  #startOf(timeMs: number): number {
    return Math.floor(timeMs / this.#sessionMs) * this.#sessionMs;
  }

  #grow(): void {
    this.start = widened(this.start);
    this.control = widened(this.control);
    this.touchedMs = widened(this.touchedMs);
    this.fromRow = widened(this.fromRow);
    this.toRow = widened(this.toRow);
  }
}
