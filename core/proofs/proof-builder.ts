// Builds what `proof.ts` verifies: published ticks, signed minutes, receipts and proofs.
import { type Bytes, NO_HASH, type Sha256Now, fromHex, HASH_BYTES, hex } from '../encoding/bytes.ts';
import { pathOf } from './merkle.ts';
import {
  type MinuteTree,
  type OrderTerms,
  anchorMessage,
  keyIdOf,
  orderBytes,
  receiptMessage,
  tickBytes,
} from './proof-layout.ts';
import { type Anchor, type Proof, type ProofTick, type WindowProof, indexTick } from './proof-form.ts';
import { firstTickOf, windowAt, windowsFrom } from '../risk/binary-option-window.ts';
import type { IndexTick } from '../risk/binary-option.ts';
import type { EpochMs } from '../units/time.ts';
import { printMoney } from '../units/units.ts';

/** Hash and signature functions of the platform, and the raw public key. */
export interface Signer {
  publicKey: Bytes;
  sha256: Sha256Now;
  /** Ed25519: 64 bytes. */
  sign(message: Bytes): Uint8Array;
}

/** Ticks included on each side of strike and exit. */
export const AROUND_TICKS = 5;

/** Links a tick to the one before (null for the first ever), in its published form. */
export function linkTick(before: ProofTick | null, coinInfoId: number, tick: IndexTick, sha256: Sha256Now): ProofTick {
  const prev = (before && fromHex(before.hash, HASH_BYTES)) ?? NO_HASH;
  return {
    seq: tick.seq,
    ts: tick.ts,
    price: printMoney(tick.priceE8),
    prev: hex(prev),
    hash: hex(sha256(tickBytes(prev, coinInfoId, tick))),
    ...(tick.secret && { secret: hex(tick.secret) }),
  };
}

export function signAnchor(minute: MinuteTree, signer: Signer): Anchor {
  return {
    ts: minute.ts,
    count: minute.levels[0]?.length ?? 0,
    tree: hex(minute.levels.at(-1)?.[0] ?? NO_HASH),
    prevRoot: hex(minute.prevRoot),
    root: hex(minute.root),
    sig: hex(signer.sign(anchorMessage(minute.root))),
    keyId: keyIdOf(signer.sha256(signer.publicKey)),
  };
}

/** Receipt of an accepted order: its hash and the newest root at that time, signed together. All in hex. */
export interface Receipt {
  orderHash: string;
  prevRoot: string;
  sig: string;
}

export function signReceipt(order: OrderTerms, prevRoot: Uint8Array, signer: Signer): Receipt {
  const orderHash = signer.sha256(orderBytes(order));
  return {
    orderHash: hex(orderHash),
    prevRoot: hex(prevRoot),
    sig: hex(signer.sign(receiptMessage(orderHash, prevRoot))),
  };
}

/** A closed minute with its signature; `indexOf` gives a tick's index among the leaves, or -1. */
export interface ClosedMinute {
  minute: MinuteTree;
  anchor: Anchor;
  indexOf(seq: number): number;
}

type MinuteOf = (ts: number) => ClosedMinute | undefined;

/**
 * The proof by rule v1 of an order settled from `ticks` (consecutive, from before its strike until after its exit).
 * Null while the tick after the exit, or the minute of the last tick, is missing. `minuteOf` finds the closed minute of
 * a time.
 */
export function makeProof(
  ticks: readonly ProofTick[],
  { openTime, expirationTime }: { openTime: EpochMs; expirationTime: EpochMs },
  receipt: Receipt,
  minuteOf: MinuteOf,
): Proof | null {
  const strikeAt = ticks.findIndex(({ ts }) => ts >= openTime);
  const exitAt = ticks.findLastIndex(({ ts }) => ts <= expirationTime);
  const [strike, exit] = [ticks[strikeAt], ticks[exitAt]];
  if (!strike || !exit || exitAt + 1 >= ticks.length) return null;
  const near = (i: number, at: number): boolean => Math.abs(i - at) <= AROUND_TICKS;
  const around = ticks.filter((_, i) => near(i, strikeAt) || near(i, exitAt));
  const covers = coversOf(around, minuteOf);
  if (!covers) return null;
  const keyId = covers[0]?.anchor.keyId ?? '';
  return { v: 1, alg: 'Ed25519', keyId, ...receipt, strike, exit, around, covers, rule: 'v1' };
}

/** The proof by rule v2; null while a tick of its windows, or the minute of the last tick, is missing. */
export function makeWindowProof(
  ticks: readonly ProofTick[],
  { openTime, periodS }: { openTime: EpochMs; periodS: number },
  receipt: Receipt,
  minuteOf: MinuteOf,
): Proof | null {
  const prices = ticks.map(indexTick).filter((tick) => tick !== null);
  const first = firstTickOf(prices, openTime);
  if (first === null) return null;
  const windows = windowsFrom(first, periodS);
  const [strike, exit] = [
    windowAt(prices, windows.strike, windows.ticks),
    windowAt(prices, windows.exit, windows.ticks),
  ];
  if (!strike || !exit) return null;
  const around = ticks.filter(
    ({ seq }) =>
      (seq >= windows.strike - AROUND_TICKS && seq < windows.strike + windows.ticks) ||
      (seq >= windows.exit - AROUND_TICKS && seq < windows.exit + windows.ticks),
  );
  const covers = coversOf(around, minuteOf);
  if (!covers) return null;
  const named = ({ seq, ts, priceE8 }: IndexTick): WindowProof['strike'] => ({ seq, ts, price: printMoney(priceE8) });
  return {
    v: 2,
    alg: 'Ed25519',
    keyId: covers[0]?.anchor.keyId ?? '',
    ...receipt,
    strike: named(strike),
    exit: named(exit),
    around,
    covers,
    rule: 'v2',
  };
}

/** The signed minutes of the last tick of each run; null while one is not closed. */
function coversOf(around: readonly ProofTick[], minuteOf: MinuteOf): Proof['covers'] | null {
  const covers: Proof['covers'] = [];
  for (const end of around.filter((tick, i) => around[i + 1]?.seq !== tick.seq + 1)) {
    const closed = minuteOf(end.ts);
    const index = closed?.indexOf(end.seq) ?? -1;
    if (!closed || index < 0) return null;
    covers.push({ seq: end.seq, index, path: pathOf(closed.minute.levels, index).map(hex), anchor: closed.anchor });
  }
  return covers;
}
