// Verification of a settlement on this device: the proof file, the published keys, and the steps.
import * as v from 'valibot';
import { type Bytes, fromHex } from '../../../../core/encoding/bytes.ts';
import {
  type ProofFault,
  type ProofPorts,
  type ProofResult,
  proofSchema,
  verifyProof,
} from '../../../../core/proofs/proof.ts';
import { type SecondsOrder, provenOrderOf, secondsOrderSchema } from '../../../../core/orders/binary-option-order.ts';

/** The steps in the order of verification. */
const STEPS = [
  'form',
  'key',
  'order',
  'hash',
  'link',
  'instant',
  'cover',
  'signature',
  'strike',
  'exit',
  'result',
] as const satisfies readonly ProofFault[];
type Step = (typeof STEPS)[number];
export interface StepResult {
  step: Step;
  /** `open`: not reached, because an earlier step failed. */
  state: 'ok' | 'bad' | 'open';
}

const KEY_BYTES = 32;
const publicKeys = v.array(v.looseObject({ keyId: v.string(), alg: v.literal('Ed25519'), publicKey: v.string() }));
/** Public keys by key id. */
export type PublicKeys = ReadonlyMap<string, Bytes>;

/** Parses `publicKeys` of /common/prop; null when missing or malformed. */
export function parseKeys(value: unknown): PublicKeys | null {
  const read = v.safeParse(publicKeys, value);
  if (!read.success || read.output.length === 0) return null;
  return new Map(
    read.output.flatMap(({ keyId, publicKey }) => {
      const bytes = fromHex(publicKey, KEY_BYTES);
      return bytes ? [[keyId, bytes] as const] : [];
    }),
  );
}

/** The order fields that the proof covers. No others are saved, so that every byte of the file is verified. */
const PROVEN_FIELDS = [
  'orderNum',
  'coinInfoId',
  'direction',
  'period',
  'amount',
  'profitRate',
  'fee',
  'openTime',
  'strikePrice',
  'executionPrice',
  'result',
  'payout',
  'rule',
] as const;
const KIND = 'defi-seconds-proof';
const fileSchema = v.strictObject({
  kind: v.literal(KIND),
  v: v.literal(1),
  order: v.strictObject(v.pick(secondsOrderSchema, PROVEN_FIELDS).entries),
  proof: proofSchema,
});
export type ProofFile = v.InferOutput<typeof fileSchema>;

/** The proof file of a settled order; null while it has no proof. */
export function proofFileOf(order: SecondsOrder): ProofFile | null {
  if (!order.proof) return null;
  const covered = Object.fromEntries(
    PROVEN_FIELDS.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])),
  ) as ProofFile['order'];
  return { kind: KIND, v: 1, order: covered, proof: order.proof };
}

/** Parses a pasted or chosen file; null when it is no proof file. */
export function parseProofFile(text: string): ProofFile | null {
  try {
    const read = v.safeParse(fileSchema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    // Not JSON.
    return null;
  }
}

export interface ProofCheck {
  steps: StepResult[];
  result: ProofResult;
}

/** Verifies a proof file against the published keys. */
export async function checkProofFile(
  { order, proof }: ProofFile,
  keys: PublicKeys,
  ports: ProofPorts,
): Promise<ProofCheck> {
  const { result, steps } = stepResults(await verify({ order, proof }, keys, ports));
  // Version 1 of the rules had no secret instants.
  return { result, steps: proof.v === 1 ? steps.filter(({ step }) => step !== 'instant') : steps };
}

async function verify(
  { order, proof }: Pick<ProofFile, 'order' | 'proof'>,
  keys: PublicKeys,
  ports: ProofPorts,
): Promise<ProofResult> {
  const key = keys.get(proof.keyId);
  if (!key) return { ok: false, why: 'key' };
  const proven = parseProvenOrder(order);
  return proven ? verifyProof(proof, key, proven, ports) : { ok: false, why: 'form' };
}

function parseProvenOrder(order: ProofFile['order']): ReturnType<typeof provenOrderOf> {
  try {
    return provenOrderOf(order as SecondsOrder);
  } catch {
    // A field is no decimal.
    return null;
  }
}

/**
 * Marks the steps before the fault as passed and those after it as not reached. Hashes and links are
 * verified together, tick by tick.
 */
function stepResults(result: ProofResult): ProofCheck {
  const at = result.ok ? STEPS.length : STEPS.indexOf(result.why);
  return { result, steps: STEPS.map((step, i) => ({ step, state: i < at ? 'ok' : i === at ? 'bad' : 'open' })) };
}
