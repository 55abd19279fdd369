// Queries of committed contracts.
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { RateE8 } from '../../../core/risk/margin.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots } from '../../../core/units/units.ts';
import type { ContractNote, ContractState } from '../../exchange/contracts/contract-state.ts';
import type { Closing } from '../../exchange/event.ts';
import { type PageRange, readPage } from '../../store/row-pages.ts';
import type { Rows, Value } from '../../store/store.ts';
import { closingAt } from '../mappers/closing-mapper.ts';
import { type ContractRow, type NoteRow, contractOfRow, noteOfRow } from '../mappers/contract-mapper.ts';

/** Filter of finished contracts. Times of the creation in ms, both inclusive; absent fields do not filter. */
interface ContractFilter extends PageRange {
  coinInfoId?: number | undefined;
  closeType?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** Positions of all users in a market. */
interface OpenInterest {
  longLots: Lots;
  shortLots: Lots;
}

export interface ContractQueries {
  /** Closed and revoked contracts, newest first. */
  history(uid: number, filter: ContractFilter): Promise<{ list: ContractState[]; total: number }>;
  /** Open ones, newest first: pending and held. */
  active(uid: number): Promise<ContractState[]>;
  /** Null where there is none, of any owner. */
  contract(id: number): Promise<ContractState | null>;
  contractByClientNo(uid: number, clientNo: string): Promise<ContractState | null>;
  /** The notes of a contract, oldest first. */
  notes(contractId: number): Promise<ContractNote[]>;
  /** The closing at which the system settled a contract; null for any other contract. */
  closingOf(contract: ContractState): Promise<Closing | null>;
  /** Last funding payments of a market, oldest first. */
  fundingPayments(coinInfoId: number, limit: number): Promise<{ ts: EpochMs; rateE8: RateE8 }[]>;
  /**
   * All long and all short contracts of a market, and how they grew in each interval [startMs, startMs + intervalMs)
   * that has a trade, newest first, from the interval with `since`. Both are of the same moment.
   */
  openInterest(
    coinInfoId: number,
    since: EpochMs,
    intervalMs: number,
  ): Promise<{ now: OpenInterest; changes: (OpenInterest & { startMs: EpochMs })[] }>;
  /** Leverage of the user's newest contract in a market; null for none. */
  lastLeverage(uid: number, coinInfoId: number): Promise<number | null>;
}

export function contractQueriesOf(store: Rows): ContractQueries {
  const one = async (where: string, params: Value[]): Promise<ContractState | null> => {
    const row = await store.first<ContractRow>(
      `SELECT * FROM exchange_contract WHERE ${where} ORDER BY id DESC LIMIT 1`,
      params,
    );
    return row ? contractOfRow(row) : null;
  };
  return {
    history: (uid, filter) => readHistory(store, uid, filter),
    active: async (uid) =>
      (
        await store.all<ContractRow>('SELECT * FROM exchange_contract WHERE uid = ? AND status < 3 ORDER BY id DESC', [
          uid,
        ])
      ).map(contractOfRow),
    contract: (id) => one('id = ?', [id]),
    contractByClientNo: (uid, clientNo) => one('uid = ? AND client_no = ?', [uid, clientNo]),
    notes: async (contractId) =>
      (
        await store.all<NoteRow>('SELECT * FROM exchange_contract_note WHERE contract_id = ? ORDER BY id', [contractId])
      ).map(noteOfRow),
    closingOf: async ({ coinInfoId, closeType, closeReason, closeTime }) =>
      closeType === CLOSE_TYPE.system ? closingAt(store, coinInfoId, closeReason, closeTime) : null,
    fundingPayments: async (coinInfoId, limit) =>
      (
        await store.all<{ ts: bigint; rate_e8: bigint }>(
          'SELECT ts, rate_e8 FROM exchange_funding WHERE coin_info_id = ? ORDER BY ts DESC LIMIT ?',
          [coinInfoId, limit],
        )
      )
        .map(({ ts, rate_e8: rateE8 }) => ({ ts: Number(ts), rateE8 }))
        .reverse(),
    openInterest: (coinInfoId, since, intervalMs) => readOpenInterest(store, coinInfoId, since, intervalMs),
    lastLeverage: async (uid, coinInfoId) =>
      (await one('uid = ? AND coin_info_id = ?', [uid, coinInfoId]))?.multiple ?? null,
  };
}

async function readHistory(store: Rows, uid: number, filter: ContractFilter): ReturnType<ContractQueries['history']> {
  const { coinInfoId, closeType, startTime, endTime } = filter;
  const { rows, total } = await readPage<ContractRow>(
    store,
    'exchange_contract',
    [
      ['uid = ?', uid],
      ['status >= ?', CONTRACT_STATUS.closed],
      ['coin_info_id = ?', coinInfoId],
      ['close_type = ?', closeType],
      ['create_time >= ?', startTime],
      ['create_time <= ?', endTime],
    ],
    filter,
  );
  return { list: rows.map(contractOfRow), total };
}

const TRADED_LOTS = "CASE n.kind WHEN 'open' THEN n.lots ELSE -n.lots END";
const sumOf = (direction: string, lots: string): string =>
  `CAST(COALESCE(SUM(CASE c.direction WHEN '${direction}' THEN ${lots} ELSE 0 END), 0) AS BIGINT)`;
/** The first row, with the highest start, is what is open; the others are changes. One statement reads one state. */
const OPEN_INTEREST = `SELECT ${Number.MAX_SAFE_INTEGER} AS start_ms, ${sumOf('long', 'c.position_lots')} AS long_lots, ${sumOf('short', 'c.position_lots')} AS short_lots
  FROM exchange_contract c WHERE c.status < 3 AND c.coin_info_id = ?
  UNION ALL SELECT n.ts - n.ts % ? AS start_ms, ${sumOf('long', TRADED_LOTS)}, ${sumOf('short', TRADED_LOTS)}
  FROM exchange_contract_note n JOIN exchange_contract c ON c.id = n.contract_id
  WHERE n.kind IN ('open', 'close') AND c.coin_info_id = ? AND n.ts >= ? GROUP BY 1 ORDER BY 1 DESC`;

async function readOpenInterest(
  store: Rows,
  coinInfoId: number,
  since: EpochMs,
  intervalMs: number,
): ReturnType<ContractQueries['openInterest']> {
  const rows = await store.all<{ start_ms: bigint; long_lots: bigint; short_lots: bigint }>(OPEN_INTEREST, [
    coinInfoId,
    intervalMs,
    coinInfoId,
    since - (since % intervalMs),
  ]);
  const [now, ...changes] = rows.map((row) => ({
    startMs: Number(row.start_ms),
    longLots: Number(row.long_lots),
    shortLots: Number(row.short_lots),
  }));
  return { now: now!, changes };
}
