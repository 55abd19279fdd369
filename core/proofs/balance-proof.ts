// Proof that a user's balances are included in a published, signed sum of all balances.
import * as v from 'valibot';
import { type Bytes, HASH_BYTES, fromHex, hex } from '../encoding/bytes.ts';
import { keyIdOf } from './proof-layout.ts';
import { type ProofPorts, SIGNATURE_BYTES } from './proof.ts';
import {
  type CoinSum,
  type InclusionProof,
  type OwnBalances,
  type SumNode,
  balancesMessage,
  verifyInclusion,
} from './ledger-statement.ts';
import type { EpochMs } from '../units/time.ts';
import { parseMoney, printMoney } from '../units/units.ts';

export const SALT_BYTES = 16;
const hashText = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Money per coin: both wallets, frozen part included; coins ascend. */
const sums = v.pipe(v.array(v.strictObject({ coinInfoId: whole, amount: v.string() })), v.maxLength(1000));
const node = v.strictObject({ hash: hashText, sums });

/**
 * A published root of all users' balances. `ts`: when they were read; `count`: users with a balance. `sig` and `keyId`
 * are "" when no key signs.
 */
const rootFields = {
  ts: whole,
  count: v.pipe(whole, v.maxValue(0xffff_ffff)),
  root: node,
  sig: v.pipe(v.string(), v.regex(/^([0-9a-f]{128})?$/)),
  keyId: v.pipe(v.string(), v.regex(/^([0-9a-f]{16})?$/)),
};
export const balanceRootSchema = v.strictObject(rootFields);
export type BalanceRoot = v.InferOutput<typeof balanceRootSchema>;

/** A user's leaf (`salt`, `sums`), its index, and its neighbours up to the root. */
export const balanceProofSchema = v.strictObject({
  v: v.literal(1),
  ...rootFields,
  index: whole,
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  sums,
  path: v.pipe(v.array(node), v.maxLength(40)),
});
export type BalanceProof = v.InferOutput<typeof balanceProofSchema>;

/** What the verifier trusts: the key that signs roots (32 raw bytes), or a published root. */
export type RootTrust = { publicKey: Uint8Array } | { published: BalanceRoot };
/**
 * Why a proof is refused. form: malformed. root, key: another root or key than the trusted one. signature: not that
 * key's. inclusion: the balances are not in the root.
 */
export type BalanceProofFault = 'form' | 'root' | 'key' | 'signature' | 'inclusion';
export type BalanceProofResult = { ok: true; ts: EpochMs; sums: CoinSum[] } | { ok: false; why: BalanceProofFault };

/**
 * Verifies that `uid` is included in a root with exactly these balances.
 * @param given - Untrusted parsed JSON.
 * @returns The balances and the time they were read, or why the proof is refused. Never throws for its input; ports
 * may.
 */
export async function verifyBalanceProof(
  given: unknown,
  uid: number,
  trust: RootTrust,
  ports: ProofPorts,
): Promise<BalanceProofResult> {
  const parsed = v.safeParse(balanceProofSchema, given);
  const read = parsed.success ? partsOf(parsed.output, uid) : null;
  if (!parsed.success || !read) return { ok: false, why: 'form' };
  const proof = parsed.output;
  const fault =
    'publicKey' in trust
      ? await signatureFault(proof, read.root, Uint8Array.from(trust.publicKey), ports)
      : rootFault(proof, trust.published);
  if (fault) return { ok: false, why: fault };
  return (await verifyInclusion(read.own, read.proof, read.root, ports.sha256))
    ? { ok: true, ts: proof.ts, sums: [...read.own.sums] }
    : { ok: false, why: 'inclusion' };
}

async function signatureFault(
  proof: BalanceProof,
  root: SumNode,
  key: Bytes,
  { sha256, verifyEd25519 }: ProofPorts,
): Promise<BalanceProofFault | null> {
  if (key.length !== 32 || keyIdOf(await sha256(key)) !== proof.keyId) return 'key';
  const signature = fromHex(proof.sig, SIGNATURE_BYTES);
  return signature && (await verifyEd25519(key, balancesMessage(proof.ts, proof.count, root), signature))
    ? null
    : 'signature';
}

function rootFault({ ts, count, root, sig, keyId }: BalanceProof, published: BalanceRoot): BalanceProofFault | null {
  const given = (of: BalanceRoot): string =>
    JSON.stringify([
      of.ts,
      of.count,
      of.root.hash,
      of.root.sums.map(({ coinInfoId, amount }) => [coinInfoId, amount]),
      of.sig,
      of.keyId,
    ]);
  return given({ ts, count, root, sig, keyId }) === given(published) ? null : 'root';
}

function partsOf(
  { index, count, salt, sums: own, path, root }: BalanceProof,
  uid: number,
): { own: OwnBalances; proof: InclusionProof; root: SumNode } | null {
  const nodes = [root, ...path].map(nodeOf);
  const [top, ...neighbours] = nodes;
  const ownSums = sumsOf(own);
  const bytes = fromHex(salt, SALT_BYTES);
  if (!top || !ownSums || !bytes || !Number.isSafeInteger(uid) || uid < 0 || !neighbours.every((one) => one !== null))
    return null;
  return { own: { uid, salt: bytes, sums: ownSums }, proof: { index, count, path: neighbours }, root: top };
}

function nodeOf({ hash, sums: given }: BalanceProof['root']): SumNode | null {
  const bytes = fromHex(hash, HASH_BYTES);
  const read = sumsOf(given);
  return bytes && read && { hash: bytes, sums: read };
}

/** Every amount has one form: what differs from the printed one is refused. */
function sumsOf(given: BalanceProof['sums']): CoinSum[] | null {
  const read = given.map(({ coinInfoId, amount }) => ({ coinInfoId, units: parseMoney(amount) }));
  return read.every(
    (one, at): one is CoinSum => one.units !== null && one.units >= 0n && printMoney(one.units) === given[at]!.amount,
  )
    ? read
    : null;
}

/** A node as sent. */
export function printNode({ hash, sums: given }: SumNode): BalanceProof['root'] {
  return { hash: hex(hash), sums: printSums(given) };
}

export function printSums(given: readonly CoinSum[]): BalanceProof['sums'] {
  return given.map(({ coinInfoId, units }) => ({ coinInfoId, amount: printMoney(units) }));
}
