// Rows of orders, fills, ledger entries and balances.
import type { OrderType, Side, SpotStatus, TimeInForce } from '../../../core/orders/spot-order.ts';
import type { Wallet } from '../../exchange/command.ts';
import type { Fill, OrderState, Posting } from '../../exchange/event.ts';
import type { Value } from '../../store/store.ts';

const ORDER_COLUMNS = [
  'id',
  'uid',
  'coin_info_id',
  'client_no',
  'side',
  'order_type',
  'tif',
  'post_only',
  'price_ticks',
  'lots',
  'total_units',
  'deal_lots',
  'deal_units',
  'fee_units',
  'frozen_units',
  'status',
  'reason',
  'create_time',
  'update_time',
  'stop_ticks',
  'loss_ticks',
];
/** Columns of an order that change after it was placed. */
const CHANGING = ['deal_lots', 'deal_units', 'fee_units', 'frozen_units', 'status', 'reason', 'update_time'];

export const UPSERT_ORDER = `INSERT INTO exchange_order (${ORDER_COLUMNS.join(', ')}) VALUES (${ORDER_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}`;
export const INSERT_FILL = `INSERT INTO exchange_deal (id, order_id, uid, coin_info_id, price_ticks, lots, units, fee_units, maker, ts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
export const INSERT_LEDGER_ENTRY = `INSERT INTO exchange_line (uid, id, wallet, coin_id, record_type, units, frozen_units, available, frozen, ref_no, ts, prev, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** An entry of the exchange or its bots: no chain links it, and its hashes are "" by default. */
export const INSERT_UNLINKED_ENTRY = `INSERT INTO exchange_line (uid, id, wallet, coin_id, record_type, units, frozen_units, available, frozen, ref_no, ts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
export const UPSERT_BALANCE = `INSERT INTO exchange_balance (uid, wallet, coin_id, available, frozen) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (uid, wallet, coin_id) DO UPDATE SET available = excluded.available, frozen = excluded.frozen`;

export function orderValues(o: OrderState): Value[] {
  return [
    o.id,
    o.uid,
    o.coinInfoId,
    o.clientNo,
    o.side,
    o.orderType,
    o.tif,
    o.postOnly ? 1 : 0,
    o.priceTicks,
    o.lots,
    o.totalUnits,
    o.dealLots,
    o.dealUnits,
    o.feeUnits,
    o.frozenUnits,
    o.status,
    o.reason,
    o.createTime,
    o.updateTime,
    o.stopTicks ?? 0,
    o.lossTicks ?? 0,
  ];
}

export function fillValues(d: Fill): Value[] {
  return [d.id, d.orderId, d.uid, d.coinInfoId, d.priceTicks, d.lots, d.units, d.feeUnits, d.maker ? 1 : 0, d.ts];
}

/** Without the hashes that link a user's entry to the one before. */
export function ledgerEntryValues(id: number, p: Posting): Value[] {
  return [p.uid, id, p.wallet, p.coinId, p.recordType, p.units, p.frozenUnits, p.available, p.frozen, p.refNo, p.ts];
}

export interface OrderRow {
  id: bigint;
  uid: bigint;
  coin_info_id: bigint;
  client_no: string;
  side: Side;
  order_type: OrderType;
  tif: TimeInForce;
  post_only: bigint;
  price_ticks: bigint;
  lots: bigint;
  total_units: bigint;
  deal_lots: bigint;
  deal_units: bigint;
  fee_units: bigint;
  frozen_units: bigint;
  status: bigint;
  reason: string;
  create_time: bigint;
  update_time: bigint;
  stop_ticks: bigint;
  loss_ticks: bigint;
}

export function orderOfRow(row: OrderRow): OrderState {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    coinInfoId: Number(row.coin_info_id),
    clientNo: row.client_no,
    side: row.side,
    orderType: row.order_type,
    tif: row.tif,
    postOnly: row.post_only === 1n,
    priceTicks: Number(row.price_ticks),
    lots: Number(row.lots),
    totalUnits: row.total_units,
    dealLots: Number(row.deal_lots),
    dealUnits: row.deal_units,
    feeUnits: row.fee_units,
    frozenUnits: row.frozen_units,
    status: Number(row.status) as SpotStatus,
    reason: row.reason,
    createTime: Number(row.create_time),
    updateTime: Number(row.update_time),
    ...(row.stop_ticks > 0n && { stopTicks: Number(row.stop_ticks) }),
    ...(row.loss_ticks > 0n && { lossTicks: Number(row.loss_ticks) }),
  };
}

export interface FillRow {
  id: bigint;
  order_id: bigint;
  uid: bigint;
  coin_info_id: bigint;
  price_ticks: bigint;
  lots: bigint;
  units: bigint;
  fee_units: bigint;
  maker: bigint;
  ts: bigint;
}

export function fillOfRow(row: FillRow): Fill {
  return {
    id: Number(row.id),
    orderId: Number(row.order_id),
    uid: Number(row.uid),
    coinInfoId: Number(row.coin_info_id),
    priceTicks: Number(row.price_ticks),
    lots: Number(row.lots),
    units: row.units,
    feeUnits: row.fee_units,
    maker: row.maker === 1n,
    ts: Number(row.ts),
  };
}

export interface LedgerEntryRow {
  uid: bigint;
  id: bigint;
  wallet: Wallet;
  coin_id: bigint;
  record_type: string;
  units: bigint;
  frozen_units: bigint;
  available: bigint;
  frozen: bigint;
  ref_no: string;
  ts: bigint;
  prev: string;
  hash: string;
}

/** A ledger entry with its id (ids grow with time), its own hash and that of the user's entry before. */
export type LedgerEntry = Posting & { id: number; prev: string; hash: string };

export function ledgerEntryOfRow(row: LedgerEntryRow): LedgerEntry {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    wallet: row.wallet,
    coinId: Number(row.coin_id),
    recordType: row.record_type,
    units: row.units,
    frozenUnits: row.frozen_units,
    available: row.available,
    frozen: row.frozen,
    refNo: row.ref_no,
    ts: Number(row.ts),
    prev: row.prev,
    hash: row.hash,
  };
}
