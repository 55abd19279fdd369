// Trades of the heat map around losses of the connection: from the past or from the live book, never from both.
import { beforeEach, describe, expect, it } from 'vitest';
import { type HeatTile, TILE_COLUMNS } from '../../../chart/heat-map/heat-tiles.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import type { DepthTile } from '../../../core/market-data/depth-tile.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { bookEvent } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import type { TileKey, TileState, Tiles } from '../../../workers/tiles/tile-loader.ts';
import { coin } from '../../support/feed/coin.ts';

const market = instrumentOf(coin(2));
const COLUMN_MS = 1000;
const START = 1_700_000_000_000 - (1_700_000_000_000 % (TILE_COLUMNS * COLUMN_MS));
const BEST_BID = 50_000;

interface Trade {
  id: number;
  ts: number;
  lots: number;
}

/** Seven trades a second for two minutes. */
const TRADES: Trade[] = Array.from({ length: 840 }, (_, at) => ({
  id: 1 + at,
  ts: START + Math.floor((at * 1000) / 7),
  lots: 1 + (at % 5),
}));

let sync: BookSync;
let recorder: DepthRecorder;
/** Up to when the exchange's tile goes; a new one for each time. */
let servedMs: number;
let served: DepthTile | null;
/** Times in which the exchange recorded nothing. */
let seams: DepthTile['seams'];

function tileOf({ fromMs, columnMs, levelTicks }: Extract<TileKey, { kind: 'depth' }>['request']): DepthTile {
  const untilMs = Math.min(servedMs, fromMs + TILE_COLUMNS * columnMs);
  const columns = Math.ceil((untilMs - fromMs) / columnMs);
  const sums = new Float64Array(TILE_COLUMNS);
  for (const { ts, lots } of TRADES)
    if (ts < untilMs && !seams.some(([from, to]) => ts >= from && ts < to))
      sums[Math.floor((ts - fromMs) / columnMs)]! += lots;
  const filled = Array.from(sums.keys()).filter((column) => sums[column]! > 0);
  return {
    coinInfoId: 2,
    fromMs,
    columnMs,
    levelTicks,
    untilMs,
    seams: seams.filter(([from]) => from < untilMs),
    lowLevel: Math.floor(BEST_BID / levelTicks),
    levels: 1,
    columns,
    bids: new Float32Array(columns).fill(1),
    asks: new Float32Array(columns),
    bestBids: new Float64Array(columns).fill(BEST_BID),
    bestAsks: new Float64Array(columns),
    trades: {
      column: Uint16Array.from(filled),
      level: Float64Array.from(filled, () => Math.floor(BEST_BID / levelTicks)),
      sold: Float64Array.from(filled, (column) => sums[column]!),
      bought: new Float64Array(filled.length),
    },
  };
}

const tiles: Tiles = {
  open: () => ({ show: () => {}, dispose: () => {} }),
  flow: () => ({ kind: 'missing' }),
  trades: () => ({ kind: 'missing' }),
  depth: (request): TileState<DepthTile> => {
    if (request.fromMs !== START) return { kind: 'missing' };
    const untilMs = Math.min(servedMs, START + TILE_COLUMNS * COLUMN_MS);
    if (served?.untilMs !== untilMs) served = tileOf(request);
    return { kind: 'tile', tile: served };
  },
};

function goLive(ms: number): void {
  const book = new OrderBook(0);
  const event = { ...bookEvent(), snapshot: true, seq: 1, ts: ms, pts: ms };
  event.bids.data.set([BEST_BID, 1], event.bids.add());
  book.replace(event);
  sync.onSubscribed(ms);
  sync.accept({ ...event, cs: book.checksum }, ms);
}

/** The exchange sends the trades of `[fromMs, toMs)`, and the book stays as it was until then. */
function play(fromMs: number, toMs: number, isLost: (trade: Trade) => boolean = () => false): void {
  const rows = new Rows(TRADE_FIELD.size);
  for (const trade of TRADES) {
    const { id, ts, lots } = trade;
    if (ts < fromMs || ts >= toMs || isLost(trade)) continue;
    const place = rows.add();
    rows.data.set([id, BEST_BID, lots, 2, ts], place);
  }
  recorder.addTrades(rows);
  recorder.advance(toMs);
}

const at = (seconds: number): number => START + seconds * 1000;

function shownTiles(fromS: number, toS: number): readonly HeatTile[] {
  return recorder.tilesAt(0, at(fromS), at(toS));
}

