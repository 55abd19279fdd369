// Queries of committed deposits, withdrawals and turnover.
import type { Units } from '../../../core/units/units.ts';
import type { FundKind, FundOrder } from '../../exchange/funds/fund.ts';
import { type PageRange, readPage } from '../../store/row-pages.ts';
import type { Rows } from '../../store/store.ts';
import { type FundRow, fundOfRow } from '../mappers/fund-mapper.ts';

/** Filter of one kind of fund order. Times of the creation in ms, both inclusive; absent fields do not filter. */
interface FundFilter extends PageRange {
  kind: FundKind;
  coinId?: number | undefined;
  status?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** Credited deposits of a user: time of the first (ms; 0: none) and their value in USDT at the time of each credit. */
interface DepositTotal {
  firstTime: number;
  valueUnits: Units;
}

interface Traded {
  /** By spot market, in its quote coin. */
  spot: { coinInfoId: number; units: Units }[];
  /** Of contracts and binary options, which are settled in USDT in every market (R17, S6). */
  usdtUnits: Units;
}

export interface FundQueries {
  /** Newest first. */
  funds(uid: number, filter: FundFilter): Promise<{ list: FundOrder[]; total: number }>;
  /** Null where there is none, of any owner. */
  fund(id: number): Promise<FundOrder | null>;
  depositTotal(uid: number): Promise<DepositTotal>;
  /** Number and sum of a user's applications since a time (ms, inclusive) by coin, without refused ones. */
  depositApplicationsSince(uid: number, since: number): Promise<{ coinId: number; units: Units; count: number }[]>;
  /** Sums by coin of a user's deposits or withdrawals that operators have approved since a time (ms, inclusive). */
  approvedSince(uid: number, kind: FundKind, since: number): Promise<{ coinId: number; units: Units }[]>;
  /** Deposits or withdrawals that an operator has approved since a time (ms, inclusive), each by itself. */
  approvedBy(operator: string, kind: FundKind, since: number): Promise<{ coinId: number; units: Units }[]>;
  /** Value of a user's spot fills, of what contracts opened, and of settled stakes, since a time (ms, inclusive). */
  tradedSince(uid: number, since: number): Promise<Traded>;
  /** Whether a call with this client number was accepted: then a retry moves nothing, now and for ever (L11). */
  isAccepted(uid: number, name: string): Promise<boolean>;
}

const SPOT_TRADED = `SELECT o.coin_info_id, CAST(SUM(d.units) AS BIGINT) AS units FROM exchange_order o JOIN exchange_deal d ON d.order_id = o.id
  WHERE o.uid >= 10000 AND o.uid = ? AND d.ts >= ? GROUP BY o.coin_info_id`;
const CONTRACTS_TRADED = `SELECT c.coin_info_id, CAST(SUM(n.units) AS BIGINT) AS units FROM exchange_contract c JOIN exchange_contract_note n ON n.contract_id = c.id
  WHERE c.uid = ? AND n.kind = 'open' AND n.ts >= ? GROUP BY c.coin_info_id`;
/** A void order (status 3) was refunded and is no turnover. */
const STAKED = `SELECT coin_info_id, CAST(SUM(amount_units) AS BIGINT) AS units FROM exchange_seconds
  WHERE uid = ? AND buy_time >= ? AND status = 2 GROUP BY coin_info_id`;

const APPLIED = `SELECT coin_id, CAST(SUM(units) AS BIGINT) AS units, COUNT(*) AS count FROM exchange_fund
  WHERE uid = ? AND kind = 'recharge' AND status <> 2 AND create_time >= ? GROUP BY coin_id`;

/** A withdrawal's last change may be its payment, later than the approval: it counts for longer then. */
const APPROVED = `SELECT coin_id, CAST(SUM(units) AS BIGINT) AS units FROM exchange_fund
  WHERE uid = ? AND kind = ? AND status IN (1, 3) AND decided_by NOT IN ('chain', 'demo') AND update_time >= ?
  GROUP BY coin_id`;

const APPROVED_BY = `SELECT coin_id, units FROM exchange_fund
  WHERE decided_by = ? AND kind = ? AND status IN (1, 3) AND update_time >= ?`;

export function fundQueriesOf(store: Rows): FundQueries {
  return {
    funds: (uid, filter) => readFundPage(store, uid, filter),
    fund: async (id) => {
      const row = await store.first<FundRow>('SELECT * FROM exchange_fund WHERE id = ?', [id]);
      return row ? fundOfRow(row) : null;
    },
    depositTotal: (uid) => readDepositTotal(store, uid),
    depositApplicationsSince: async (uid, since) => {
      const rows = await store.all<{ coin_id: bigint; units: bigint; count: bigint }>(APPLIED, [uid, since]);
      return rows.map(({ coin_id, units, count }) => ({ coinId: Number(coin_id), units, count: Number(count) }));
    },
    approvedSince: async (uid, kind, since) => {
      const rows = await store.all<{ coin_id: bigint; units: bigint }>(APPROVED, [uid, kind, since]);
      return rows.map(({ coin_id, units }) => ({ coinId: Number(coin_id), units }));
    },
    approvedBy: async (operator, kind, since) => {
      const rows = await store.all<{ coin_id: bigint; units: bigint }>(APPROVED_BY, [operator, kind, since]);
      return rows.map(({ coin_id, units }) => ({ coinId: Number(coin_id), units }));
    },
    tradedSince: (uid, since) => readTraded(store, uid, since),
    isAccepted: async (uid, name) =>
      (await store.first('SELECT uid FROM exchange_answer WHERE uid = ? AND client_no = ? AND order_id IS NOT NULL', [
        uid,
        name,
      ])) !== undefined,
  };
}

async function readFundPage(store: Rows, uid: number, filter: FundFilter): ReturnType<FundQueries['funds']> {
  const { kind, coinId, status, startTime, endTime } = filter;
  const { rows, total } = await readPage<FundRow>(
    store,
    'exchange_fund',
    [
      ['uid = ?', uid],
      ['kind = ?', kind],
      ['coin_id = ?', coinId],
      ['status = ?', status],
      ['create_time >= ?', startTime],
      ['create_time <= ?', endTime],
    ],
    filter,
  );
  return { list: rows.map(fundOfRow), total };
}

const SPLIT = 1_000_000_000;

/** The value is summed in two parts, above and below SPLIT: each deposit fits 64 bits, but their sum may not. */
async function readDepositTotal(store: Rows, uid: number): Promise<DepositTotal> {
  const row = await store.first<{ first: bigint | null; high: bigint | null; low: bigint | null }>(
    `SELECT MIN(update_time) AS first, CAST(SUM(value_units / ${SPLIT}) AS BIGINT) AS high, CAST(SUM(value_units % ${SPLIT}) AS BIGINT) AS low
     FROM exchange_fund WHERE uid = ? AND kind = 'recharge' AND status = 1`,
    [uid],
  );
  return { firstTime: Number(row?.first ?? 0n), valueUnits: (row?.high ?? 0n) * BigInt(SPLIT) + (row?.low ?? 0n) };
}

async function readTraded(store: Rows, uid: number, since: number): Promise<Traded> {
  const [spot, ...inUsdt] = await Promise.all(
    ([SPOT_TRADED, CONTRACTS_TRADED, STAKED] as const).map((sql) =>
      store.all<{ coin_info_id: bigint; units: bigint }>(sql, [uid, since]),
    ),
  );
  return {
    spot: spot!.map((row) => ({ coinInfoId: Number(row.coin_info_id), units: row.units })),
    usdtUnits: inUsdt.flat().reduce((sum, { units }) => sum + units, 0n),
  };
}
