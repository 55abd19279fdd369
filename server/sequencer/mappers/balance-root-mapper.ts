// Rows of balance roots, and of the leaves of the newest one.
import type { BalanceProof, BalanceRoot } from '../../../core/proofs/balance-proof.ts';
import { printSums } from '../../../core/proofs/balance-proof.ts';
import { hex } from '../../../core/encoding/bytes.ts';
import type { OwnBalances } from '../../../core/proofs/ledger-statement.ts';
import { parseMoney } from '../../../core/units/units.ts';
import type { Value } from '../../store/store.ts';

export interface RootRow {
  day: bigint;
  ts: bigint;
  seq: bigint;
  count: bigint;
  hash: string;
  sums: string;
  sig: string;
  key_id: string;
}

export function rootOfRow(row: RootRow): BalanceRoot {
  return {
    ts: Number(row.ts),
    count: Number(row.count),
    root: { hash: row.hash, sums: JSON.parse(row.sums) as BalanceProof['sums'] },
    sig: row.sig,
    keyId: row.key_id,
  };
}

export interface LeafRow {
  uid: bigint;
  place: bigint;
  salt: string;
  sums: string;
}

export function leafValues({ uid, salt, sums }: OwnBalances, place: number): Value[] {
  return [uid, place, hex(salt), JSON.stringify(printSums(sums))];
}

export function balancesOfLeaf({ uid, salt, sums }: LeafRow): OwnBalances {
  const stated = JSON.parse(sums) as BalanceProof['sums'];
  return {
    uid: Number(uid),
    salt: Buffer.from(salt, 'hex'),
    sums: stated.map(({ coinInfoId, amount }) => ({ coinInfoId, units: parseMoney(amount) ?? 0n })),
  };
}
