// Simulated chain: valid addresses without private keys, and blocks by the clock.
// Its `simulated` is 1.
import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Store } from '../../store/store.ts';
import { formatOf } from './address-formats.ts';
import type { Chain, Payment, PaymentStatus } from './chain.ts';

/** Time from the first block to the last confirmation of a payment on every chain, in ms. */
const CONFIRMED_AFTER_MS = 10_000;
/** Payments in one query: databases limit the number of parameters. */
const MAX_REFS = 500;
/** Memos are numbers below this (32 bits, XRP's destination tag). */
const MEMO_LIMIT = 2 ** 32;

export interface SimulatedChainOptions {
  store: Store;
  /** Keyed hash with the secret of the data folder. */
  mac(text: string): string;
  now(): number;
  /** Whether announced payments arrive. */
  arrivals: boolean;
  confirmedAfterMs?: number;
}

interface Row {
  ref: string;
  txid: string;
  confirmations: bigint;
  start_time: bigint;
}

export function createSimulatedChain({
  store,
  mac,
  now,
  arrivals,
  confirmedAfterMs = CONFIRMED_AFTER_MS,
}: SimulatedChainOptions): Chain {
  const add = ({ ref, chain, address, memo, units, confirmations }: Payment): Promise<void> => {
    const txid = createHash('sha256')
      .update(mac(`payment ${ref} ${chain} ${address} ${memo} ${units}`))
      .digest('hex');
    return store.run(
      'INSERT INTO chain_payment (ref, txid, confirmations, start_time) VALUES (?, ?, ?, ?) ON CONFLICT (ref) DO NOTHING',
      [ref, chain === 'ERC20' || chain === 'BEP20' || chain === 'AVAXC' ? `0x${txid}` : txid, confirmations, now()],
    );
  };
  return {
    simulated: 1,
    addressOf: (uid, coinId, chain, number) => {
      const hash = sha256(Buffer.from(mac(`deposit address ${uid} ${coinId} ${chain} ${number}`)));
      return {
        address: formatOf(chain).of(hash),
        memo: chain === 'XRP' ? String(Buffer.from(hash).readUInt32BE(28) % MEMO_LIMIT) : '',
      };
    },
    expect: (payment) => (arrivals ? add(payment) : Promise.resolve()),
    pay: add,
    async statusOf(refs) {
      const seen = new Map<string, PaymentStatus>();
      for (let at = 0; at < refs.length; at += MAX_REFS) {
        const part = refs.slice(at, at + MAX_REFS);
        const rows = await store.all<Row>(
          `SELECT ref, txid, confirmations, start_time FROM chain_payment WHERE ref IN (${part.map(() => '?').join(', ')})`,
          part,
        );
        for (const row of rows) seen.set(row.ref, { txid: row.txid, confirmations: blocksOn(row) });
      }
      return seen;
    },
  };

  function blocksOn({ confirmations, start_time: startTime }: Row): number {
    const needed = Number(confirmations);
    return Math.min(needed, Math.floor((Math.max(0, now() - Number(startTime)) * needed) / confirmedAfterMs));
  }
}
