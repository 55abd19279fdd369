// Rows of contracts, their notes, index ticks and mark prices.
import type { CloseType, ContractStatus, TriggerBy } from '../../../core/orders/contract-order.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import type { OrderType } from '../../../core/orders/spot-order.ts';
import type { ContractNote, ContractState, NoteKind } from '../../exchange/contracts/contract-state.ts';
import type { StoredMark } from '../../exchange/contracts/rehydrate-contracts.ts';
import { newFunding } from '../../exchange/contracts/funding-state.ts';
import type { MarkEvent } from '../../exchange/event.ts';
import type { Value } from '../../store/store.ts';

const FIXED = [
  'id',
  'uid',
  'coin_info_id',
  'client_no',
  'direction',
  'order_type',
  'multiple',
  'lots',
  'limit_ticks',
  'create_time',
];
/** Columns of a contract that change after it was placed. */
const CHANGING = [
  'trigger_by',
  'profit_ticks',
  'loss_ticks',
  'profit_lots',
  'loss_lots',
  'book_order_id',
  'pending_lots',
  'held_units',
  'position_lots',
  'position_open_units',
  'position_entry_margin_units',
  'position_margin_units',
  'position_open_fee_units',
  'position_funding_units',
  'opened_lots',
  'opened_units',
  'open_fee_units',
  'initial_units',
  'closed_lots',
  'closed_units',
  'close_fee_units',
  'added_units',
  'realised_units',
  'status',
  'close_type',
  'close_reason',
  'open_time',
  'close_time',
  'update_time',
];
const MARK_CHANGING = [
  'mark_ticks',
  'before_ticks',
  'basis_e8',
  'funding_start_ms',
  'funding_minute_ms',
  'funding_samples',
  'funding_sum_e8',
  'funding_due_rate_e8',
  'funding_due_after_id',
  'funding_due_until_id',
  'silent_beats',
];
const COLUMNS = [...FIXED, ...CHANGING];

export const UPSERT_CONTRACT = `INSERT INTO exchange_contract (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}`;
export const INSERT_NOTE = `INSERT INTO exchange_contract_note (id, contract_id, uid, kind, lots, units, fee_units, price_ticks, reason, ts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
export const INSERT_INDEX =
  'INSERT INTO exchange_index (coin_info_id, seq, ts, price_ticks, hash, secret) VALUES (?, ?, ?, ?, ?, ?)';
export const INSERT_FUNDING = 'INSERT INTO exchange_funding (coin_info_id, ts, rate_e8) VALUES (?, ?, ?)';
export const UPSERT_MARK = `INSERT INTO exchange_mark (coin_info_id, ${MARK_CHANGING.join(', ')}) VALUES (?, ${MARK_CHANGING.map(() => '?').join(', ')})
  ON CONFLICT (coin_info_id) DO UPDATE SET ${MARK_CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** A market without funding has zeros. */
export function markValues({
  coinInfoId,
  markTicks,
  beforeTicks,
  basisE8,
  funding = { ...newFunding(), rateE8: 0n, nextMs: 0 },
  silentBeats = 0,
}: MarkEvent): Value[] {
  const { startMs, minuteMs, samples, sumE8, dueRateE8, dueAfterId, dueUntilId } = funding;
  return [
    coinInfoId,
    markTicks,
    beforeTicks,
    basisE8,
    startMs,
    minuteMs,
    samples,
    sumE8,
    dueRateE8,
    dueAfterId,
    dueUntilId,
    silentBeats,
  ];
}

export function contractValues(c: ContractState): Value[] {
  const { position: p } = c;
  return [
    c.id,
    c.uid,
    c.coinInfoId,
    c.clientNo,
    c.direction,
    c.orderType,
    c.multiple,
    c.lots,
    c.limitTicks,
    c.createTime,
    c.triggerBy,
    c.profitTicks,
    c.lossTicks,
    c.profitLots,
    c.lossLots,
    c.bookOrderId,
    c.pendingLots,
    c.heldUnits,
    p.lots,
    p.openUnits,
    p.entryMarginUnits,
    p.marginUnits,
    p.openFeeUnits,
    p.fundingUnits,
    c.openedLots,
    c.openedUnits,
    c.openFeeUnits,
    c.initialUnits,
    c.closedLots,
    c.closedUnits,
    c.closeFeeUnits,
    c.addedUnits,
    c.realisedUnits,
    c.status,
    c.closeType,
    c.closeReason,
    c.openTime,
    c.closeTime,
    c.updateTime,
  ];
}

export interface ContractRow {
  id: bigint;
  uid: bigint;
  coin_info_id: bigint;
  client_no: string;
  direction: Direction;
  order_type: OrderType;
  multiple: bigint;
  lots: bigint;
  limit_ticks: bigint;
  create_time: bigint;
  trigger_by: TriggerBy;
  profit_ticks: bigint;
  loss_ticks: bigint;
  profit_lots: bigint;
  loss_lots: bigint;
  book_order_id: bigint;
  pending_lots: bigint;
  held_units: bigint;
  position_lots: bigint;
  position_open_units: bigint;
  position_entry_margin_units: bigint;
  position_margin_units: bigint;
  position_open_fee_units: bigint;
  position_funding_units: bigint;
  opened_lots: bigint;
  opened_units: bigint;
  open_fee_units: bigint;
  initial_units: bigint;
  closed_lots: bigint;
  closed_units: bigint;
  close_fee_units: bigint;
  added_units: bigint;
  realised_units: bigint;
  status: bigint;
  close_type: bigint;
  close_reason: string;
  open_time: bigint;
  close_time: bigint;
  update_time: bigint;
}

export function contractOfRow(row: ContractRow): ContractState {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    coinInfoId: Number(row.coin_info_id),
    clientNo: row.client_no,
    direction: row.direction,
    orderType: row.order_type,
    multiple: Number(row.multiple),
    lots: Number(row.lots),
    limitTicks: Number(row.limit_ticks),
    triggerBy: row.trigger_by,
    profitTicks: Number(row.profit_ticks),
    lossTicks: Number(row.loss_ticks),
    profitLots: Number(row.profit_lots),
    lossLots: Number(row.loss_lots),
    bookOrderId: Number(row.book_order_id),
    pendingLots: Number(row.pending_lots),
    heldUnits: row.held_units,
    position: {
      direction: row.direction,
      multiple: Number(row.multiple),
      lots: Number(row.position_lots),
      openUnits: row.position_open_units,
      entryMarginUnits: row.position_entry_margin_units,
      marginUnits: row.position_margin_units,
      openFeeUnits: row.position_open_fee_units,
      fundingUnits: row.position_funding_units,
    },
    openedLots: Number(row.opened_lots),
    openedUnits: row.opened_units,
    openFeeUnits: row.open_fee_units,
    initialUnits: row.initial_units,
    closedLots: Number(row.closed_lots),
    closedUnits: row.closed_units,
    closeFeeUnits: row.close_fee_units,
    addedUnits: row.added_units,
    realisedUnits: row.realised_units,
    status: Number(row.status) as ContractStatus,
    closeType: Number(row.close_type) as CloseType,
    closeReason: row.close_reason,
    createTime: Number(row.create_time),
    openTime: Number(row.open_time),
    closeTime: Number(row.close_time),
    updateTime: Number(row.update_time),
  };
}

