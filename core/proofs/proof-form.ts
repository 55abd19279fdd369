// Published form of a binary option's settlement proof; inputs and results of its verification.
import * as v from 'valibot';
import { type Bytes, HASH_BYTES, NO_HASH, type Sha256, fromHex } from '../encoding/bytes.ts';
import type { OrderTerms } from './proof-layout.ts';
import type { IndexTick, SecondsResult, Settlement } from '../risk/binary-option.ts';
import { type Units, parseMoney } from '../units/units.ts';

export const SIGNATURE_BYTES = 64;
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const signature = v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const keyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/**
 * A tick as channel `qtTicks` publishes it. Hashes in lower-case hex, the price as a decimal. `secret` determined its
 * instant; ticks before the introduction of secrets have none.
 */
export const proofTickSchema = v.strictObject({
  seq: whole,
  ts: whole,
  price: v.string(),
  prev: hash,
  hash,
  secret: v.optional(hash),
});
export type ProofTick = v.InferOutput<typeof proofTickSchema>;

/** A signed minute as channel `anchors` publishes it, with the parts of its root. `ts` is the end of the minute. */
const anchorSchema = v.strictObject({
  ts: whole,
  count: v.pipe(whole, v.maxValue(0xffff_ffff)),
  tree: hash,
  prevRoot: hash,
  root: hash,
  sig: signature,
  keyId,
});
export type Anchor = v.InferOutput<typeof anchorSchema>;

const around = v.pipe(v.array(proofTickSchema), v.minLength(1), v.maxLength(400));
const covers = v.pipe(
  v.array(
    v.strictObject({ seq: whole, index: whole, path: v.pipe(v.array(hash), v.maxLength(40)), anchor: anchorSchema }),
  ),
  v.minLength(1),
  v.maxLength(2),
);

/**
 * A proof by rule v1. `around`: the ticks around strike and exit, ascending, in one run without gaps or two. `covers`
 * proves the last tick of each run (`seq`): its index among the leaves of the minute, and its neighbours up to the
 * root. `prevRoot` and `sig` are the order's receipt.
 */
const tickProofSchema = v.strictObject({
  v: v.literal(1),
  alg: v.literal('Ed25519'),
  keyId,
  orderHash: hash,
  strike: proofTickSchema,
  exit: proofTickSchema,
  around,
  covers,
  rule: v.literal('v1'),
  prevRoot: hash,
  sig: signature,
});
export type TickProof = v.InferOutput<typeof tickProofSchema>;

/** A window of ticks: number of its first, time of its last, median price. */
const windowSchema = v.strictObject({ seq: whole, ts: whole, price: v.string() });

/** A proof by rule v2: as v1, but strike and exit are windows, which `around` contains completely. */
const windowProofSchema = v.strictObject({
  v: v.literal(2),
  alg: v.literal('Ed25519'),
  keyId,
  orderHash: hash,
  strike: windowSchema,
  exit: windowSchema,
  around,
  covers,
  rule: v.literal('v2'),
  prevRoot: hash,
  sig: signature,
});
export type WindowProof = v.InferOutput<typeof windowProofSchema>;

export const proofSchema = v.variant('v', [tickProofSchema, windowProofSchema]);
export type Proof = v.InferOutput<typeof proofSchema>;

/** The order to verify: its terms and its claimed outcome (prices in 1e-8). A void order needs no prices. */
export interface ProvenOrder extends OrderTerms {
  result: SecondsResult;
  strikeE8: bigint | null;
  exitE8: bigint | null;
  payoutUnits: Units;
}

/**
 * Functions of the platform. `verifyEd25519` takes the raw public key (32 bytes), the message and the signature (64
 * bytes).
 */
export interface ProofPorts {
  sha256: Sha256;
  verifyEd25519(publicKey: Bytes, message: Bytes, signature: Bytes): boolean | Promise<boolean>;
}

/**
 * Why a proof is refused. form: malformed. key, order: of another key or order. hash: a tick is not its hash. link:
 * ticks do not follow each other. instant: a tick was read at another instant than committed to. cover: ticks without a
 * signed minute. signature: not the key's. strike, exit: not the ticks of the rule. result: another outcome.
 */
export type ProofFault =
  | 'form'
  | 'key'
  | 'order'
  | 'hash'
  | 'link'
  | 'instant'
  | 'cover'
  | 'signature'
  | 'strike'
  | 'exit'
  | 'result';
export type ProofResult = { ok: true; settlement: Settlement } | { ok: false; why: ProofFault };

/** A tick with its price in exact units; null when that is no price. */
export function indexTick({ seq, ts, price, secret }: ProofTick): IndexTick | null {
  const priceE8 = parseMoney(price);
  return priceE8 === null || priceE8 < 0n || priceE8 >= 1n << 64n
    ? null
    : { seq, ts, priceE8, ...(secret !== undefined && { secret: fromHex(secret, HASH_BYTES) ?? NO_HASH }) };
}
