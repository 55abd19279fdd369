// The embedded chain: format-correct addresses that nobody has a key for, and blocks that come by the clock. It says
// that it is simulated.
import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Store } from '../../store/store.ts';
import { formatOf } from './address-formats.ts';
import type { Chain, Payment, Seen } from './chain.ts';

/** From the first sight of a payment to its last confirmation, on every chain, in ms. */
const CONFIRMED_AFTER_MS = 10_000;
/** Payments asked about in one statement: databases take only so many parameters. */
const MOST_ASKED = 500;
/** Memos are numbers below this: the largest tag that a chain takes. */
const MOST_MEMO = 2 ** 32;

export interface SimulatedChainOptions {
  store: Store;
  /** Keyed hash of a secret that was made at the first start. */
  mac(text: string): string;
  now(): number;
  /** Whether a payment that is said to be on its way is on its way. */
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
        memo: chain === 'XRP' ? String(Buffer.from(hash).readUInt32BE(28) % MOST_MEMO) : '',
      };
    },
    expect: (payment) => (arrivals ? add(payment) : Promise.resolve()),
    pay: add,
    async seen(refs) {
      const seen = new Map<string, Seen>();
      for (let at = 0; at < refs.length; at += MOST_ASKED) {
        const part = refs.slice(at, at + MOST_ASKED);
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