/** Lots by column, up to before `toS`; throws where two tiles know one column. */
function lotsUntil(shown: readonly HeatTile[], toS: number): number[] {
  const lots = Array.from({ length: toS }, () => 0);
  const known = new Set<number>();
  for (const tile of shown) {
    for (let column = 0; column < tile.columns; column++) {
      if (tile.known[column] === 0) continue;
      if (known.has(column)) throw new Error(`column ${column} is there twice`);
      known.add(column);
    }
    const { count, column, sold, bought } = tile.trades;
    for (let entry = 0; entry < count; entry++)
      if (column[entry]! < toS) lots[column[entry]!]! += sold[entry]! + bought[entry]!;
  }
  return lots;
}

function bySecond(trades: readonly Trade[], seconds: number): number[] {
  const lots = Array.from({ length: seconds }, () => 0);
  for (const { ts, lots: some } of trades) lots[Math.floor((ts - START) / 1000)]! += some;
  return lots;
}

/** The market is one of a venue. */
function watch(): void {
  recorder = new DepthRecorder(instrumentOf({ ...coin(2), watchOnly: 1 }), sync, tiles);
  sync.watcher = recorder;
}

function expectAll(shown: readonly HeatTile[], toS: number): void {
  const all = TRADES.filter(({ ts }) => ts < at(toS));
  expect(lotsUntil(shown, toS)).toEqual(bySecond(all, toS));
}

beforeEach(() => {
  served = null;
  seams = [];
  servedMs = START;
  sync = new BookSync(0, () => {});
  recorder = new DepthRecorder(market, sync, tiles);
  sync.watcher = recorder;
});

describe('trades of the heat map', () => {
  it('the column in which the recording begins has those before it too', () => {
    goLive(at(10.4));
    play(at(10.4), at(20));
    servedMs = at(20);
    expectAll(shownTiles(0, 128), 20);
  });

  it('a loss doubles none and leaves none out', () => {
    goLive(at(10.4));
    play(at(10.4), at(20.4));
    sync.onDisconnected();
    goLive(at(25.6));
    // The snapshot has trades of the time of the loss.
    play(at(22.2), at(40));
    servedMs = at(40);
    expectAll(shownTiles(0, 128), 40);
  });

  it('columns of a tile that is ahead of the live book are there once when the live book has them', () => {
    goLive(at(10.4));
    play(at(10.4), at(20));
    servedMs = at(23);
    shownTiles(0, 128);
    play(at(20), at(30));
    servedMs = at(23);
    expectAll(shownTiles(0, 128), 23);
  });

  it('a tile that was shown without the live one beside it is not doubled by it', () => {
    goLive(at(10.4));
    play(at(10.4), at(20.4));
    sync.onDisconnected();
    servedMs = at(60);
    shownTiles(40, 128);
    expectAll(shownTiles(0, 128), 60);
  });

  it('once the live tile is whole the column in which it began still has all its trades', () => {
    goLive(at(0.4));
    play(at(0.4), at(119));
    servedMs = at(119);
    expectAll(shownTiles(0, 128), 119);
    play(at(119), at(140));
    servedMs = at(140);
    expectAll(
      shownTiles(0, 140).filter(({ fromMs }) => fromMs === START),
      119,
    );
  });

  it('a column in which the exchange was away for a moment has what the exchange recorded of it', () => {
    seams = [[at(10.2), at(10.6)]];
    goLive(at(40.4));
    play(at(40.4), at(60));
    servedMs = at(60);
    const recorded = TRADES.filter(({ ts }) => ts < at(60) && (ts < at(10.2) || ts >= at(10.6)));
    expect(lotsUntil(shownTiles(0, 128), 60)).toEqual(bySecond(recorded, 60));
  });

  it('a column in which the exchange was away has what the page saw, where that is more', () => {
    goLive(at(5.4));
    play(at(5.4), at(10.2));
    seams = [[at(9.1), at(10.6)]];
    sync.onDisconnected();
    goLive(at(10.6));
    play(at(10.6), at(20));
    servedMs = at(20);
    const shown = lotsUntil(shownTiles(0, 128), 20);
    const seen = TRADES.filter(({ ts }) => ts < at(20) && !(ts >= at(10) && ts < at(10.6)));
    expect(shown.toSpliced(10, 1)).toEqual(bySecond(seen, 20).toSpliced(10, 1));
  });

  it('trades of a venue that come late, while the connection is lost, are those of the past', () => {
    watch();
    const late = ({ ts }: Trade): boolean => ts >= at(12) && ts < at(12.5);
    goLive(at(0.4));
    play(at(0.4), at(20.4), late);
    sync.onDisconnected();
    goLive(at(60.6));
    // The first message of a new connection has the last trades alone.
    play(at(58), at(70));
    servedMs = at(70);
    expectAll(shownTiles(0, 128), 70);
  });
});
