// Rows of binary options.
import type { SecondsDirection, SecondsResult } from '../../../core/risk/binary-option.ts';
import type { SecondsRule } from '../../../core/risk/binary-option-window.ts';
import type { SecondsReceipt, SecondsStatus } from '../../../core/orders/binary-option-order.ts';
import type { StoredBinaryOptions } from '../../exchange/binary-options/rehydrate-binary-options.ts';
import type { BinaryOptionState } from '../../exchange/binary-options/open-binary-options.ts';
import type { Rows, Value } from '../../store/store.ts';

/** The receipt that an accepted order gets; `keyId` names the key that signed it. */
export type Receipt = SecondsReceipt;

const NO_RECEIPT: Receipt = { orderHash: '', prevRoot: '', sig: '', keyId: '' };

/** State of an order's proof: still to be built, available, or impossible. */
export const PROOF_STATE = { pending: 0, available: 1, none: 2 } as const;

const FIXED = [
  'id',
  'uid',
  'coin_info_id',
  'client_no',
  'direction',
  'period_s',
  'amount_units',
  'profit_rate_e8',
  'fee_units',
  'seen_units',
  'slip_e8',
  'buy_time',
  'open_time',
  'expiration_time',
  'order_hash',
  'prev_root',
  'sig',
  'key_id',
  'rule',
  'beat',
];
/** Columns that change after the purchase; the proof is written elsewhere. */
const CHANGING = [
  'strike_seq',
  'strike_ticks',
  'strike_ts',
  'exit_seq',
  'exit_ticks',
  'exit_ts',
  'status',
  'result',
  'reason',
  'payout_units',
  'settle_time',
];
const COLUMNS = [...FIXED, ...CHANGING];

export const INSERT_BINARY_OPTION = `INSERT INTO exchange_seconds (${COLUMNS.join(', ')}, proof_state, proof) VALUES (${COLUMNS.map(() => '?').join(', ')}, 0, '')`;
export const UPDATE_BINARY_OPTION = `UPDATE exchange_seconds SET ${CHANGING.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;

/** Only the event of a purchase has neither strike nor settlement. */
export function isPurchase({ strikeSeq, settleTime }: BinaryOptionState): boolean {
  return strikeSeq === 0 && settleTime === 0;
}

/** Values of a new row; `receipt` null where receipts are not signed. */
export function binaryOptionValues(o: BinaryOptionState, receipt: Receipt | null): Value[] {
  const { orderHash, prevRoot, sig, keyId } = receipt ?? NO_RECEIPT;
  return [
    o.id,
    o.uid,
    o.coinInfoId,
    o.clientNo,
    o.direction,
    o.periodS,
    o.amountUnits,
    o.profitRateE8,
    o.feeUnits,
    o.seenUnits,
    o.slipE8,
    o.buyTime,
    o.openTime,
    o.expirationTime,
    orderHash,
    prevRoot,
    sig,
    keyId,
    o.rule,
    o.beat,
    ...changing(o),
  ];
}

export function changedValues(order: BinaryOptionState): Value[] {
  return [...changing(order), order.id];
}

function changing(o: BinaryOptionState): Value[] {
  return [
    o.strikeSeq,
    o.strikeTicks,
    o.strikeTs,
    o.exitSeq,
    o.exitTicks,
    o.exitTs,
    o.status,
    o.result,
    o.reason,
    o.payoutUnits,
    o.settleTime,
  ];
}

export interface BinaryOptionRow {
  id: bigint;
  uid: bigint;
  coin_info_id: bigint;
  client_no: string;
  direction: SecondsDirection;
  period_s: bigint;
  amount_units: bigint;
  profit_rate_e8: bigint;
  fee_units: bigint;
  seen_units: bigint;
  slip_e8: bigint;
  buy_time: bigint;
  open_time: bigint;
  expiration_time: bigint;
  order_hash: string;
  prev_root: string;
  sig: string;
  key_id: string;
  rule: SecondsRule;
  beat: bigint;
  strike_seq: bigint;
  strike_ticks: bigint;
  strike_ts: bigint;
  exit_seq: bigint;
  exit_ticks: bigint;
  exit_ts: bigint;
  status: bigint;
  result: SecondsResult | '';
  reason: string;
  payout_units: bigint;
  settle_time: bigint;
  proof_state: bigint;
  proof: string;
}

export function binaryOptionOfRow(row: BinaryOptionRow): BinaryOptionState {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    coinInfoId: Number(row.coin_info_id),
    clientNo: row.client_no,
    direction: row.direction,
    periodS: Number(row.period_s),
    amountUnits: row.amount_units,
    profitRateE8: Number(row.profit_rate_e8),
    feeUnits: row.fee_units,
    seenUnits: row.seen_units,
    slipE8: Number(row.slip_e8),
    rule: row.rule,
    beat: Number(row.beat),
    buyTime: Number(row.buy_time),
    openTime: Number(row.open_time),
    expirationTime: Number(row.expiration_time),
    strikeSeq: Number(row.strike_seq),
    strikeTicks: Number(row.strike_ticks),
    strikeTs: Number(row.strike_ts),
    exitSeq: Number(row.exit_seq),
    exitTicks: Number(row.exit_ticks),
    exitTs: Number(row.exit_ts),
    status: Number(row.status) as SecondsStatus,
    result: row.result,
    reason: row.reason,
    payoutUnits: row.payout_units,
    settleTime: Number(row.settle_time),
  };
}

/** Null for an order without a signed receipt. */
export function receiptOfRow({
  order_hash: orderHash,
  prev_root: prevRoot,
  sig,
  key_id: keyId,
}: BinaryOptionRow): Receipt | null {
  return sig === '' ? null : { orderHash, prevRoot, sig, keyId };
}

/** Open binary options, for the machine's restore. */
export async function readBinaryOptions(store: Rows, lastId: number): Promise<StoredBinaryOptions> {
  return {
    lastId,
    open: (await store.all<BinaryOptionRow>('SELECT * FROM exchange_seconds WHERE status < 2 ORDER BY id')).map(
      binaryOptionOfRow,
    ),
  };
}
