// Verifies on this device that the user's balances are part of the published sum of all balances.
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
 * `unpublished`: the proof's root is not among the published ones. `unreadable`: the proof or the
 * published properties have an unexpected shape.
 */
export type BalanceFault = BalanceProofFault | 'unpublished' | 'unreadable';
export type BalanceCheck = { ok: true; proof: BalanceProof; signed: boolean } | { ok: false; why: BalanceFault };

/**
 * `given`: the proof from /coin/assets. `props`: the published `balanceRoots` and `publicKeys` from
 * /common/prop. Both are unvalidated.
 */
export async function checkBalanceProof(
  given: unknown,
  uid: number,
  props: unknown,
  ports: ProofPorts,
): Promise<BalanceCheck> {
  const read = v.safeParse(published, props);
  const own = v.safeParse(balanceProofSchema, given);
  if (!read.success || !own.success) return { ok: false, why: 'unreadable' };
  const proof = own.output;
  const root = read.output.balanceRoots.find(({ ts }) => ts === proof.ts);
  if (!root) return { ok: false, why: 'unpublished' };
  const rootCheck = await verifyBalanceProof(proof, uid, { published: root }, ports);
  if (!rootCheck.ok) return rootCheck;
  if (proof.sig === '') return { ok: true, proof, signed: false };
  const key = fromHex(read.output.publicKeys.find(({ keyId }) => keyId === proof.keyId)?.publicKey ?? '', KEY_BYTES);
  if (!key) return { ok: false, why: 'key' };
  const signatureCheck = await verifyBalanceProof(proof, uid, { publicKey: key }, ports);
  return signatureCheck.ok ? { ok: true, proof, signed: true } : signatureCheck;
}
