// The proof of a settled seconds contract: that its prices are the published ones, the right ones by rule, and nothing was left out.
import * as v from 'valibot';
import { type Bytes, HASH_BYTES, NO_HASH, type Sha256, fromHex, hex, sameBytes } from './bytes.ts';
import { neighbourSides } from './merkle.ts';
import {
  MINUTE_MS, type OrderTerms, anchorMessage, keyIdOf, leafBytes, nodeBytes, orderBytes, receiptMessage, rootBytes, tickBytes,
} from './proof-layout.ts';
import { type IndexTick, type SecondsResult, type SecondsTerms, type Settlement, settle } from './seconds.ts';
import { type Units, parseMoney } from './units.ts';

export const SIGNATURE_BYTES = 64;
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const signature = v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const keyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** A tick as channel `qtTicks` publishes it. Hashes in lower-case hex, the price a decimal. */
export const proofTickSchema = v.strictObject({ seq: whole, ts: whole, price: v.string(), prev: hash, hash });
export type ProofTick = v.InferOutput<typeof proofTickSchema>;

/** A signed minute as channel `anchors` publishes it, with what its root is made of. `ts` is the end of the minute. */
export const anchorSchema = v.strictObject({ ts: whole, count: v.pipe(whole, v.maxValue(0xffff_ffff)), tree: hash, prevRoot: hash, root: hash, sig: signature, keyId });
export type Anchor = v.InferOutput<typeof anchorSchema>;

/**
 * The proof. `around` holds the ticks around strike and exit, ascending: one run without gaps, or two. `covers` signs the last tick of
 * each run (`seq`): its place among the leaves of the minute, and the neighbours up to the root. `prevRoot` and `sig` are the
 * order's receipt, given when it was accepted.
 */
export const proofSchema = v.strictObject({
  v: v.literal(1),
  alg: v.literal('Ed25519'),
  keyId,
  orderHash: hash,
  strike: proofTickSchema,
  exit: proofTickSchema,
  around: v.pipe(v.array(proofTickSchema), v.minLength(1), v.maxLength(400)),
  covers: v.pipe(v.array(v.strictObject({ seq: whole, index: whole, path: v.pipe(v.array(hash), v.maxLength(40)), anchor: anchorSchema })), v.minLength(1), v.maxLength(2)),
  rule: v.literal('v1'),
  prevRoot: hash,
  sig: signature,
});
export type Proof = v.InferOutput<typeof proofSchema>;

/** The order whose outcome is checked: its terms, and what is said to have come of it (prices in 1e-8). A void order needs no prices. */
export interface ProvenOrder extends OrderTerms {
  result: SecondsResult;
  strikeE8: bigint | null;
  exitE8: bigint | null;
  payoutUnits: Units;
}

/** Functions of the platform. `verifyEd25519` takes the raw public key (32 bytes), the message and the signature (64 bytes). */
export interface ProofPorts {
  sha256: Sha256;
  verifyEd25519(publicKey: Bytes, message: Bytes, signature: Bytes): boolean | Promise<boolean>;
}

/**
 * Why a proof is refused: its form; another key; another order; a tick whose hash is not its own; ticks that do not follow each other;
 * ticks no signed minute covers; a signature that is not the key's; strike or exit not the ticks of the rule; another outcome.
 */
export type ProofFault = 'form' | 'key' | 'order' | 'hash' | 'link' | 'cover' | 'signature' | 'strike' | 'exit' | 'result';
export type Verdict = { ok: true; settlement: Settlement } | { ok: false; why: ProofFault };

/** Checks a proof (parsed JSON of anybody) against the key one trusts and the order one holds. Never throws for what it is given; ports may. */
export async function verifyProof(given: unknown, publicKey: Uint8Array, order: ProvenOrder, ports: ProofPorts): Promise<Verdict> {
  const parsed = v.safeParse(proofSchema, given);
  if (!parsed.success) return { ok: false, why: 'form' };
  const proof = parsed.output;
  const key = Uint8Array.from(publicKey);
  const fault = await keyFault(proof, key, ports)
    ?? await orderFault(proof, order, ports)
    ?? await chainFault(proof, order.coinInfoId, ports)
    ?? await coverFault(proof, key, ports)
    ?? await receiptFault(proof, key, ports);
  return fault ? { ok: false, why: fault } : outcome(proof, order);
}

async function keyFault(proof: Proof, key: Bytes, { sha256 }: ProofPorts): Promise<ProofFault | null> {
  const id = keyIdOf(await sha256(key));
  return key.length === 32 && proof.keyId === id && proof.covers.every(({ anchor }) => anchor.keyId === id) ? null : 'key';
}

async function orderFault(proof: Proof, order: ProvenOrder, { sha256 }: ProofPorts): Promise<ProofFault | null> {
  let bytes: Bytes;
  try {
    bytes = orderBytes(order);
  } catch (error) {
    // Numbers that no order can have fit no field.
    if (error instanceof RangeError) return 'order';
    throw error;
  }
  return hex(await sha256(bytes)) === proof.orderHash ? null : 'order';
}

