// Reads committed index ticks with their hashes.
import { NO_HASH, hex } from '../../../core/encoding/bytes.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { ProofTick } from '../../../core/proofs/proof.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type PriceTicks, printSteps, printMoney, parseMoney } from '../../../core/units/units.ts';
import type { TickRow } from '../../sequencer/mappers/closing-mapper.ts';
import type { Rows } from '../../store/store.ts';

/** A tick as a leaf of its minute's tree. */
export interface Leaf {
  coinInfoId: number;
  seq: number;
  hash: string;
}

/** Price of a tick as it is hashed: without trailing zeros. */
export function printTickPrice(instrument: Instrument, priceTicks: PriceTicks): string {
  return printMoney(parseMoney(printSteps(priceTicks, instrument.price)) ?? 0n);
}

/** Hashed ticks of a market with numbers in `[fromSeq, toSeq]`, each with the hash of its predecessor. */
export async function ticksBetween(
  rows: Rows,
  instrument: Instrument,
  fromSeq: number,
  toSeq: number,
): Promise<ProofTick[]> {
  const found = await rows.all<TickRow>(
    'SELECT seq, ts, price_ticks, hash, secret FROM exchange_index WHERE coin_info_id = ? AND seq >= ? AND seq <= ? ORDER BY seq',
    [instrument.info.id, fromSeq - 1, toSeq],
  );
  const ticks: ProofTick[] = [];
  for (const [at, row] of found.entries()) {
    const before = found[at - 1];
    const seq = Number(row.seq);
    if (row.hash === null || seq < fromSeq) continue;
    // The first hashed tick has no predecessor.
    const prev = seq === 1 || before?.hash === null ? hex(NO_HASH) : before?.hash;
    if (prev)
      ticks.push({
        seq,
        ts: Number(row.ts),
        price: printTickPrice(instrument, Number(row.price_ticks)),
        prev,
        hash: row.hash,
        ...(row.secret !== null && { secret: row.secret }),
      });
  }
  return ticks;
}

/** The newest ticks of a market, oldest first. */
export async function lastTicks(rows: Rows, instrument: Instrument, count: number): Promise<ProofTick[]> {
  const last = await rows.first<{ last: bigint | null }>(
    'SELECT MAX(seq) AS last FROM exchange_index WHERE coin_info_id = ?',
    [instrument.info.id],
  );
  const seq = Number(last?.last ?? 0n);
  return seq === 0 ? [] : ticksBetween(rows, instrument, Math.max(1, seq - count + 1), seq);
}

/** Leaves of the minute that ends at `end`: by market, then by number. */
export async function leavesOf(rows: Rows, end: EpochMs, minuteMs: number): Promise<Leaf[]> {
  const found = await rows.all<{ coin_info_id: bigint; seq: bigint; hash: string }>(
    'SELECT coin_info_id, seq, hash FROM exchange_index WHERE ts >= ? AND ts < ? AND hash IS NOT NULL ORDER BY coin_info_id, seq',
    [end - minuteMs, end],
  );
  return found.map((row) => ({ coinInfoId: Number(row.coin_info_id), seq: Number(row.seq), hash: row.hash }));
}
