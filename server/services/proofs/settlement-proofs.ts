// Proofs of settled orders, made once the minutes of their ticks are signed, and kept with the order: by then the ticks
// themselves may go.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { AROUND_TICKS, type ClosedMinute, makeProof, makeWindowProof } from '../../../core/proofs/proof-builder.ts';
import { type Proof, type ProvenOrder, verifyProof } from '../../../core/proofs/proof.ts';
import type { OrderTerms } from '../../../core/proofs/proof-layout.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { type BinaryOptionState, binaryOptionNo } from '../../exchange/binary-options/open-binary-options.ts';
import {
  PROOF_STATE,
  type Receipt,
  type BinaryOptionRow,
  receiptOfRow,
  binaryOptionOfRow,
} from '../../sequencer/mappers/binary-option-mapper.ts';
import type { Store, Value } from '../../store/store.ts';
import { type Minutes, minuteEnd } from './tick-minutes.ts';
import { PORTS } from './signing-key.ts';
import { printTickPrice, ticksBetween } from './index-ticks.ts';

/** Orders looked at in one step. */
const MOST_AT_ONCE = 200;
/** An order whose proof could not be made for this long, because no more ticks came, is given up. */
const PATIENCE_MS = 86_400_000;

/** An order with what proves it. */
export interface Proven {
  order: BinaryOptionState;
  receipt: Receipt;
  proof: Proof;
}

export interface ProofParts {
  store: Store;
  instruments: ReadonlyMap<number, Instrument>;
  minutes: Minutes;
  /** Of the signatures. */
  publicKey: Uint8Array;
  /** Hears of an order whose proof would not hold. */
  log(what: string, error: unknown): void;
}

/** What an order promises, as it is hashed. */
export function promiseOf({
  id,
  coinInfoId,
  direction,
  periodS,
  amountUnits,
  profitRateE8,
  feeUnits,
  openTime,
  rule,
}: BinaryOptionState): OrderTerms {
  return {
    orderNum: binaryOptionNo(id),
    coinInfoId,
    direction,
    periodS,
    amountUnits,
    profitRateE8: BigInt(profitRateE8),
    feeUnits,
    openTime,
    rule,
  };
}

/**
 * Makes every proof that can be made at `ts`, durably; tells of each. Those whose last minute is not signed yet wait
 * for the next time.
 */
export async function makeProofs(parts: ProofParts, ts: EpochMs, tell: (proven: Proven) => void): Promise<void> {
  let after = 0n;
  for (;;) {
    const rows = await parts.store.all<BinaryOptionRow>(
      `SELECT * FROM exchange_seconds WHERE proof_state = 0 AND status >= 2 AND id > ? ORDER BY id LIMIT ${MOST_AT_ONCE}`,
      [after],
    );
    if (rows.length === 0) return;
    after = rows[rows.length - 1]!.id;
    const proven: Proven[] = [];
    const hopeless: number[] = [];
    for (const row of rows) {
      const order = binaryOptionOfRow(row);
      const receipt = receiptOfRow(row);
      const proof = receipt && provable(order) ? await soundProof(parts, order, receipt) : null;
      if (receipt && proof) proven.push({ order, receipt, proof });
      else if (!receipt || !provable(order) || ts - order.settleTime > PATIENCE_MS) hopeless.push(order.id);
    }
    await keep(parts.store, proven, hopeless);
    proven.forEach(tell);
  }
}

/** By rule v1 a void order with a strike is proven too; by v2 what is void had no ticks to prove it with. */
function provable({ rule, strikeSeq, exitSeq }: BinaryOptionState): boolean {
  return rule === 'v1' ? strikeSeq > 0 : exitSeq > 0;
}

async function keep(store: Store, proven: readonly Proven[], hopeless: readonly number[]): Promise<void> {
  if (proven.length + hopeless.length === 0) return;
  const values: Value[][] = [
    ...proven.map(({ order, proof }) => [PROOF_STATE.there, JSON.stringify(proof), order.id]),
    ...hopeless.map((id) => [PROOF_STATE.none, '', id]),
  ];
  await store.transaction((rows) =>
    rows.many('UPDATE exchange_seconds SET proof_state = ?, proof = ? WHERE id = ?', values),
  );
}

/**
 * A proof that its owner's verifier accepts; null while there is none. One that would be refused is a mistake of ours:
 * it is told, and not kept.
 */
async function soundProof(parts: ProofParts, order: BinaryOptionState, receipt: Receipt): Promise<Proof | null> {
  const instrument = parts.instruments.get(order.coinInfoId);
  if (!instrument) throw new Error(`seconds contract ${order.id} is of an unknown market`);
  try {
    const proof = await proofOf(parts, instrument, order, receipt);
    const verdict = proof && (await verifyProof(proof, parts.publicKey, outcomeOf(instrument, order), PORTS));
    if (verdict?.ok === false)
      throw new Error(`the proof of seconds contract ${order.id} does not hold: ${verdict.why}`);
    return proof;
  } catch (error) {
    parts.log('a proof', error);
    return null;
  }
}

function outcomeOf(instrument: Instrument, order: BinaryOptionState): ProvenOrder {
  if (order.result === '') throw new Error(`seconds contract ${order.id} is not settled`);
  const priceE8 = (seq: number, ticks: number): bigint | null =>
    seq > 0 ? parseMoney(printTickPrice(instrument, ticks)) : null;
  return {
    ...promiseOf(order),
    result: order.result,
    payoutUnits: order.payoutUnits,
    strikeE8: priceE8(order.strikeSeq, order.strikeTicks),
    exitE8: priceE8(order.exitSeq, order.exitTicks),
  };
}

/** Null while it cannot be made. */
async function proofOf(
  { store, minutes }: ProofParts,
  instrument: Instrument,
  order: BinaryOptionState,
  receipt: Receipt,
): Promise<Proof | null> {
  const lastSeq = order.rule === 'v1' ? order.exitSeq + AROUND_TICKS : order.exitSeq + windowTicks(order.periodS) - 1;
  const ticks = await ticksBetween(store, instrument, Math.max(1, order.strikeSeq - AROUND_TICKS), lastSeq);
  const closed = new Map<EpochMs, ClosedMinute | undefined>();
  for (const { ts } of ticks)
    if (!closed.has(minuteEnd(ts))) closed.set(minuteEnd(ts), await minutes.at(minuteEnd(ts), order.coinInfoId));
  const { orderHash, prevRoot, sig } = receipt;
  const minuteOf = (ts: EpochMs): ClosedMinute | undefined => closed.get(minuteEnd(ts));
  return order.rule === 'v1'
    ? makeProof(ticks, order.openTime, order.expirationTime, { orderHash, prevRoot, sig }, minuteOf)
    : makeWindowProof(ticks, order.openTime, order.periodS, { orderHash, prevRoot, sig }, minuteOf);
}
