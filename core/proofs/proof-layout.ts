// Bytes hashed and signed for binary options: ticks, minute anchors, orders. Integers are big-endian.
import { type Bytes, NO_HASH, type Sha256Now, hex, joined, textField, u32, u64, u8, utf8 } from '../encoding/bytes.ts';
import { levelsOf } from './merkle.ts';
import type { SecondsRule } from '../risk/binary-option-window.ts';
import type { IndexTick, SecondsDirection } from '../risk/binary-option.ts';
import type { EpochMs } from '../units/time.ts';
import type { Units } from '../units/units.ts';

/**
 * Hash input of a tick, 60 bytes: `prev` (32, the hash of the tick before; zeros for seq 1), coinInfoId (u32), seq
 * (u64), ts (u64, ms), price (u64, 1e-8); 92 bytes with the secret of its instant (32).
 */
export function tickBytes(prev: Uint8Array, coinInfoId: number, tick: IndexTick): Bytes {
  return joined(prev, u32(coinInfoId), u64(tick.seq), u64(tick.ts), u64(tick.priceE8), tick.secret ?? NOTHING);
}

const NOTHING = new Uint8Array(0);

/** Hash input of a leaf of a minute's tree: 0x00, tick hash. */
export function leafBytes(tickHash: Uint8Array): Bytes {
  return joined(u8(0), tickHash);
}

/** Hash input of a node of a minute's tree: 0x01, left, right. */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Bytes {
  return joined(u8(1), left, right);
}

/**
 * Hash input of a minute's root, 77 bytes: 0x02, root of the minute before (32; zeros for the first), `ts` (u64, ms,
 * the exclusive end of the minute), number of ticks (u32), root of their tree (32; zeros without ticks).
 */
export function rootBytes(prevRoot: Uint8Array, ts: EpochMs, count: number, tree: Uint8Array): Bytes {
  return joined(u8(2), prevRoot, u64(ts), u32(count), tree);
}

/** Signed message of a minute. */
export function anchorMessage(root: Uint8Array): Bytes {
  return joined(utf8('DeFi ticks v1\n'), root);
}

/** Terms of an order, fixed before its strike is known. */
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
 * Hash input of an order: 'DeFi order v1\n' ('v2' by rule v2), orderNum (u32 length, UTF-8), coinInfoId (u32), 1 up or
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

/** Signed message of an accepted order: its hash and the newest root. So its terms are older than its ticks. */
export function receiptMessage(orderHash: Uint8Array, prevRoot: Uint8Array): Bytes {
  return joined(utf8('DeFi receipt v1\n'), orderHash, prevRoot);
}

/** Id of a public key (32 raw bytes): the first 8 bytes of its SHA-256, in hex. */
export function keyIdOf(keyHash: Uint8Array): string {
  return hex(keyHash.subarray(0, 8));
}

/** Tree and root of a minute, not signed yet. Leaves are ordered by market, then seq. */
export interface MinuteTree {
  ts: EpochMs;
  prevRoot: Uint8Array;
  root: Uint8Array;
  /** Levels from the leaves to the root; empty without ticks. */
  levels: Uint8Array[][];
}

/** Builds a minute from the hashes of its ticks, ordered by coinInfoId and then seq. `ts` is the end of the minute. */
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
