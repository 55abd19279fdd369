// Users' deposit addresses: created on request and valid for ever, also after a newer one.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Chain } from './chain.ts';

/** Minimum time between two new addresses of one coin and chain in ms, and their maximum number. */
const BETWEEN_MS = 60_000;
export const MAX_ADDRESSES = 50;

export interface ChainAddress {
  address: string;
  memo: string;
}

interface Row {
  number: bigint;
  address: string;
  memo: string;
  create_time: bigint;
}

export class DepositAddresses {
  readonly #store: Store;
  readonly #chains: Pick<Chain, 'addressOf'>;
  readonly #now: () => number;
  readonly #newest =
    'SELECT number, address, memo, create_time FROM deposit_address WHERE uid = ? AND coin_id = ? AND chain = ? ORDER BY number DESC LIMIT 1';

  constructor(store: Store, chains: Pick<Chain, 'addressOf'>, now: () => number) {
    this.#store = store;
    this.#chains = chains;
    this.#now = now;
  }

  /** The newest one; null before the first. */
  async current(uid: number, coinId: number, chain: string): Promise<ChainAddress | null> {
    const row = await this.#store.first<Row>(this.#newest, [uid, coinId, chain]);
    return row ? { address: row.address, memo: row.memo } : null;
  }

  /**
   * Creates an address. Throws RejectError 1429 (`retryAfter` in s) soon after the last, 1418 at the maximum
   * number.
   */
  create(uid: number, coinId: number, chain: string): Promise<ChainAddress> {
    return this.#store.transaction(async (rows) => {
      const last = await rows.first<Row>(this.#newest, [uid, coinId, chain]);
      const waitMs = last ? Number(last.create_time) + BETWEEN_MS - this.#now() : 0;
      if (waitMs > 0) throw new RejectError(CODE.tooManyRequests, { retryAfter: Math.ceil(waitMs / 1000) });
      const number = Number(last?.number ?? 0n) + 1;
      if (number > MAX_ADDRESSES) throw new RejectError(CODE.limitReached, { limit: MAX_ADDRESSES });
      const made = this.#chains.addressOf(uid, coinId, chain, number);
      await rows.run(
        'INSERT INTO deposit_address (uid, coin_id, chain, number, address, memo, create_time) VALUES (?, ?, ?, ?, ?, ?, ?)',
        [uid, coinId, chain, number, made.address, made.memo, this.#now()],
      );
      return made;
    });
  }

  /** Whether it is a current or former address of the user. */
  async isOwn(uid: number, coinId: number, chain: string, address: string): Promise<boolean> {
    return (
      (await this.#store.first(
        'SELECT number FROM deposit_address WHERE uid = ? AND coin_id = ? AND chain = ? AND address = ?',
        [uid, coinId, chain, address],
      )) !== undefined
    );
  }
}
