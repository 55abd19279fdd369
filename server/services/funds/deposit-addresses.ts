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

export interface DepositAddresses {
  /** The newest one; null before the first. */
  current(uid: number, coinId: number, chain: string): Promise<ChainAddress | null>;
  /**
   * Creates an address. Throws RejectError 1429 (`retryAfter` in s) soon after the last, 1418 at the maximum
   * number.
   */
  create(uid: number, coinId: number, chain: string): Promise<ChainAddress>;
  /** Whether it is a current or former address of the user. */
  isOwn(uid: number, coinId: number, chain: string, address: string): Promise<boolean>;
}

interface Row {
  number: bigint;
  address: string;
  memo: string;
  create_time: bigint;
}

export function createDepositAddresses(
  store: Store,
  chains: Pick<Chain, 'addressOf'>,
  now: () => number,
): DepositAddresses {
  const newest =
    'SELECT number, address, memo, create_time FROM deposit_address WHERE uid = ? AND coin_id = ? AND chain = ? ORDER BY number DESC LIMIT 1';
  return {
    async current(uid, coinId, chain) {
      const row = await store.first<Row>(newest, [uid, coinId, chain]);
      return row ? { address: row.address, memo: row.memo } : null;
    },
    create: (uid, coinId, chain) =>
      store.transaction(async (rows) => {
        const last = await rows.first<Row>(newest, [uid, coinId, chain]);
        const waitMs = last ? Number(last.create_time) + BETWEEN_MS - now() : 0;
        if (waitMs > 0) throw new RejectError(CODE.tooManyRequests, { retryAfter: Math.ceil(waitMs / 1000) });
        const number = Number(last?.number ?? 0n) + 1;
        if (number > MAX_ADDRESSES) throw new RejectError(CODE.limitReached, { limit: MAX_ADDRESSES });
        const made = chains.addressOf(uid, coinId, chain, number);
        await rows.run(
          'INSERT INTO deposit_address (uid, coin_id, chain, number, address, memo, create_time) VALUES (?, ?, ?, ?, ?, ?, ?)',
          [uid, coinId, chain, number, made.address, made.memo, now()],
        );
        return made;
      }),
    isOwn: async (uid, coinId, chain, address) =>
      (await store.first(
        'SELECT number FROM deposit_address WHERE uid = ? AND coin_id = ? AND chain = ? AND address = ?',
        [uid, coinId, chain, address],
      )) !== undefined,
  };
}
