// Queries of committed binary options.
import type { BinaryOptionState } from '../../exchange/binary-options/open-binary-options.ts';
import type { Rows, Value } from '../../store/store.ts';
import {
  type Receipt,
  type BinaryOptionRow,
  receiptOfRow,
  binaryOptionOfRow,
} from '../mappers/binary-option-mapper.ts';

/** Times of the purchase in ms, both inclusive; absent fields do not filter. */
interface BinaryOptionFilter {
  state?: 'holding' | 'history' | undefined;
  coinInfoId?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
  offset: number;
  limit: number;
}

/** An order with its receipt; `proof` is JSON, null while there is none. */
export interface BinaryOptionRecord {
  order: BinaryOptionState;
  receipt: Receipt | null;
  proof: string | null;
}

export interface BinaryOptionQueries {
  /** Newest first, without their proofs. */
  binaryOptions(uid: number, filter: BinaryOptionFilter): Promise<{ list: BinaryOptionRecord[]; total: number }>;
  /** Null where there is none, of any owner. */
  binaryOption(id: number): Promise<BinaryOptionRecord | null>;
}

export function binaryOptionQueriesOf(store: Rows): BinaryOptionQueries {
  return {
    binaryOptions: async (uid, filter) => {
      const { where, params } = filterClause(uid, filter);
      const list = await store.all<BinaryOptionRow>(
        `SELECT * FROM exchange_seconds WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
        [...params, filter.limit, filter.offset],
      );
      const count = await store.first<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM exchange_seconds WHERE ${where}`,
        params,
      );
      return {
        list: list.map((row) => ({ ...binaryOptionRecordOf(row), proof: null })),
        total: Number(count?.total ?? 0n),
      };
    },
    binaryOption: async (id) => {
      const row = await store.first<BinaryOptionRow>('SELECT * FROM exchange_seconds WHERE id = ?', [id]);
      return row ? binaryOptionRecordOf(row) : null;
    },
  };
}

function binaryOptionRecordOf(row: BinaryOptionRow): BinaryOptionRecord {
  return { order: binaryOptionOfRow(row), receipt: receiptOfRow(row), proof: row.proof || null };
}

function filterClause(
  uid: number,
  { state, coinInfoId, startTime, endTime }: BinaryOptionFilter,
): { where: string; params: Value[] } {
  const conditions: [string, Value | undefined][] = [
    ['uid = ?', uid],
    ['status < ?', state === 'holding' ? 2 : undefined],
    ['status >= ?', state === 'history' ? 2 : undefined],
    ['coin_info_id = ?', coinInfoId],
    ['buy_time >= ?', startTime],
    ['buy_time <= ?', endTime],
  ];
  const given = conditions.filter((condition): condition is [string, Value] => condition[1] !== undefined);
  return { where: given.map(([text]) => text).join(' AND '), params: given.map(([, value]) => value) };
}
