// Rows of deposit applications, withdrawals and quotes.
import type { FundStatus } from '../../../core/orders/fund-order.ts';
import type { ConvertQuote, FundKind, FundOrder } from '../../exchange/funds/fund.ts';
import type { StoredFunds } from '../../exchange/funds/rehydrate-funds.ts';
import type { Rows, Value } from '../../store/store.ts';

export const UPSERT_FUND = `INSERT INTO exchange_fund (id, uid, kind, coin_id, chain, address, memo, units, fee_units, value_units, picture, status, reason, decided_by, client_no, create_time, update_time)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET value_units = excluded.value_units, status = excluded.status, reason = excluded.reason, decided_by = excluded.decided_by, update_time = excluded.update_time`;
export const UPSERT_QUOTE = `INSERT INTO exchange_quote (uid, id, from_coin_id, to_coin_id, in_units, out_units, fee_units, expire_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (uid) DO UPDATE SET id = excluded.id, from_coin_id = excluded.from_coin_id, to_coin_id = excluded.to_coin_id, in_units = excluded.in_units,
    out_units = excluded.out_units, fee_units = excluded.fee_units, expire_time = excluded.expire_time`;

export function fundValues(f: FundOrder): Value[] {
  return [
    f.id,
    f.uid,
    f.kind,
    f.coinId,
    f.chain,
    f.address,
    f.memo,
    f.units,
    f.feeUnits,
    f.valueUnits,
    f.picture,
    f.status,
    f.reason,
    f.by,
    f.clientNo,
    f.createTime,
    f.updateTime,
  ];
}

export interface FundRow {
  id: bigint;
  uid: bigint;
  kind: FundKind;
  coin_id: bigint;
  chain: string;
  address: string;
  memo: string;
  units: bigint;
  fee_units: bigint;
  value_units: bigint;
  picture: string;
  status: bigint;
  reason: string;
  decided_by: string;
  client_no: string;
  create_time: bigint;
  update_time: bigint;
}

export function fundOfRow(row: FundRow): FundOrder {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    kind: row.kind,
    coinId: Number(row.coin_id),
    chain: row.chain,
    address: row.address,
    memo: row.memo,
    units: row.units,
    feeUnits: row.fee_units,
    valueUnits: row.value_units,
    picture: row.picture,
    status: Number(row.status) as FundStatus,
    reason: row.reason,
    by: row.decided_by,
    clientNo: row.client_no,
    createTime: Number(row.create_time),
    updateTime: Number(row.update_time),
  };
}

export function quoteValues(q: ConvertQuote): Value[] {
  return [q.uid, q.id, q.fromCoinId, q.toCoinId, q.inUnits, q.outUnits, q.feeUnits, q.expireTime];
}

interface QuoteRow {
  uid: bigint;
  id: bigint;
  from_coin_id: bigint;
  to_coin_id: bigint;
  in_units: bigint;
  out_units: bigint;
  fee_units: bigint;
  expire_time: bigint;
}

function quoteOfRow(row: QuoteRow): ConvertQuote {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    fromCoinId: Number(row.from_coin_id),
    toCoinId: Number(row.to_coin_id),
    inUnits: row.in_units,
    outUnits: row.out_units,
    feeUnits: row.fee_units,
    expireTime: Number(row.expire_time),
  };
}

/** Open applications, withdrawals and quotes, for the machine's restore. */
export async function readFunds(store: Rows, lastId: number): Promise<StoredFunds> {
  return {
    lastId,
    open: (await store.all<FundRow>('SELECT * FROM exchange_fund WHERE status IN (0, 3) ORDER BY id')).map(fundOfRow),
    quotes: (await store.all<QuoteRow>('SELECT * FROM exchange_quote ORDER BY id')).map(quoteOfRow),
  };
}
