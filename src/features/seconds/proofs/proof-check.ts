// Checks a settlement on this device: what is saved of it, the functions of the platform, and the verdict step by step.
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

/** In the order in which they are taken. */
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
export interface StepSeen {
  step: Step;
  /** `open`: not reached, because one before it failed. */
  state: 'ok' | 'bad' | 'open';
}

const KEY_BYTES = 32;
const publicKeys = v.array(v.looseObject({ keyId: v.string(), alg: v.literal('Ed25519'), publicKey: v.string() }));
/** Key bytes by their names. */
export type Keys = ReadonlyMap<string, Bytes>;

/** Reads `publicKeys` of /common/prop; null when they are not there or out of shape. */
export function readKeys(value: unknown): Keys | null {
  const read = v.safeParse(publicKeys, value);
  if (!read.success || read.output.length === 0) return null;
  return new Map(
    read.output.flatMap(({ keyId, publicKey }) => {
      const bytes = fromHex(publicKey, KEY_BYTES);
      return bytes ? [[keyId, bytes] as const] : [];
    }),
  );
}

/** What of an order the proof speaks of: nothing else is saved, so that every letter of the file is checked. */
const PROVEN = [
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
  order: v.strictObject(v.pick(secondsOrderSchema, PROVEN).entries),
  proof: proofSchema,
});
export type ProofFile = v.InferOutput<typeof fileSchema>;

/** The file of a settled order; null while it has no proof. */
export function proofFileOf(order: SecondsOrder): ProofFile | null {
  if (!order.proof) return null;
  const said = Object.fromEntries(
    PROVEN.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])),
  ) as ProofFile['order'];
  return { kind: KIND, v: 1, order: said, proof: order.proof };
}

/** Reads what somebody pasted or chose; null when it is no such file. */
export function readProofFile(text: string): ProofFile | null {
  try {
    const read = v.safeParse(fileSchema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    // Not JSON: that is the answer.
    return null;
  }
}

export interface Checked {
  steps: StepSeen[];
  result: ProofResult;
}

/** Checks a file against the published keys. */
export async function checkFile({ order, proof }: ProofFile, keys: Keys, ports: ProofPorts): Promise<Checked> {
  const { result, steps } = seen(await resultOf({ order, proof }, keys, ports));
  // By rule v1 ticks had no secret instants.
  return { result, steps: proof.v === 1 ? steps.filter(({ step }) => step !== 'instant') : steps };
}

async function resultOf(
  { order, proof }: Pick<ProofFile, 'order' | 'proof'>,
  keys: Keys,
  ports: ProofPorts,
): Promise<ProofResult> {
  const key = keys.get(proof.keyId);
  if (!key) return { ok: false, why: 'key' };
  const proven = readProven(order);
  return proven ? verifyProof(proof, key, proven, ports) : { ok: false, why: 'form' };
}

function readProven(order: ProofFile['order']): ReturnType<typeof provenOrderOf> {
  try {
    return provenOrderOf(order as SecondsOrder);
  } catch {
    // A figure that is no decimal.
    return null;
  }
}

/**
 * Steps before a fault hold, those behind it were not reached. Hashes are checked tick by tick together with their
 * links.
 */
function seen(result: ProofResult): Checked {
  const at = result.ok ? STEPS.length : STEPS.indexOf(result.why);
  return { result, steps: STEPS.map((step, i) => ({ step, state: i < at ? 'ok' : i === at ? 'bad' : 'open' })) };
}
