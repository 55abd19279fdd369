// Bytes hashed and signed for binary options: ticks, minute anchors, orders. Integers are big-endian.
import { type Bytes, NO_HASH, type Sha256Now, hex, joined, textField, u32, u64, u8, utf8 } from '../encoding/bytes.ts';
import { levelsOf } from './merkle.ts';
import type { SecondsRule } from '../risk/binary-option-window.ts';
import type { IndexTick, SecondsDirection } from '../risk/binary-option.ts';
import type { EpochMs } from '../units/time.ts';
import type { Units } from '../units/units.ts';

export const MINUTE_MS = 60_000;

/**
 * A link of a market's tick chain, 60 bytes: `prev` (32, the hash of the tick before; zeros for seq 1), coinInfoId
 * (u32), seq (u64), ts (u64, ms), price (u64, in 1e-8); 92 with the secret that named the tick's instant (32). Its
 * SHA-256 is the tick's hash.
 */
export function tickBytes(prev: Uint8Array, coinInfoId: number, tick: IndexTick): Bytes {
  return joined(prev, u32(coinInfoId), u64(tick.seq), u64(tick.ts), u64(tick.priceE8), tick.secret ?? NOTHING);
}

const NOTHING = new Uint8Array(0);

/** Leaf of a minute's tree over a tick's hash: 0x00, hash. */
export function leafBytes(tickHash: Uint8Array): Bytes {
  return joined(u8(0), tickHash);
}

/** Node of a minute's tree: 0x01, left, right. */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Bytes {
  return joined(u8(1), left, right);
}

/**
 * A minute's root before hashing, 77 bytes: 0x02, the root of the minute before (32; zeros for the first), `ts` (u64,
 * ms, the end of the minute, which is not part of it), the number of ticks (u32), the root of their tree (32; zeros
 * when there are none).
 */
export function rootBytes(prevRoot: Uint8Array, ts: EpochMs, count: number, tree: Uint8Array): Bytes {
  return joined(u8(2), prevRoot, u64(ts), u32(count), tree);
}

/** What is signed for a minute. */
export function anchorMessage(root: Uint8Array): Bytes {
  return joined(utf8('DeFi ticks v1\n'), root);
}

/** What an order promises, before its strike is known. */
export interface OrderTerms {
  orderNum: string;
  coinInfoId: number;
  direction: SecondsDirection;
  periodS: number;
  amountUnits: Units;
  profitRateE8: bigint;
  feeUnits: Units;
  openTime: EpochMs;
  /** The rule that decides it. */
  rule: SecondsRule;
}

/**
 * An order before hashing: 'DeFi order v1\n' ('v2' by rule v2), orderNum (u32 length, UTF-8), coinInfoId (u32), 1 up or
 * 2 down (u8), period in s (u32), amount (u64, 1e-8), profit rate (u64, 1e-8), fee (u64, 1e-8), openTime (u64, ms). Its
 * SHA-256 is `orderHash`.
 */
export function orderBytes(order: OrderTerms): Bytes {
  return joined(
    utf8(`DeFi order ${order.rule}\n`),
    textField(order.orderNum),
    u32(order.coinInfoId),
    u8(order.direction === 'up' ? 1 : 2),
    u32(order.periodS),
    u64(order.amountUnits),
    u64(order.profitRateE8),
    u64(order.feeUnits),
    u64(order.openTime),
  );
}

/**
 * What is signed for an order when it is accepted: its hash, and the newest root then. So its terms are older than its
 * ticks.
 */
export function receiptMessage(orderHash: Uint8Array, prevRoot: Uint8Array): Bytes {
  return joined(utf8('DeFi receipt v1\n'), orderHash, prevRoot);
}

/** Name of a public key (32 raw bytes): the first 8 bytes of its SHA-256, in hex. */
export function keyIdOf(keyHash: Uint8Array): string {
  return hex(keyHash.subarray(0, 8));
}

/** A minute's tree and root, not yet signed. Leaves stand by market, then by seq. */
export interface MinuteTree {
  ts: EpochMs;
  prevRoot: Uint8Array;
  root: Uint8Array;
  /** The leaves first, the root alone in the last; empty without ticks. */
  levels: Uint8Array[][];
}

/** Closes a minute over the hashes of its ticks, ordered by coinInfoId and then seq. `ts` is the end of the minute. */
export function minuteTree(
  tickHashes: readonly Uint8Array[],
  prevRoot: Uint8Array,
  ts: EpochMs,
  sha256: Sha256Now,
): MinuteTree {
  const levels = levelsOf(
    tickHashes.map((hash) => sha256(leafBytes(hash))),
    (left, right) => sha256(nodeBytes(left, right)),
  );
  const tree = levels.at(-1)?.[0] ?? NO_HASH;
  return { ts, prevRoot, root: sha256(rootBytes(prevRoot, ts, tickHashes.length, tree)), levels };
}
