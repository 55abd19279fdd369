// Questions about committed seconds contracts, straight from the store.
import type { SecondsState } from '../../exchange/binary-options/open-binary-options.ts';
import type { Rows, Value } from '../../store/store.ts';
import { type Receipt, type SecondsRow, receiptOfRow, secondsOfRow } from '../mappers/binary-option-mapper.ts';

/** Times in ms, both included, of the purchase; absent fields do not narrow. */
interface SecondsFilter {
  state?: 'holding' | 'history' | undefined;
  coinInfoId?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
  offset: number;
  limit: number;
}

/** An order with what was signed for it; `proof` is JSON, null while there is none. */
export interface KeptSeconds {
  order: SecondsState;
  receipt: Receipt | null;
  proof: string | null;
}

export interface SecondsReads {
  /** Newest first, without their proofs. */
  seconds(uid: number, filter: SecondsFilter): Promise<{ list: KeptSeconds[]; total: number }>;
  /** Null where there is none, whoever owns it. */
  secondsOrder(id: number): Promise<KeptSeconds | null>;
}

export function secondsReadsOf(store: Rows): SecondsReads {
  return {
    seconds: async (uid, filter) => {
      const { where, params } = narrowed(uid, filter);
      const list = await store.all<SecondsRow>(
        `SELECT * FROM exchange_seconds WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
        [...params, filter.limit, filter.offset],
      );
      const count = await store.first<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM exchange_seconds WHERE ${where}`,
        params,
      );
      return { list: list.map((row) => ({ ...keptOf(row), proof: null })), total: Number(count?.total ?? 0n) };
    },
    secondsOrder: async (id) => {
      const row = await store.first<SecondsRow>('SELECT * FROM exchange_seconds WHERE id = ?', [id]);
      return row ? keptOf(row) : null;
    },
  };
}

function keptOf(row: SecondsRow): KeptSeconds {
  return { order: secondsOfRow(row), receipt: receiptOfRow(row), proof: row.proof || null };
}

function narrowed(
  uid: number,
  { state, coinInfoId, startTime, endTime }: SecondsFilter,
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
