// The past from tiles and the live book join without a seam, a doubled column or a guess.
import { expect, it } from 'vitest';
import { type HeatTile, TILE_COLUMNS } from '../../../chart/heat-map/heat-tiles.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { type DepthTile, encodeDepthTile } from '../../../core/market-data/depth-tile.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { OrderBook } from '../../../workers/book/order-book.ts';
import { bookEvent } from '../../../workers/decode/decoded-event.ts';
import { DepthRecorder } from '../../../workers/depth-history/depth-recorder.ts';
import { TileLoader } from '../../../workers/tiles/tile-loader.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { coin } from '../../support/feed/coin.ts';

const START = 1_700_000_000_000;
const SECOND = 1000;
const market = instrumentOf(coin(2));

/** A recorder with a book that changes twice a second. */
class Recording {
  readonly sync = new BookSync(0, () => {});
  readonly recorder: DepthRecorder;

  constructor(tiles: TileLoader | null) {
    this.recorder = new DepthRecorder(market, this.sync, tiles);
    this.sync.watcher = this.recorder;
  }

  send(book: OrderBook, ts: number, snapshot: boolean, seq: number, price: number, lots: number): void {
    const event = { ...bookEvent(), snapshot, seq, prevSeq: seq - 1, ts, pts: ts, cs: book.checksum };
    if (snapshot) {
      for (let rank = 0; rank < book.bids.length; rank++)
        event.bids.data.set([book.bids.priceAt(rank), book.bids.lotsAt(rank)], event.bids.add());
      for (let rank = 0; rank < book.asks.length; rank++)
        event.asks.data.set([book.asks.priceAt(rank), book.asks.lotsAt(rank)], event.asks.add());
    } else event.bids.data.set([price, lots], event.bids.add());
    this.sync.accept(event, ts);
  }
}

/** The exchange's tile of what another recorder saw until `untilMs`. */
function served(tile: HeatTile, untilMs: number): Uint8Array<ArrayBuffer> {
  const columns = Math.min(tile.columns, Math.ceil((untilMs - tile.fromMs) / tile.columnMs));
  const unknown = tile.known.indexOf(1);
  const made: DepthTile = {
    coinInfoId: 2,
    fromMs: tile.fromMs,
    columnMs: tile.columnMs,
    levelTicks: tile.levelTicks,
    untilMs: Math.min(untilMs, tile.fromMs + TILE_COLUMNS * tile.columnMs),
    seams: unknown > 0 ? [[tile.fromMs, tile.fromMs + unknown * tile.columnMs]] : [],
    lowLevel: tile.lowLevel,
    levels: Math.min(512, tile.levels),
    columns,
    bids: new Float32Array(columns * Math.min(512, tile.levels)),
    asks: new Float32Array(columns * Math.min(512, tile.levels)),
    bestBids: new Float64Array(columns),
    bestAsks: new Float64Array(columns),
    trades: {
      column: new Uint16Array(),
      level: new Float64Array(),
      sold: new Float64Array(),
      bought: new Float64Array(),
    },
  };
  for (let column = 0; column < columns; column++)
    for (let level = 0; level < made.levels; level++)
      made.bids[column * made.levels + level] = tile.lots[column * tile.levels + level]!;
  return encodeDepthTile(made);
}

const knownColumns = (tiles: readonly HeatTile[]): Map<number, string> => {
  const found = new Map<number, string>();
  for (const { fromMs, columnMs, columns, known, lots, levels, lowLevel } of tiles)
    for (let column = 0; column < columns; column++) {
      if (known[column] === 0) continue;
      const at = fromMs + column * columnMs;
      if (found.has(at)) throw new Error(`column ${at} is there twice`);
      const cells = [...lots.subarray(column * levels, (column + 1) * levels)];
      found.set(at, cells.flatMap((each, level) => (each > 0 ? [`${lowLevel + level}:${each}`] : [])).join());
    }
  return found;
};

it.each([0, 1, 3])('resolution %i: each column that either knows is there once, as it was', async (resolution) => {
  const random = seeded(7 + resolution);
  const other = new Recording(null);
  let untilMs = 0;
  const asked: string[] = [];
  const tiles = new TileLoader({
    platform: { stampMs: () => 0, after: () => () => {} },
    fetch: async (address) => {
      asked.push(address);
      const from = Number(new URLSearchParams(address.split('?')[1]).get('fromMs'));
      const tile = other.recorder.tilesAt(resolution, -Infinity, Infinity).find(({ fromMs }) => fromMs === from);
      return tile ? { kind: 'bytes', bytes: served(tile, untilMs) } : { kind: 'missing' };
    },
  });
  const own = new Recording(tiles);
  const book = new OrderBook(0);
  const change = (price: number, lots: number, side: 'bids' | 'asks' = 'bids'): void => {
    const { [side]: rows, ...rest } = { ...bookEvent(), seq: 0, ts: 0, cs: 0 };
    rows.data.set([price, lots], rows.add());
    book.apply({ ...rest, [side]: rows } as ReturnType<typeof bookEvent>);
  };
  change(50_010, 9, 'asks');
  change(50_000, 9);
  const spanMs = [400, 900, 0, 9000][resolution]! * SECOND;
  const joinMs = START + spanMs * 0.7;
  let seq = 1;
  other.send(book, START, true, seq, 0, 0);
  for (let ts = START + 300; ts < START + spanMs; ts += spanMs / 600) {
    const at = Math.floor(ts);
    // Five of them in a level stay below the sizes that tiles round.
    const [price, lots] = [49_900 + Math.floor(random() * 100), Math.floor(random() * 12)];
    change(price, lots);
    other.send(book, at, false, ++seq, price, lots);
    if (at < joinMs) continue;
    if (own.sync.book.seq < 0) own.send(book, at, true, seq, 0, 0);
    else own.send(book, at, false, seq, price, lots);
    untilMs = at;
    own.recorder.tilesAt(resolution, START - spanMs, Infinity);
    await Promise.resolve();
  }
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  const wanted = knownColumns(other.recorder.tilesAt(resolution, START, Infinity));
  const found = knownColumns(own.recorder.tilesAt(resolution, START, Infinity));
  // The tile that both share was fetched while it was not finished: what was between it and the live book comes later.
  const missing = [...wanted.keys()].filter((at) => !found.has(at));
  for (const [at, cells] of found) expect(cells, `${at - START}`).toBe(wanted.get(at));
  expect(missing.length).toBeLessThan(3);
  expect(found.size).toBeGreaterThan(100);
  expect(new Set(asked).size).toBe(asked.length);
});
