// A small market for the tests of proofs: ticks, signed minutes, a settled order with its proof.
import { type KeyObject, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { NO_HASH, fromHex } from '../../../core/encoding/bytes.ts';
import { type OrderTerms, minuteTree } from '../../../core/proofs/proof-layout.ts';
import {
  type ClosedMinute,
  type Signer,
  linkTick,
  makeProof,
  makeWindowProof,
  signAnchor,
  signReceipt,
} from '../../../core/proofs/proof-builder.ts';
import {
  type Proof,
  type ProofPorts,
  type ProofTick,
  type ProvenOrder,
  verifyProof,
} from '../../../core/proofs/proof.ts';
import { type SecondsRule, settleByWindows } from '../../../core/risk/binary-option-window.ts';
import { type IndexTick, settle } from '../../../core/risk/binary-option.ts';
import { instantMs } from '../../../core/proofs/tick-instants.ts';
import { chance } from '../../support/data/random-source.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';

/** DER prefix of a raw Ed25519 public key. */
const DER = Buffer.from('302a300506032b6570032100', 'hex');
const keys = new Map<string, KeyObject>();

/** The key of raw bytes; that of a case is read ten thousands of times. */
function keyOf(raw: Uint8Array): KeyObject {
  const name = Buffer.from(raw).toString('latin1');
  const key = keys.get(name) ?? createPublicKey({ key: Buffer.concat([DER, raw]), format: 'der', type: 'spki' });
  keys.set(name, key);
  return key;
}

export const ports: ProofPorts = {
  sha256,
  verifyEd25519: (key, message, signature) => verify(null, message, keyOf(key), signature),
};

export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    sha256,
    sign: (message) => sign(null, message, privateKey),
  };
}

export interface ProofCase {
  signer: Signer;
  ticks: ProofTick[];
  minutes: Map<number, ClosedMinute>;
  order: ProvenOrder;
  proof: Proof;
}

const T0 = 1_700_000_040_000;
const hashesOf = (ticks: readonly ProofTick[]): Uint8Array[] => ticks.map(({ hash }) => fromHex(hash, 32) ?? NO_HASH);

type Draw = ReturnType<typeof chance>;

/** One tick in 300 to 2300 ms, without secrets (rule v1). */
function anyTimes(draw: Draw): { ts: number; secret?: Uint8Array }[] {
  const times: { ts: number }[] = [];
  for (let ts = T0 + draw.below(1000); ts < T0 + 300_000; ts += 300 + draw.below(2000)) times.push({ ts });
  return times;
}

/**
 * At most one tick per second, at or soon after the instant of its secret; a new chain begins after a second without
 * one.
 */
function secretTimes(draw: Draw): { ts: number; secret: Uint8Array }[] {
  const chain = [Uint8Array.from(sha256(Uint8Array.of(draw.below(256), 1)))];
  while (chain.length < 300) chain.unshift(Uint8Array.from(sha256(chain[0]!)));
  return chain.flatMap((secret, second) =>
    second > 0 && draw.below(12) === 0
      ? []
      : [{ ts: T0 + second * 1000 + instantMs(secret) + draw.below(250), secret }],
  );
}

/**
 * Two markets over five minutes, one tick in 300 to 2300 ms; the order is in the second one. `openAfterMs` and
 * `periodS` set its time, `rule` decides it.
 */
export function proofCase(seed: number, openAfterMs: number, periodS: number, rule: SecondsRule = 'v1'): ProofCase {
  const draw = chance(seed);
  const signer = newSigner();
  const chainOf = (coinInfoId: number): { index: IndexTick[]; ticks: ProofTick[] } => {
    const index: IndexTick[] = [];
    const ticks: ProofTick[] = [];
    const price = (): bigint => 6_000_000_000_000n + BigInt(draw.below(1_000_000)) * 1_000_000n;
    const taken = rule === 'v1' ? anyTimes(draw) : secretTimes(draw);
    for (const [at, { ts, secret }] of taken.entries()) {
      const seq = at + 1;
      index.push({ seq, ts, priceE8: price(), ...(secret && { secret }) });
      ticks.push(linkTick(ticks.at(-1) ?? null, coinInfoId, index.at(-1) ?? { seq, ts, priceE8: 0n }, sha256));
    }
    return { index, ticks };
  };
  const [other, own] = [chainOf(2), chainOf(3)];
  const minutes = new Map<number, ClosedMinute>();
  let prevRoot: Uint8Array = NO_HASH;
  for (let end = T0 + 60_000 - (T0 % 60_000); end <= T0 + 420_000; end += 60_000) {
    const of = (ticks: ProofTick[]): ProofTick[] => ticks.filter(({ ts }) => ts >= end - 60_000 && ts < end);
    const [before, mine] = [of(other.ticks), of(own.ticks)];
    const minute = minuteTree([...hashesOf(before), ...hashesOf(mine)], prevRoot, end, sha256);
    prevRoot = minute.root;
    const indexOf = (seq: number): number => {
      const at = mine.findIndex((tick) => tick.seq === seq);
      return at < 0 ? -1 : before.length + at;
    };
    minutes.set(end, { minute, anchor: signAnchor(minute, signer), indexOf });
  }
  const openTime = T0 + openAfterMs;
  const terms: OrderTerms = {
    orderNum: `S${seed}`,
    coinInfoId: 3,
    direction: draw.pick(['up', 'down'] as const),
    periodS,
    amountUnits: 10_000_000_000n,
    profitRateE8: 85_000_000n,
    feeUnits: 20_000_000n,
    openTime,
    rule,
  };
  const minuteOf = (ts: number): ClosedMinute | undefined => minutes.get(ts - (ts % 60_000) + 60_000);
  const receipt = signReceipt(terms, minuteOf(openTime - 60_000)?.minute.root ?? NO_HASH, signer);
  const expirationTime = openTime + periodS * 1000;
  const settled =
    rule === 'v1'
      ? settle(own.index, { ...terms, expirationTime }, T0 + 300_000)
      : settleByWindows(own.index, { ...terms, expirationTime }, periodS);
  const proof =
    rule === 'v1'
      ? makeProof(own.ticks, { openTime, expirationTime }, receipt, minuteOf)
      : makeWindowProof(own.ticks, { openTime, periodS }, receipt, minuteOf);
  if (!settled || !proof) throw new Error(`seed ${seed}: no proof`);
  const { result, payoutUnits, strike, exit } = settled;
  const order = { ...terms, result, payoutUnits, strikeE8: strike?.priceE8 ?? null, exitE8: exit?.priceE8 ?? null };
  return { signer, ticks: own.ticks, minutes, order, proof };
}

/** Result of verifying the case's proof: `ok` or the fault. */
export async function verifyCase(
  { signer, order }: ProofCase,
  proof: unknown,
  claimed: ProvenOrder = order,
): Promise<string> {
  const checked = await verifyProof(proof, signer.publicKey, claimed, ports);
  return checked.ok ? 'ok' : checked.why;
}

/** Results for the case's proof with one random bit changed, so many times; changes that leave no JSON are skipped. */
export function* bentAtRandom(
  { proof }: ProofCase,
  seed: number,
  times: number,
): Generator<{ at: number; bent: unknown }> {
  const text = Buffer.from(JSON.stringify(proof));
  const draw = chance(seed);
  for (let i = 0; i < times; i += 1) {
    const bytes = Buffer.from(text);
    const at = draw.below(text.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.below(8));
    let bent: unknown;
    try {
      bent = JSON.parse(bytes.toString('utf8'));
    } catch {
      continue;
    }
    yield { at, bent };
  }
}
