// Ledger statement: records hashed as a chain, balances included in a published tree of sums.
import {
  type Bytes,
  HASH_BYTES,
  type Sha256,
  type Sha256Now,
  fromHex,
  hex,
  i64,
  joined,
  sameBytes,
  textField,
  u32,
  u64,
  u8,
  utf8,
} from '../encoding/bytes.ts';
import { levelsOf, neighbourSides, pathOf } from './merkle.ts';
import type { EpochMs } from '../units/time.ts';
import type { Units } from '../units/units.ts';

/**
 * One record of a user's ledger. `units` is the change of the whole balance, `frozenUnits` that of its frozen part;
 * `available` and `frozen` are the balances after it.
 */
export interface StatementLine {
  id: number;
  ts: EpochMs;
  account: 'spot' | 'contract';
  coinInfoId: number;
  recordType: string;
  units: Units;
  frozenUnits: Units;
  available: Units;
  frozen: Units;
  refNo: string;
  remark: string;
}

/** Input of the hash before a user's first record: 'DeFi ledger v1\n', uid (u64). */
export function firstPrevBytes(uid: number): Bytes {
  return joined(utf8('DeFi ledger v1\n'), u64(uid));
}

/**
 * Hash input of a record, big-endian: hash of the user's previous record (32), id (u64), ts (u64, ms), 1 spot or 2
 * contract (u8), coinInfoId (u32), units, frozenUnits, available, frozen (i64 each, 1e-8), type, refNo, remark (each
 * u32 length, UTF-8).
 */
export function lineBytes(prev: Uint8Array, line: StatementLine): Bytes {
  return joined(
    prev,
    u64(line.id),
    u64(line.ts),
    u8(line.account === 'spot' ? 1 : 2),
    u32(line.coinInfoId),
    i64(line.units),
    i64(line.frozenUnits),
    i64(line.available),
    i64(line.frozen),
    textField(line.recordType),
    textField(line.refNo),
    textField(line.remark),
  );
}

/** A record to verify, with its hash and that of the record before, in lower-case hex. */
export interface GivenLine extends StatementLine {
  prev: string;
  hash: string;
}

/**
 * `at` is the line of the first fault, counted from 0. prev: it does not follow the line before. hash: not its hash.
 * sum: the balances do not add up.
 */
export type StatementResult = { ok: true } | { ok: false; at: number; why: 'prev' | 'hash' | 'sum' };

/**
 * Verifies consecutive records of one user, oldest first. Balances must add up exactly; those of an account's first
 * line count from 0 when `firstPrev` is given.
 * @param firstPrev - Hash (hex) before the first line; null accepts the first line's own, for a part of a ledger.
 */
export async function verifyStatement(
  lines: readonly GivenLine[],
  firstPrev: string | null,
  sha256: Sha256,
): Promise<StatementResult> {
  const balances = new Map<string, { available: Units; frozen: Units }>();
  let prev = firstPrev ?? lines[0]?.prev ?? '';
  for (const [at, line] of lines.entries()) {
    const before = fromHex(line.prev, HASH_BYTES);
    if (!before || line.prev !== prev) return { ok: false, at, why: 'prev' };
    if (hex(await sha256(lineBytes(before, line))) !== line.hash) return { ok: false, at, why: 'hash' };
    const key = `${line.account} ${line.coinInfoId}`;
    const was = balances.get(key) ?? (firstPrev === null ? null : { available: 0n, frozen: 0n });
    const adds =
      was === null ||
      (line.available === was.available + line.units - line.frozenUnits &&
        line.frozen === was.frozen + line.frozenUnits);
    if (!adds) return { ok: false, at, why: 'sum' };
    balances.set(key, { available: line.available, frozen: line.frozen });
    prev = line.hash;
  }
  return { ok: true };
}

/** Money of one coin, in a leaf or summed over a tree: both wallets, frozen part included. */
export interface CoinSum {
  coinInfoId: number;
  units: Units;
}

/** A node of the tree of sums. Coins ascend; no sum is negative, as a negative one could hide debt. */
export interface SumNode {
  hash: Uint8Array;
  sums: readonly CoinSum[];
}

/** A user's leaf: `salt` (16 random bytes, the user's secret) keeps others from guessing balances. */
export interface OwnBalances {
  uid: number;
  salt: Uint8Array;
  sums: readonly CoinSum[];
}

