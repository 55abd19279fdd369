// Queries of committed contracts.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import type { ContractNote, ContractState } from '../../exchange/contracts/contract-state.ts';
import type { Closing } from '../../exchange/event.ts';
import type { Rows, Value } from '../../store/store.ts';
import { closingAt } from '../mappers/closing-mapper.ts';
import { type ContractRow, type NoteRow, contractOfRow, noteOfRow } from '../mappers/contract-mapper.ts';

/** Filter of finished contracts. Times of the creation in ms, both inclusive; absent fields do not filter. */
interface ContractFilter {
  coinInfoId?: number | undefined;
  closeType?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
  offset: number;
  limit: number;
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
    history: async (uid, filter) => {
      const { where, params } = filterClause(uid, filter);
      const list = await store.all<ContractRow>(
        `SELECT * FROM exchange_contract WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
        [...params, filter.limit, filter.offset],
      );
      const count = await store.first<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM exchange_contract WHERE ${where}`,
        params,
      );
      return { list: list.map(contractOfRow), total: Number(count?.total ?? 0n) };
    },
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
    lastLeverage: async (uid, coinInfoId) =>
      (await one('uid = ? AND coin_info_id = ?', [uid, coinInfoId]))?.multiple ?? null,
  };
}

function filterClause(
  uid: number,
  { coinInfoId, closeType, startTime, endTime }: ContractFilter,
): { where: string; params: Value[] } {
  const conditions: [string, Value | undefined][] = [
    ['uid = ?', uid],
    ['status >= ?', 3],
    ['coin_info_id = ?', coinInfoId],
    ['close_type = ?', closeType],
    ['create_time >= ?', startTime],
    ['create_time <= ?', endTime],
  ];
  const given = conditions.filter((condition): condition is [string, Value] => condition[1] !== undefined);
  return { where: given.map(([text]) => text).join(' AND '), params: given.map(([, value]) => value) };
}
