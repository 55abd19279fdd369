// Queries of committed orders, fills, balances and ledger entries.
import { SPOT_STATUS, type Side } from '../../../core/orders/spot-order.ts';
import type { Wallet } from '../../exchange/command.ts';
import type { Fill, OrderState } from '../../exchange/event.ts';
import type { Balance } from '../../exchange/machine-queries.ts';
import { type PageRange, readPage } from '../../store/row-pages.ts';
import type { Rows, Value } from '../../store/store.ts';
import { type ContractQueries, contractQueriesOf } from './contract-queries.ts';
import { type FundQueries, fundQueriesOf } from './fund-queries.ts';
import { type BinaryOptionQueries, binaryOptionQueriesOf } from './binary-option-queries.ts';
import {
  type FillRow,
  type LedgerEntryRow,
  type OrderRow,
  type LedgerEntry,
  fillOfRow,
  ledgerEntryOfRow,
  orderOfRow,
} from '../mappers/order-mapper.ts';

/** Page and time span of a list. Times in ms, both inclusive; absent fields do not filter. */
interface Span extends PageRange {
  startTime?: number | undefined;
  endTime?: number | undefined;
}

interface OrderFilter extends Span {
  /** Open, or ended. The span is of the creation time. */
  state: 'current' | 'history';
  coinInfoId?: number | undefined;
  side?: Side | undefined;
}

export interface LedgerFilter extends Span {
  wallet?: Wallet | undefined;
  coinId?: number | undefined;
  recordType?: string | undefined;
  /** Only entries with a smaller id. */
  beforeId?: number | undefined;
}

export interface OrderQueries extends ContractQueries, FundQueries, BinaryOptionQueries {
  /** Orders of a user, newest first. */
  orders(uid: number, filter: OrderFilter): Promise<{ list: OrderState[]; total: number }>;
  /** Null where there is none, of any owner (a bot's finished order is deleted). */
  order(id: number): Promise<OrderState | null>;
  orderByClientNo(uid: number, clientNo: string): Promise<OrderState | null>;
  /** Fills of a user's order, in order of trading. */
  fills(orderId: number): Promise<Fill[]>;
  /** Balances of every coin that the user ever had. */
  balances(uid: number): Promise<Balance[]>;
  /** Ledger entries of a user, newest first. */
  ledgerEntries(uid: number, filter: LedgerFilter): Promise<{ list: LedgerEntry[]; total: number }>;
}

export function orderQueriesOf(store: Rows): OrderQueries {
  const one = async (where: string, params: Value[]): Promise<OrderState | null> => {
    const row = await store.first<OrderRow>(`SELECT * FROM exchange_order WHERE ${where}`, params);
    return row ? orderOfRow(row) : null;
  };
  return {
    ...contractQueriesOf(store),
    ...fundQueriesOf(store),
    ...binaryOptionQueriesOf(store),
    orders: async (uid, filter) => {
      const { rows, total } = await readPage<OrderRow>(
        store,
        'exchange_order',
        [
          // The redundant condition on uid lets the partial index of users' orders be used.
          ['uid >= 10000 AND uid = ?', uid],
          [filter.state === 'current' ? 'status < ?' : 'status >= ?', SPOT_STATUS.finished],
          ['coin_info_id = ?', filter.coinInfoId],
          ['side = ?', filter.side],
          ['create_time >= ?', filter.startTime],
          ['create_time <= ?', filter.endTime],
        ],
        filter,
      );
      return { list: rows.map(orderOfRow), total };
    },
    order: (id) => one('id = ?', [id]),
    orderByClientNo: (uid, clientNo) =>
      one('id = (SELECT order_id FROM exchange_answer WHERE uid = ? AND client_no = ?)', [uid, clientNo]),
    fills: async (orderId) =>
      (await store.all<FillRow>('SELECT * FROM exchange_deal WHERE order_id = ? ORDER BY id', [orderId])).map(
        fillOfRow,
      ),
    balances: async (uid) =>
      (await store.all<BalanceRow>('SELECT * FROM exchange_balance WHERE uid = ?', [uid])).map(balanceOfRow),
    ledgerEntries: async (uid, filter) => {
      const { rows, total } = await readPage<LedgerEntryRow>(
        store,
        'exchange_line',
        [
          ['uid = ?', uid],
          ['wallet = ?', filter.wallet],
          ['coin_id = ?', filter.coinId],
          ['record_type = ?', filter.recordType],
          ['ts >= ?', filter.startTime],
          ['ts <= ?', filter.endTime],
          ['id < ?', filter.beforeId],
        ],
        filter,
      );
      return { list: rows.map(ledgerEntryOfRow), total };
    },
  };
}

interface BalanceRow {
  uid: bigint;
  wallet: Wallet;
  coin_id: bigint;
  available: bigint;
  frozen: bigint;
}

function balanceOfRow(row: BalanceRow): Balance {
  return {
    uid: Number(row.uid),
    wallet: row.wallet,
    coinId: Number(row.coin_id),
    available: row.available,
    frozen: row.frozen,
  };
}
