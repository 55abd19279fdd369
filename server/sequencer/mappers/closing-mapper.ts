// Rows of delistings, of closings by the system, and of the index ticks behind them.
import { NO_HASH, hex } from '../../../core/encoding/bytes.ts';
import type { Delisting } from '../../exchange/closing/delisting.ts';
import { MAX_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import type { RecentTick } from '../../exchange/closing/settlement-window.ts';
import type { Closing } from '../../exchange/event.ts';
import type { Rows, Value } from '../../store/store.ts';

const NO_HASH_HEX = hex(NO_HASH);

export const UPSERT_DELISTING = `INSERT INTO exchange_delisting (coin_info_id, at_ms, stage, price_ticks) VALUES (?, ?, ?, ?)
  ON CONFLICT (coin_info_id) DO UPDATE SET at_ms = excluded.at_ms, stage = excluded.stage, price_ticks = excluded.price_ticks`;
export const INSERT_CLOSING =
  'INSERT INTO exchange_closing (coin_info_id, ts, reason, price_ticks, ticks, hash) VALUES (?, ?, ?, ?, ?, ?)';

export function delistingValues({ coinInfoId, atMs, stage, priceTicks }: Delisting): Value[] {
  return [coinInfoId, atMs, stage, priceTicks];
}

export function closingValues({ coinInfoId, ts, reason, priceTicks, ticks, hash }: Closing): Value[] {
  return [coinInfoId, ts, reason, priceTicks, JSON.stringify(ticks), hash];
}

interface DelistingRow {
  coin_info_id: bigint;
  at_ms: bigint;
  stage: bigint;
  price_ticks: bigint;
}

/** Delistings that were not called off. */
export async function readDelistings(rows: Rows): Promise<Delisting[]> {
  const found = await rows.all<DelistingRow>('SELECT * FROM exchange_delisting WHERE at_ms > 0 ORDER BY coin_info_id');
  return found.map((row) => ({
    coinInfoId: Number(row.coin_info_id),
    atMs: Number(row.at_ms),
    stage: Number(row.stage) as Delisting['stage'],
    priceTicks: Number(row.price_ticks),
  }));
}

/** A row of exchange_index. */
export interface TickRow {
  seq: bigint;
  ts: bigint;
  price_ticks: bigint;
  hash: string | null;
  secret: string | null;
}

/** The last ticks of a market up to `lastSeq`, oldest first; one more is read for the hash that the oldest follows. */
export async function readRecent(rows: Rows, coinInfoId: number, lastSeq: number): Promise<RecentTick[]> {
  const found = await rows.all<TickRow>(
    'SELECT seq, ts, price_ticks, hash, secret FROM exchange_index WHERE coin_info_id = ? AND seq >= ? ORDER BY seq',
    [coinInfoId, lastSeq - MAX_CLOSING_TICKS],
  );
  return found.flatMap((row, at) => {
    const before = found[at - 1];
    return before || row.seq === 1n
      ? [
          {
            seq: Number(row.seq),
            ts: Number(row.ts),
            priceTicks: Number(row.price_ticks),
            prev: before?.hash ?? NO_HASH_HEX,
            ...(row.secret !== null && { secret: row.secret }),
          },
        ]
      : [];
  });
}

interface ClosingRow {
  coin_info_id: bigint;
  ts: bigint;
  reason: string;
  price_ticks: bigint;
  ticks: string;
  hash: string;
}

/** The latest closing of a market for a reason up to a time; null for none. */
export async function closingAt(rows: Rows, coinInfoId: number, reason: string, ts: number): Promise<Closing | null> {
  const row = await rows.first<ClosingRow>(
    'SELECT * FROM exchange_closing WHERE coin_info_id = ? AND reason = ? AND ts <= ? ORDER BY ts DESC LIMIT 1',
    [coinInfoId, reason, ts],
  );
  return row
    ? {
        coinInfoId,
        ts: Number(row.ts),
        reason,
        priceTicks: Number(row.price_ticks),
        ticks: JSON.parse(row.ticks) as RecentTick[],
        hash: row.hash,
      }
    : null;
}
