// Users' address books: the targets of withdrawals, each locked for a time after it is added.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Condition, whereOf } from '../../store/row-pages.ts';
import type { Rows, Store } from '../../store/store.ts';

/** Entries per user. */
const MAX_ENTRIES = 50;

export interface AddressEntry {
  id: number;
  uid: number;
  coinId: number;
  chain: string;
  address: string;
  memo: string;
  accountName: string;
  /** Withdrawals to it are locked until then, in ms. */
  activeTime: number;
}

interface Row {
  id: bigint;
  uid: bigint;
  coin_id: bigint;
  chain: string;
  address: string;
  memo: string;
  account_name: string;
  active_time: bigint;
}
const COLUMNS = 'id, uid, coin_id, chain, address, memo, account_name, active_time';

export class AddressBook {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Newest first; filtered by coin and chain where given. */
  list(uid: number, coinId?: number, chain?: string): Promise<AddressEntry[]> {
    return this.#find(this.#store, uid, [
      ['coin_id = ?', coinId],
      ['chain = ?', chain],
    ]);
  }

  /** Null where the user has no such entry. */
  async entry(uid: number, id: number): Promise<AddressEntry | null> {
    return (await this.#find(this.#store, uid, [['id = ?', id]]))[0] ?? null;
  }

  /** As `entry`, also one that was removed: a withdrawal to it may be sent again. */
  async everEntry(uid: number, id: number): Promise<AddressEntry | null> {
    const row = await this.#store.first<Row>(`SELECT ${COLUMNS} FROM book_address WHERE uid = ? AND id = ?`, [uid, id]);
    return row ? entryOf(row) : null;
  }

  /**
   * An existing address keeps its `activeTime` and gets the new name. Throws RejectError 1418 when the book is
   * full.
   */
  add(entry: Omit<AddressEntry, 'id'>): Promise<AddressEntry> {
    return this.#store.transaction(async (rows) => {
      const { uid, coinId, chain, address, memo, accountName, activeTime } = entry;
      const [there] = await this.#find(rows, uid, [
        ['coin_id = ?', coinId],
        ['chain = ?', chain],
        ['address = ?', address],
        ['memo = ?', memo],
      ]);
      if (there) {
        await rows.run('UPDATE book_address SET account_name = ? WHERE id = ?', [accountName, there.id]);
        return { ...there, accountName };
      }
      const count = await rows.first<{ total: bigint }>(
        'SELECT COUNT(*) AS total FROM book_address WHERE gone = 0 AND uid = ?',
        [uid],
      );
      if (Number(count?.total ?? 0n) >= MAX_ENTRIES) throw new RejectError(CODE.limitReached, { limit: MAX_ENTRIES });
      // Ids are not reused: rows of removed entries stay.
      const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM book_address');
      const id = Number(last?.last ?? 0n) + 1;
      await rows.run(
        'INSERT INTO book_address (id, uid, coin_id, chain, address, memo, account_name, create_time, active_time, gone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)',
        [id, uid, coinId, chain, address, memo, accountName, this.#now(), activeTime],
      );
      return { ...entry, id };
    });
  }

  /**
   * Returns what was removed, null where it had been before: that answer may have been lost. Requested withdrawals
   * continue. Throws RejectError 1404 when there never was such an entry.
   */
  async remove(uid: number, id: number): Promise<AddressEntry | null> {
    const removed = await this.#store.transaction(async (rows) => {
      const [entry] = await this.#find(rows, uid, [['id = ?', id]]);
      if (entry) await rows.run('UPDATE book_address SET gone = 1 WHERE id = ?', [id]);
      return entry ?? null;
    });
    if (!removed && !(await this.everEntry(uid, id))) throw new RejectError(CODE.notFound);
    return removed;
  }

  async #find(rows: Rows, uid: number, conditions: readonly Condition[]): Promise<AddressEntry[]> {
    const { where, params } = whereOf([['uid = ?', uid], ...conditions]);
    return (
      await rows.all<Row>(`SELECT ${COLUMNS} FROM book_address WHERE gone = 0 AND ${where} ORDER BY id DESC`, params)
    ).map(entryOf);
  }
}

function entryOf(row: Row): AddressEntry {
  return {
    id: Number(row.id),
    uid: Number(row.uid),
    coinId: Number(row.coin_id),
    chain: row.chain,
    address: row.address,
    memo: row.memo,
    accountName: row.account_name,
    activeTime: Number(row.active_time),
  };
}
