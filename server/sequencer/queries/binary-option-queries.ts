// Queries of committed binary options.
import { SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import type { BinaryOptionState } from '../../exchange/binary-options/open-binary-options.ts';
import { type PageRange, readPage } from '../../store/row-pages.ts';
import type { Rows } from '../../store/store.ts';
import {
  type Receipt,
  type BinaryOptionRow,
  receiptOfRow,
  binaryOptionOfRow,
} from '../mappers/binary-option-mapper.ts';

/** Times of the purchase in ms, both inclusive; absent fields do not filter. */
interface BinaryOptionFilter extends PageRange {
  state?: 'holding' | 'history' | undefined;
  coinInfoId?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
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
      const { state, coinInfoId, startTime, endTime } = filter;
      const { rows, total } = await readPage<BinaryOptionRow>(
        store,
        'exchange_seconds',
        [
          ['uid = ?', uid],
          ['status < ?', state === 'holding' ? SECONDS_STATUS.completed : undefined],
          ['status >= ?', state === 'history' ? SECONDS_STATUS.completed : undefined],
          ['coin_info_id = ?', coinInfoId],
          ['buy_time >= ?', startTime],
          ['buy_time <= ?', endTime],
        ],
        filter,
      );
      return { list: rows.map((row) => ({ ...binaryOptionRecordOf(row), proof: null })), total };
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
