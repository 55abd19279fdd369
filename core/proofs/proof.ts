// Verifies a binary option's settlement: published prices, chosen by rule, none left out.
import * as v from 'valibot';
import { type Bytes, HASH_BYTES, NO_HASH, fromHex, hex, sameBytes } from '../encoding/bytes.ts';
import { neighbourSides } from './merkle.ts';
import {
  type Anchor,
  type Proof,
  type ProofFault,
  type ProofPorts,
  type ProofTick,
  type ProvenOrder,
  SIGNATURE_BYTES,
  type ProofResult,
  indexTick,
  proofSchema,
} from './proof-form.ts';
import { instantsHold } from './tick-instants.ts';
import { MINUTE_MS } from '../units/durations.ts';
import {
  anchorMessage,
  keyIdOf,
  leafBytes,
  nodeBytes,
  orderBytes,
  receiptMessage,
  rootBytes,
  tickBytes,
} from './proof-layout.ts';
import { outcome, windowOutcome } from './proof-outcome.ts';

export * from './proof-form.ts';

/**
 * Verifies a proof against a trusted key and the user's order.
 * @param given - Untrusted parsed JSON.
 * @param publicKey - Raw Ed25519 key, 32 bytes.
 * @returns The settlement, or why the proof is refused. Never throws for its input; ports may.
 */
export async function verifyProof(
  given: unknown,
  publicKey: Uint8Array,
  order: ProvenOrder,
  ports: ProofPorts,
): Promise<ProofResult> {
  const parsed = v.safeParse(proofSchema, given);
  if (!parsed.success) return { ok: false, why: 'form' };
  const proof = parsed.output;
  const key = Uint8Array.from(publicKey);
  const fault =
    (await keyFault(proof, key, ports)) ??
    (await orderFault(proof, order, ports)) ??
    (await chainFault(proof, order.coinInfoId, ports)) ??
    (await instantFault(proof, ports)) ??
    (await coverFault(proof, key, ports)) ??
    (await receiptFault(proof, key, ports));
  if (fault) return { ok: false, why: fault };
  return proof.v === 1 ? outcome(proof, order) : windowOutcome(proof, order);
}

async function keyFault(proof: Proof, key: Bytes, { sha256 }: ProofPorts): Promise<ProofFault | null> {
  const id = keyIdOf(await sha256(key));
  return key.length === 32 && proof.keyId === id && proof.covers.every(({ anchor }) => anchor.keyId === id)
    ? null
    : 'key';
}

async function orderFault(proof: Proof, order: ProvenOrder, { sha256 }: ProofPorts): Promise<ProofFault | null> {
  if (proof.rule !== order.rule) return 'order';
  let bytes: Bytes;
  try {
    bytes = orderBytes(order);
  } catch (error) {
    // A number is too large for its field: no order has it.
    if (error instanceof RangeError) return 'order';
    throw error;
  }
  return hex(await sha256(bytes)) === proof.orderHash ? null : 'order';
}

/**
 * Each tick has its hash and follows the one before, unless a run ends there; consecutive numbers need matching hashes
 * and ascending times.
 */
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

/**
 * By v1 a tick is read at each clock beat; by v2 at an instant given by its secret, to which the tick before is
 * committed.
 */
async function instantFault(proof: Proof, { sha256 }: ProofPorts): Promise<ProofFault | null> {
  const own = proof.around.filter(({ seq }) => seq >= proof.strike.seq);
  return proof.v === 1 ||
    (await instantsHold(
      own.map(indexTick).filter((tick) => tick !== null),
      sha256,
    ))
    ? null
    : 'instant';
}

/** The last tick of each run is in a signed minute; through `prev` that covers the run. */
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

/** Whether an anchor's root is the hash of its parts, and signed with the key. */
export async function anchorHolds(anchor: Anchor, publicKey: Uint8Array, ports: ProofPorts): Promise<boolean> {
  const root = await ports.sha256(rootBytes(bytesOf(anchor.prevRoot), anchor.ts, anchor.count, bytesOf(anchor.tree)));
  if (hex(root) !== anchor.root) return false;
  return ports.verifyEd25519(Uint8Array.from(publicKey), anchorMessage(root), bytesOf(anchor.sig, SIGNATURE_BYTES));
}

async function receiptFault(proof: Proof, key: Bytes, { verifyEd25519 }: ProofPorts): Promise<ProofFault | null> {
  const message = receiptMessage(bytesOf(proof.orderHash), bytesOf(proof.prevRoot));
  return (await verifyEd25519(key, message, bytesOf(proof.sig, SIGNATURE_BYTES))) ? null : 'signature';
}

/** Bytes of hex that was validated before. */
function bytesOf(text: string, length = HASH_BYTES): Bytes {
  return fromHex(text, length) ?? new Uint8Array(length);
}
