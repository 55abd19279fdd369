// Favourites of a user: instrument ids, in order of addition or in the order the user chose.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store } from '../../store/store.ts';

/** Far more than there are instruments. */
const MAX_FAVOURITES = 500;

async function listOf(rows: Rows, uid: number): Promise<number[]> {
  const found = await rows.all<{ coin_info_id: bigint }>(
    'SELECT coin_info_id FROM favourites WHERE uid = ? ORDER BY place, add_time, coin_info_id',
    [uid],
  );
  return found.map((row) => Number(row.coin_info_id));
}

export class Favourites {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  list(uid: number): Promise<number[]> {
    return listOf(this.#store, uid);
  }

  /** Adds one (a repeat changes nothing) and returns the list. Throws RejectError 1400 when the list is full. */
  add(uid: number, coinInfoId: number): Promise<number[]> {
    return this.#store.transaction(async (rows) => {
      const before = await listOf(rows, uid);
      if (before.includes(coinInfoId)) return before;
      if (before.length >= MAX_FAVOURITES)
        throw new RejectError(CODE.fieldInvalid, { field: 'coinInfoId', rule: `at most ${MAX_FAVOURITES}` });
      const last = await rows.first<{ last: bigint | null }>(
        'SELECT MAX(place) AS last FROM favourites WHERE uid = ?',
        [uid],
      );
      await rows.run('INSERT INTO favourites (uid, coin_info_id, add_time, place) VALUES (?, ?, ?, ?)', [
        uid,
        coinInfoId,
        this.#now(),
        Number(last?.last ?? 0n) + 1,
      ]);
      return [...before, coinInfoId];
    });
  }

  /** Removes some (absent ids change nothing) and returns the list. */
  async remove(uid: number, ids: number[]): Promise<number[]> {
    await this.#store.many(
      'DELETE FROM favourites WHERE uid = ? AND coin_info_id = ?',
      ids.map((id) => [uid, id]),
    );
    return listOf(this.#store, uid);
  }

  /**
   * Reorders the list and returns it. Ids that are no favourites are ignored; favourites not named stay behind
   * them.
   */
  reorder(uid: number, ids: number[]): Promise<number[]> {
    return this.#store.transaction(async (rows) => {
      const before = await listOf(rows, uid);
      const first = [...new Set(ids)].filter((id) => before.includes(id));
      const after = [...first, ...before.filter((id) => !first.includes(id))];
      await rows.many(
        'UPDATE favourites SET place = ? WHERE uid = ? AND coin_info_id = ?',
        after.map((id, at) => [at + 1, uid, id]),
      );
      return after;
    });
  }
}
