// Proofs of settled orders, made when their minutes are signed.
// They are stored with the order: ticks may be deleted later.
import { DAY_MS } from '../../../core/units/durations.ts';
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
import { type TickMinutes, minuteEnd } from './tick-minutes.ts';
import { NODE_CRYPTO } from './signing-key.ts';
import { printTickPrice, ticksBetween } from './index-ticks.ts';

/** Orders in one batch. */
const BATCH_SIZE = 200;
/** An order whose proof cannot be made for this long, because no more ticks came, gets none. */
const GIVE_UP_AFTER_MS = DAY_MS;

/** An order with its receipt and proof. */
export interface OrderProof {
  order: BinaryOptionState;
  receipt: Receipt;
  proof: Proof;
}

export interface ProofDeps {
  store: Store;
  instruments: ReadonlyMap<number, Instrument>;
  minutes: TickMinutes;
  /** Verifies the signatures. */
  publicKey: Uint8Array;
  /** Called for an order whose proof does not verify. */
  log(event: string, error: unknown): void;
}

/** The terms of an order, as hashed. */
export function orderTermsOf({
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
 * Makes every proof that can be made at `ts`, durably, and calls `onProof` for each. Orders whose last minute is
 * not signed yet wait for the next call.
 */
export async function makeProofs(deps: ProofDeps, ts: EpochMs, onProof: (proofs: OrderProof) => void): Promise<void> {
  let after = 0n;
  for (;;) {
    const rows = await deps.store.all<BinaryOptionRow>(
      `SELECT * FROM exchange_seconds WHERE proof_state = 0 AND status >= 2 AND id > ? ORDER BY id LIMIT ${BATCH_SIZE}`,
      [after],
    );
    if (rows.length === 0) return;
    after = rows[rows.length - 1]!.id;
    const proofs: OrderProof[] = [];
    const unprovable: number[] = [];
    for (const row of rows) {
      const order = binaryOptionOfRow(row);
      const receipt = receiptOfRow(row);
      const proof = receipt && isProvable(order) ? await verifiedProofOf(deps, order, receipt) : null;
      if (receipt && proof) proofs.push({ order, receipt, proof });
      else if (!receipt || !isProvable(order) || ts - order.settleTime > GIVE_UP_AFTER_MS) unprovable.push(order.id);
    }
    await saveProofs(deps.store, proofs, unprovable);
    proofs.forEach(onProof);
  }
}

/** Rule v1 proves void orders with a strike too; by v2 a void order has no ticks to prove. */
function isProvable({ rule, strikeSeq, exitSeq }: BinaryOptionState): boolean {
  return rule === 'v1' ? strikeSeq > 0 : exitSeq > 0;
}

async function saveProofs(store: Store, proofs: readonly OrderProof[], unprovable: readonly number[]): Promise<void> {
  if (proofs.length + unprovable.length === 0) return;
  const values: Value[][] = [
    ...proofs.map(({ order, proof }) => [PROOF_STATE.available, JSON.stringify(proof), order.id]),
    ...unprovable.map((id) => [PROOF_STATE.none, '', id]),
  ];
  await store.transaction((rows) =>
    rows.many('UPDATE exchange_seconds SET proof_state = ?, proof = ? WHERE id = ?', values),
  );
}

/**
 * A proof that the user's verifier accepts; null while there is none. A proof that does not verify is an internal
 * error: it is logged and not stored.
 */
async function verifiedProofOf(deps: ProofDeps, order: BinaryOptionState, receipt: Receipt): Promise<Proof | null> {
  const instrument = deps.instruments.get(order.coinInfoId);
  if (!instrument) throw new Error(`seconds contract ${order.id} is of an unknown market`);
  try {
    const proof = await proofOf(deps, instrument, order, receipt);
    const verification = proof && (await verifyProof(proof, deps.publicKey, outcomeOf(instrument, order), NODE_CRYPTO));
    if (verification?.ok === false)
      throw new Error(`the proof of seconds contract ${order.id} does not hold: ${verification.why}`);
    return proof;
  } catch (error) {
    deps.log('proof.make_failed', error);
    return null;
  }
}

function outcomeOf(instrument: Instrument, order: BinaryOptionState): ProvenOrder {
  if (order.result === '') throw new Error(`seconds contract ${order.id} is not settled`);
  const priceE8 = (seq: number, ticks: number): bigint | null =>
    seq > 0 ? parseMoney(printTickPrice(instrument, ticks)) : null;
  return {
    ...orderTermsOf(order),
    result: order.result,
    payoutUnits: order.payoutUnits,
    strikeE8: priceE8(order.strikeSeq, order.strikeTicks),
    exitE8: priceE8(order.exitSeq, order.exitTicks),
  };
}

/** Null while its minutes are open. */
async function proofOf(
  { store, minutes }: ProofDeps,
  instrument: Instrument,
  order: BinaryOptionState,
  receipt: Receipt,
): Promise<Proof | null> {
  const lastSeq = order.rule === 'v1' ? order.exitSeq + AROUND_TICKS : order.exitSeq + windowTicks(order.periodS) - 1;
  const ticks = await ticksBetween(store, instrument, Math.max(1, order.strikeSeq - AROUND_TICKS), lastSeq);
  const closed = new Map<EpochMs, ClosedMinute | undefined>();
  for (const { ts } of ticks)
    if (!closed.has(minuteEnd(ts)))
      closed.set(minuteEnd(ts), await minutes.closedMinute(minuteEnd(ts), order.coinInfoId));
  const { orderHash, prevRoot, sig } = receipt;
  const minuteOf = (ts: EpochMs): ClosedMinute | undefined => closed.get(minuteEnd(ts));
  return order.rule === 'v1'
    ? makeProof(ticks, order, { orderHash, prevRoot, sig }, minuteOf)
    : makeWindowProof(ticks, order, { orderHash, prevRoot, sig }, minuteOf);
}