function sumsBytes(sums: readonly CoinSum[]): Bytes {
  return joined(u32(sums.length), ...sums.flatMap(({ coinInfoId, units }) => [u32(coinInfoId), u64(units)]));
}

/**
 * Hash input of a leaf: 0x00, uid (u64), salt (16), number of coins (u32), then coinInfoId (u32) and units (u64, 1e-8)
 * of each, ascending.
 */
export function sumLeafBytes(own: OwnBalances): Bytes {
  return joined(u8(0), u64(own.uid), own.salt, sumsBytes(own.sums));
}

/** Hash input of a node: 0x01, then hash and sums of the left and of the right child. Its sums are those of both. */
export function sumNodeBytes(left: SumNode, right: SumNode): Bytes {
  return joined(u8(1), left.hash, sumsBytes(left.sums), right.hash, sumsBytes(right.sums));
}

/** Signed message of a root: 'DeFi balances v1\n', ts (u64, ms), number of leaves (u32), root hash, its sums. */
export function balancesMessage(ts: EpochMs, count: number, root: SumNode): Bytes {
  return joined(utf8('DeFi balances v1\n'), u64(ts), u32(count), root.hash, sumsBytes(root.sums));
}

/** Sums of two nodes added, coins ascending. */
export function addSums(left: readonly CoinSum[], right: readonly CoinSum[]): CoinSum[] {
  const units = new Map<number, Units>();
  for (const sum of [...left, ...right]) units.set(sum.coinInfoId, (units.get(sum.coinInfoId) ?? 0n) + sum.units);
  return [...units]
    .map(([coinInfoId, all]) => ({ coinInfoId, units: all }))
    .sort((a, b) => a.coinInfoId - b.coinInfoId);
}

/**
 * The tree over all users' leaves, level by level, root last. Throws Error on a negative or repeated balance, as such a
 * tree proves nothing.
 */
export function sumTree(leaves: readonly OwnBalances[], sha256: Sha256Now): SumNode[][] {
  for (const { uid, sums } of leaves) if (!isOrderly(sums)) throw new Error(`balances of ${uid} cannot be summed`);
  const nodes = leaves.map((own): SumNode => ({ hash: sha256(sumLeafBytes(own)), sums: own.sums }));
  return levelsOf(nodes, (left, right) => ({
    hash: sha256(sumNodeBytes(left, right)),
    sums: addSums(left.sums, right.sums),
  }));
}

/** Position of a leaf among `count`, and its neighbours up to the root. */
export interface InclusionProof {
  index: number;
  count: number;
  path: readonly SumNode[];
}

export function inclusionOf(levels: readonly SumNode[][], index: number): InclusionProof {
  return { index, count: levels[0]?.length ?? 0, path: pathOf(levels, index) };
}

/** Whether a user's balances are included in a root's hash and sums. Needs nothing but its arguments. */
export async function verifyInclusion(
  own: OwnBalances,
  proof: InclusionProof,
  root: SumNode,
  sha256: Sha256,
): Promise<boolean> {
  const sides = neighbourSides(proof.index, proof.count);
  if (proof.index >= proof.count || sides.length !== proof.path.length || own.salt.length !== 16) return false;
  if (
    ![own, ...proof.path, root].every(({ sums }) => isOrderly(sums)) ||
    proof.path.some(({ hash }) => hash.length !== HASH_BYTES)
  )
    return false;
  let node: SumNode = { hash: await sha256(sumLeafBytes(own)), sums: own.sums };
  for (const [level, neighbour] of proof.path.entries()) {
    const [left, right] = sides[level] === 'left' ? [neighbour, node] : [node, neighbour];
    const sums = addSums(left.sums, right.sums);
    if (!isOrderly(sums)) return false;
    node = { hash: await sha256(sumNodeBytes(left, right)), sums };
  }
  return sameBytes(node.hash, root.hash) && sameBytes(sumsBytes(node.sums), sumsBytes(root.sums));
}

/** Whether coins ascend without repetition, and every amount fits 64 bits. */
function isOrderly(sums: readonly CoinSum[]): boolean {
  return sums.every(
    ({ coinInfoId, units }, i) =>
      units >= 0n &&
      units < 1n << 64n &&
      coinInfoId >= 0 &&
      coinInfoId < 2 ** 32 &&
      coinInfoId > (sums[i - 1]?.coinInfoId ?? -1),
  );
}
