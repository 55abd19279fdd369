// Stores candles: one row per market, interval and chunk of 240 candles, the columns as one blob.
import { INTERVAL_MS } from '../../core/units/time.ts';
import type { Migration } from '../store/migrate.ts';
import type { Rows, Store, Value } from '../store/store.ts';
import { BASE_INTERVALS, type BaseInterval, STORED_CANDLES } from './market-candles.ts';
import type { FeedMarket } from './feed-market.ts';
import { SERIES_COLUMNS } from './candle-series.ts';

/** Tables of the feed. The blob holds little-endian doubles, column after column in the order of SERIES_COLUMNS. */
export const feedMigrations: Migration[] = [
  {
    name: 'feed-1-candles',
    statements: [
      `CREATE TABLE candle_chunk (
        coin_info_id INTEGER NOT NULL,
        period TEXT NOT NULL,
        chunk BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (coin_info_id, period, chunk)
      )`,
    ],
  },
  {
    name: 'feed-2-candle-trade',
    // Number of the last trade that a market's stored candles count.
    statements: ['CREATE TABLE candle_trade (coin_info_id INTEGER PRIMARY KEY, trade_id BIGINT NOT NULL)'],
  },
];

/** Candles per row: a row is rewritten every minute while it fills, and 240 of them still load quickly at startup. */
const CHUNK_CANDLES = 240;
const BYTES_PER_CANDLE = SERIES_COLUMNS.length * 8;

interface ChunkRow {
  coin_info_id: bigint;
  period: string;
  data: Uint8Array;
}

/** Fills the markets' candles from the store. Throws Error on a blob of a wrong length or an unknown interval. */
export async function loadCandleHistory(store: Store, markets: ReadonlyMap<number, FeedMarket>): Promise<void> {
  const chunks = await store.all<ChunkRow>(
    'SELECT coin_info_id, period, data FROM candle_chunk ORDER BY coin_info_id, period, chunk',
  );
  for (const { coin_info_id, period, data } of chunks) {
    const market = markets.get(Number(coin_info_id));
    if (!market) continue;
    if (!isBaseInterval(period) || data.byteLength % BYTES_PER_CANDLE !== 0)
      throw new Error(`candles of ${coin_info_id} ${period} are damaged`);
    const columns = new Float64Array(data.byteLength / 8);
    new Uint8Array(columns.buffer).set(data);
    market.candles.base[period].appendColumns(columns, data.byteLength / BYTES_PER_CANDLE);
  }
  const trades = await store.all<{ coin_info_id: bigint; trade_id: bigint }>('SELECT * FROM candle_trade');
  for (const { coin_info_id, trade_id } of trades) {
    const market = markets.get(Number(coin_info_id));
    if (market) market.countedTrade = Number(trade_id);
  }
}

/**
 * Writes unsaved candles of all markets in one transaction, so that the intervals agree after a crash. On an error the
 * candles stay marked as unsaved, and the error is thrown.
 */
export async function saveCandleHistory(store: Store, markets: Iterable<FeedMarket>): Promise<void> {
  const rows: Value[][] = [];
  const trades: Value[][] = [];
  const expired: Value[][] = [];
  const undo: (() => void)[] = [];
  for (const market of markets) {
    trades.push([market.id, Math.max(market.trades.lastId, market.countedTrade ?? 0)]);
    for (const period of BASE_INTERVALS) {
      const from = market.candles.unsavedFrom[period];
      if (from === Infinity) continue;
      rows.push(...chunksFrom(market, period, from));
      if (STORED_CANDLES[period] !== Infinity)
        expired.push([market.id, period, chunkOf(market.candles.base[period].start[0] ?? 0, period)]);
      market.candles.unsavedFrom[period] = Infinity;
      undo.push(() => {
        market.candles.unsavedFrom[period] = Math.min(market.candles.unsavedFrom[period], from);
      });
    }
  }
  if (rows.length === 0) return;
  try {
    await store.transaction((tx) => write(tx, rows, trades, expired));
  } catch (error) {
    for (const step of undo) step();
    throw error;
  }
}

async function write(tx: Rows, rows: Value[][], trades: Value[][], expired: Value[][]): Promise<void> {
  await tx.many(
    `INSERT INTO candle_chunk (coin_info_id, period, chunk, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (coin_info_id, period, chunk) DO UPDATE SET data = excluded.data`,
    rows,
  );
  await tx.many(
    `INSERT INTO candle_trade (coin_info_id, trade_id) VALUES (?, ?)
     ON CONFLICT (coin_info_id) DO UPDATE SET trade_id = excluded.trade_id`,
    trades,
  );
  await tx.many('DELETE FROM candle_chunk WHERE coin_info_id = ? AND period = ? AND chunk < ?', expired);
}

/** Rows of parameters for every chunk from the one that contains `from` on. */
function chunksFrom(market: FeedMarket, period: BaseInterval, from: number): Value[][] {
  const series = market.candles.base[period];
  const rows: Value[][] = [];
  let at = series.indexFrom(chunkOf(from, period) * CHUNK_CANDLES * INTERVAL_MS[period]);
  while (at < series.size) {
    const chunk = chunkOf(series.start[at] ?? 0, period);
    const end = series.indexFrom((chunk + 1) * CHUNK_CANDLES * INTERVAL_MS[period]);
    rows.push([market.id, period, chunk, new Uint8Array(series.copyColumns(at, end).buffer)]);
    at = end;
  }
  return rows;
}

function chunkOf(start: number, period: BaseInterval): number {
  return Math.floor(start / (CHUNK_CANDLES * INTERVAL_MS[period]));
}

function isBaseInterval(period: string): period is BaseInterval {
  return (BASE_INTERVALS as readonly string[]).includes(period);
}
