// Checks on this device that one's own balances lie inside the exchange's published sum of everybody's.
import * as v from 'valibot';
import {
  type BalanceProof,
  type BalanceProofFault,
  balanceProofSchema,
  balanceRootSchema,
  verifyBalanceProof,
} from '../../../core/proofs/balance-proof.ts';
import { fromHex } from '../../../core/encoding/bytes.ts';
import type { ProofPorts } from '../../../core/proofs/proof.ts';

const KEY_BYTES = 32;
const published = v.looseObject({
  balanceRoots: v.optional(v.array(balanceRootSchema), []),
  publicKeys: v.optional(v.array(v.looseObject({ keyId: v.string(), publicKey: v.string() })), []),
});

/**
 * `unpublished`: its root is not among those that everybody sees; `unreadable`: what was published or handed out is out
 * of shape.
 */
export type Fault = BalanceProofFault | 'unpublished' | 'unreadable';
export type Finding = { ok: true; proof: BalanceProof; signed: boolean } | { ok: false; why: Fault };

/**
 * `given`: the proof as the exchange handed it out; `props`: what it publishes to everybody (`balanceRoots`,
 * `publicKeys`). Both may be anything.
 */
export async function checkBalance(given: unknown, uid: number, props: unknown, ports: ProofPorts): Promise<Finding> {
  const read = v.safeParse(published, props);
  const own = v.safeParse(balanceProofSchema, given);
  if (!read.success || !own.success) return { ok: false, why: 'unreadable' };
  const proof = own.output;
  const root = read.output.balanceRoots.find(({ ts }) => ts === proof.ts);
  if (!root) return { ok: false, why: 'unpublished' };
  const inside = await verifyBalanceProof(proof, uid, { published: root }, ports);
  if (!inside.ok) return inside;
  if (proof.sig === '') return { ok: true, proof, signed: false };
  const key = fromHex(read.output.publicKeys.find(({ keyId }) => keyId === proof.keyId)?.publicKey ?? '', KEY_BYTES);
  if (!key) return { ok: false, why: 'key' };
  const signed = await verifyBalanceProof(proof, uid, { publicKey: key }, ports);
  return signed.ok ? { ok: true, proof, signed: true } : signed;
}
