// Naive twin of the recorded book: every state of it with its time, and all trades.
import { TILE_COLUMNS, type HeatSource, type HeatTile } from '../../../chart/heat-map/heat-tiles.ts';
import type { BookEvent } from '../../../workers/decode/decoded-event.ts';
import { expect } from 'vitest';

interface Trade {
  id: number;
  ts: number;
  price: number;
  lots: number;
  isBuy: boolean;
}

/** A book at a moment; null: not known from here on. */
interface State {
  ts: number;
  levels: Map<number, number> | null;
  bestBid: number;
  bestAsk: number;
}

export class DepthTwin {
  readonly states: State[] = [];
  readonly trades: Trade[] = [];
  /** When the first book was published. */
  startMs = NaN;
  #bids = new Map<number, number>();
  #asks = new Map<number, number>();
  readonly #depth: number;

  /** `depth` as in a subscription, 0 for all levels. */
  constructor(depth: number) {
    this.#depth = depth === 0 ? Infinity : depth;
  }

  apply({ snapshot, ts, pts, bids, asks }: BookEvent): void {
    if (snapshot) {
      this.#bids = new Map();
      this.#asks = new Map();
    }
    const from = snapshot ? pts : ts;
    if (Number.isNaN(this.startMs)) this.startMs = pts;
    for (const [side, rows] of [
      [this.#bids, bids],
      [this.#asks, asks],
    ] as const)
      for (let row = 0; row < rows.count; row++) {
        const [price, lots] = [rows.data[row * 2]!, rows.data[row * 2 + 1]!];
        if (lots === 0) side.delete(price);
        else side.set(price, lots);
      }
    this.#cut(this.#bids, (one, other) => other - one);
    this.#cut(this.#asks, (one, other) => one - other);
    // What was published later holds also for the time it is about.
    while (this.states.length > 0 && this.states.at(-1)!.ts > from) this.states.pop();
    const levels = new Map(this.#bids);
    for (const [price, lots] of this.#asks) levels.set(price, (levels.get(price) ?? 0) + lots);
    this.states.push({
      ts: from,
      levels,
      bestBid: Math.max(...this.#bids.keys()),
      bestAsk: Math.min(...this.#asks.keys()),
    });
  }

  lose(ts: number): void {
    this.states.push({ ts, levels: null, bestBid: NaN, bestAsk: NaN });
  }

  /** The state before a moment; null where it is not known. */
  before(ts: number): State | null {
    const state = this.states.findLast((each) => each.ts < ts);
    return state?.levels ? state : null;
  }

  #cut(side: Map<number, number>, order: (one: number, other: number) => number): void {
    if (side.size <= this.#depth) return;
    const prices = [...side.keys()].toSorted(order);
    for (const price of prices.slice(this.#depth)) side.delete(price);
  }
}

/** Compares every cell, best price and trade of every tile that begins before `endMs`. Returns how many columns. */
export function expectEqual(source: HeatSource, twin: DepthTwin, endMs: number): number {
  let compared = 0;
  const { startMs } = twin;
  for (const [resolution, columnMs] of source.columnMs.entries())
    for (const tile of source.tilesAt(resolution, -Infinity, Infinity))
      for (let column = 0; column < tile.columns; column++) {
        const columnEnd = tile.fromMs + (column + 1) * columnMs;
        // The running column shows the book so far.
        const state = twin.before(Math.min(columnEnd, endMs + 1));
        const isKnown = columnEnd > startMs && state !== null;
        if (tile.known[column] !== (isKnown ? 1 : 0))
          throw new Error(
            `${columnMs} ms, column to ${columnEnd - startMs}: known ${tile.known[column]}, not ${isKnown}`,
          );
        if (isKnown) expectColumn(tile, column, state);
        compared++;
      }
  expectTrades(source, twin);
  return compared;
}

function expectColumn(tile: HeatTile, column: number, state: State): void {
  const wanted = new Map<number, number>();
  for (const [price, lots] of state.levels!) {
    const level = Math.floor(price / tile.levelTicks);
    wanted.set(level, Math.fround((wanted.get(level) ?? 0) + lots));
  }
  for (let place = 0; place < tile.levels; place++) {
    const found = tile.lots[column * tile.levels + place]!;
    const want = wanted.get(tile.lowLevel + place) ?? 0;
    wanted.delete(tile.lowLevel + place);
    if (Math.abs(found - want) > want * 1e-6)
      throw new Error(`level ${tile.lowLevel + place}, column ${column}: ${found}, not ${want}`);
  }
  // What is further than 1024 levels from the best price may be left out.
  const middle = Math.floor(state.bestBid / tile.levelTicks);
  const missing = [...wanted.keys()].filter((level) => Math.abs(level - middle) < 1023);
  if (missing.length > 0) throw new Error(`levels are missing: ${missing}`);
  const best = [tile.bestBids[column], tile.bestAsks[column]];
  expect(best).toEqual([finite(state.bestBid), finite(state.bestAsk)]);
}

const finite = (value: number): number => (Number.isFinite(value) ? value : NaN);

function expectTrades(source: HeatSource, { trades, startMs }: DepthTwin): void {
  for (const [resolution, columnMs] of source.columnMs.entries()) {
    const wanted = new Map<string, [sold: number, bought: number]>();
    const levelTicks = source.levelTicksAt(resolution);
    const seen = new Set<number>();
    for (const { id, ts, price, lots, isBuy } of trades) {
      if (ts < startMs || seen.has(id)) continue;
      seen.add(id);
      const key = `${Math.floor(ts / columnMs)} ${Math.floor(price / levelTicks)}`;
      const sums = wanted.get(key) ?? [0, 0];
      sums[isBuy ? 1 : 0] += lots;
      wanted.set(key, sums);
    }
    const found = new Map<string, [number, number]>();
    for (const {
      fromMs,
      trades: { count, column, level, sold, bought },
    } of source.tilesAt(resolution, -Infinity, Infinity))
      for (let at = 0; at < count; at++) {
        const key = `${fromMs / columnMs + column[at]!} ${level[at]}`;
        expect(found.has(key)).toBe(false);
        found.set(key, [sold[at]!, bought[at]!]);
      }
    // Old tiles are dropped.
    for (const key of wanted.keys()) {
      const at = Number(key.split(' ')[0]);
      const hasTile = source
        .tilesAt(resolution, -Infinity, Infinity)
        .some(({ fromMs }) => Math.floor(at / TILE_COLUMNS) === fromMs / columnMs / TILE_COLUMNS);
      if (!hasTile) wanted.delete(key);
    }
    expect(found).toEqual(wanted);
  }
}