export function noteValues(id: number, n: ContractNote): Value[] {
  return [id, n.contractId, n.uid, n.kind, n.lots, n.units, n.feeUnits, n.priceTicks, n.reason, n.ts];
}

export interface NoteRow {
  contract_id: bigint;
  uid: bigint;
  kind: NoteKind;
  lots: bigint;
  units: bigint;
  fee_units: bigint;
  price_ticks: bigint;
  reason: string;
  ts: bigint;
}

export function noteOfRow(row: NoteRow): ContractNote {
  return {
    contractId: Number(row.contract_id),
    uid: Number(row.uid),
    kind: row.kind,
    lots: Number(row.lots),
    units: row.units,
    feeUnits: row.fee_units,
    priceTicks: Number(row.price_ticks),
    reason: row.reason,
    ts: Number(row.ts),
  };
}

/** Last index tick of a market, joined with its mark price where it has one. */
export interface MarkRow {
  coin_info_id: bigint;
  seq: bigint;
  price_ticks: bigint;
  ts: bigint;
  hash: string | null;
  mark_ticks: bigint | null;
  before_ticks: bigint | null;
  basis_e8: bigint | null;
  funding_start_ms: bigint | null;
  funding_minute_ms: bigint | null;
  funding_samples: bigint | null;
  funding_sum_e8: bigint | null;
  funding_due_rate_e8: bigint | null;
  funding_due_after_id: bigint | null;
  funding_due_until_id: bigint | null;
  silent_beats: bigint | null;
}

export const LAST_MARKS = `SELECT i.coin_info_id, i.seq, i.price_ticks, i.ts, i.hash, m.mark_ticks, m.before_ticks, m.basis_e8,
    m.funding_start_ms, m.funding_minute_ms, m.funding_samples, m.funding_sum_e8, m.funding_due_rate_e8, m.funding_due_after_id, m.funding_due_until_id, m.silent_beats
  FROM exchange_index i JOIN (SELECT coin_info_id, MAX(seq) AS seq FROM exchange_index GROUP BY coin_info_id) l ON l.coin_info_id = i.coin_info_id AND l.seq = i.seq
  LEFT JOIN exchange_mark m ON m.coin_info_id = i.coin_info_id`;

export function markOfRow(row: MarkRow): StoredMark {
  return {
    coinInfoId: Number(row.coin_info_id),
    indexSeq: Number(row.seq),
    indexTicks: Number(row.price_ticks),
    indexTs: Number(row.ts),
    indexHash: row.hash ?? '',
    markTicks: Number(row.mark_ticks ?? 0n),
    beforeTicks: Number(row.before_ticks ?? 0n),
    basisE8: row.basis_e8 ?? 0n,
    funding: {
      startMs: Number(row.funding_start_ms ?? 0n),
      minuteMs: Number(row.funding_minute_ms ?? 0n),
      samples: Number(row.funding_samples ?? 0n),
      sumE8: row.funding_sum_e8 ?? 0n,
      dueRateE8: row.funding_due_rate_e8 ?? 0n,
      dueAfterId: Number(row.funding_due_after_id ?? 0n),
      dueUntilId: Number(row.funding_due_until_id ?? 0n),
    },
    silentBeats: Number(row.silent_beats ?? 0n),
  };
}