/** Each tick hashes to its hash, and follows the one before unless a run ends there; what follows by number must follow by hash and time. */
async function chainFault(proof: Proof, coinInfoId: number, { sha256 }: ProofPorts): Promise<ProofFault | null> {
  let before: ProofTick | null = null;
  for (const tick of proof.around) {
    const read = indexTick(tick);
    if (!read || (tick.seq === 1 && tick.prev !== hex(NO_HASH))) return 'hash';
    if (hex(await sha256(tickBytes(bytesOf(tick.prev), coinInfoId, read))) !== tick.hash) return 'hash';
    if (before && (tick.seq <= before.seq || tick.ts < before.ts)) return 'link';
    if (before && tick.seq === before.seq + 1 && tick.prev !== before.hash) return 'link';
    before = tick;
  }
  return null;
}

/** The last tick of each run lies in a signed minute; through `prev` that covers the run. */
async function coverFault(proof: Proof, key: Bytes, ports: ProofPorts): Promise<ProofFault | null> {
  const ends = proof.around.filter((tick, i) => proof.around[i + 1]?.seq !== tick.seq + 1);
  if (ends.length !== proof.covers.length) return 'cover';
  for (const [i, cover] of proof.covers.entries()) {
    const end = ends[i];
    const { anchor } = cover;
    if (!end || end.seq !== cover.seq || end.ts >= anchor.ts || end.ts < anchor.ts - MINUTE_MS) return 'cover';
    const sides = neighbourSides(cover.index, anchor.count);
    if (cover.index >= anchor.count || sides.length !== cover.path.length) return 'cover';
    let node = await ports.sha256(leafBytes(bytesOf(end.hash)));
    for (const [level, side] of sides.entries()) {
      const neighbour = bytesOf(cover.path[level] ?? '');
      node = await ports.sha256(side === 'left' ? nodeBytes(neighbour, node) : nodeBytes(node, neighbour));
    }
    if (!sameBytes(node, bytesOf(anchor.tree)) || !(await anchorHolds(anchor, key, ports))) return 'cover';
  }
  return null;
}

/** Whether an anchor's root is made of its parts, and signed with the key. */
export async function anchorHolds(anchor: Anchor, publicKey: Uint8Array, ports: ProofPorts): Promise<boolean> {
  const root = await ports.sha256(rootBytes(bytesOf(anchor.prevRoot), anchor.ts, anchor.count, bytesOf(anchor.tree)));
  if (hex(root) !== anchor.root) return false;
  return ports.verifyEd25519(Uint8Array.from(publicKey), anchorMessage(root), bytesOf(anchor.sig, SIGNATURE_BYTES));
}

async function receiptFault(proof: Proof, key: Bytes, { verifyEd25519 }: ProofPorts): Promise<ProofFault | null> {
  const message = receiptMessage(bytesOf(proof.orderHash), bytesOf(proof.prevRoot));
  return await verifyEd25519(key, message, bytesOf(proof.sig, SIGNATURE_BYTES)) ? null : 'signature';
}

/** The rule over proven ticks: both named ticks are among them, and their neighbours show that no other would be the right one. */
function outcome(proof: Proof, order: ProvenOrder): Verdict {
  const expirationTime = order.openTime + order.periodS * 1000;
  const strikeAt = placeOf(proof, proof.strike);
  const exitAt = placeOf(proof, proof.exit);
  if (strikeAt < 0 || proof.strike.ts < order.openTime || !startsAfter(proof, strikeAt, order.openTime)) return { ok: false, why: 'strike' };
  const next = proof.around[exitAt + 1];
  if (exitAt < 0 || proof.exit.ts > expirationTime || next?.seq !== proof.exit.seq + 1 || next.ts <= expirationTime) return { ok: false, why: 'exit' };
  const ticks = proof.around.map(indexTick).filter((tick) => tick !== null);
  const settlement = settle(ticks, secondsTerms(order, expirationTime), next.ts);
  const same = settlement !== null && settlement.result === order.result && settlement.payoutUnits === order.payoutUnits
    && (order.result === 'void' || (settlement.strike?.priceE8 === order.strikeE8 && settlement.exit?.priceE8 === order.exitE8));
  return same ? { ok: true, settlement } : { ok: false, why: 'result' };
}

/** Whether the tick before the strike is shown and too early, or the strike is the first tick ever. */
function startsAfter(proof: Proof, strikeAt: number, openTime: number): boolean {
  const before = proof.around[strikeAt - 1];
  return proof.strike.seq === 1 || (before?.seq === proof.strike.seq - 1 && before.ts < openTime);
}

function placeOf(proof: Proof, named: ProofTick): number {
  return proof.around.findIndex((tick) => (
    tick.seq === named.seq && tick.ts === named.ts && tick.price === named.price && tick.prev === named.prev && tick.hash === named.hash
  ));
}

function secondsTerms(order: ProvenOrder, expirationTime: number): SecondsTerms {
  const { direction, openTime, amountUnits, profitRateE8, feeUnits } = order;
  return { direction, openTime, expirationTime, amountUnits, profitRateE8, feeUnits };
}

function indexTick({ seq, ts, price }: ProofTick): IndexTick | null {
  const priceE8 = parseMoney(price);
  return priceE8 === null || priceE8 < 0n || priceE8 >= 1n << 64n ? null : { seq, ts, priceE8 };
}

/** Bytes of hex whose form was checked before. */
function bytesOf(text: string, length = HASH_BYTES): Bytes {
  return fromHex(text, length) ?? new Uint8Array(length);
}
