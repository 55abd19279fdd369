// Proof service: signs receipts and minute roots, and makes the proof of every settled order.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Anchor, ProofTick } from '../../../core/proofs/proof.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { signReceipt } from '../../../core/proofs/proof-builder.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { SecretBox } from '../../store/secret-box.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import type { RootSigner } from '../../sequencer/balance-roots.ts';
import type { SignReceipt } from '../../sequencer/journal/journal.ts';
import type { Store } from '../../store/store.ts';
import { TickMinutes, lastAnchors, minuteEnd } from './tick-minutes.ts';
import { type OrderProof, makeProofs, orderTermsOf } from './settlement-proofs.ts';
import { type PublicKey, openSigningKey } from './signing-key.ts';
import { lastTicks } from './index-ticks.ts';

export interface ProofOptions {
  store: Store;
  secretBox: Pick<SecretBox, 'sealText' | 'openText'>;
  instruments: ReadonlyMap<number, Instrument>;
  now: () => EpochMs;
  /** Called when a minute or a proof could not be made; the next minute tries again. */
  log(event: string, error: unknown): void;
  /**
   * Whether proofs that a stop left unmade are made at the start (default); false: after the first commit, so
   * that a takeover does not wait for them.
   */
  catchesUp?: boolean;
}

export interface ProofService {
  /** For the sequencer: signs an order at its commit. */
  signReceipt: SignReceipt;
  /** For the daily root of balances, signed with the same key. */
  rootSigner: RootSigner;
  /** For `/common/prop`. */
  publicKeys(): readonly PublicKey[];
  /** Closes the minute that has ended, if any, in the background. */
  onCommitted(outcomes: readonly Outcome[]): void;
  onAnchor(listener: (anchor: Anchor) => void): void;
  onProof(listener: (proof: OrderProof) => void): void;
  /** The newest ticks of a market, and the newest anchors, oldest first. */
  lastTicks(instrument: Instrument, count: number): Promise<ProofTick[]>;
  lastAnchors(count: number): Promise<Anchor[]>;
  /** Resolves when no proof is being made. */
  settled(): Promise<void>;
}

/** Opens the key and makes proofs that a stop of the process left unmade. Run the migrations first. */
export async function openProofService(options: ProofOptions): Promise<ProofService> {
  const { store, secretBox, now, catchesUp = true } = options;
  const key = await openSigningKey(store, secretBox, now());
  const scheduler = new ProofScheduler(options, await TickMinutes.open(store, key.signer), key.signer.publicKey);
  if (catchesUp) await scheduler.catchUp(await lastStamp(store));
  return {
    signReceipt: (order) => ({
      ...signReceipt(orderTermsOf(order), scheduler.minutes.newestRoot(), key.signer),
      keyId: key.keyId,
    }),
    rootSigner: { keyId: key.keyId, sign: (message) => key.signer.sign(message) },
    publicKeys: () => key.publicKeys,
    onCommitted: (outcomes) => scheduler.onCommitted(outcomes),
    onAnchor: (listener) => {
      scheduler.anchorListeners.push(listener);
    },
    onProof: (listener) => {
      scheduler.proofListeners.push(listener);
    },
    lastTicks: (instrument, count) => lastTicks(store, instrument, count),
    lastAnchors: (count) => lastAnchors(store, count),
    settled: () => scheduler.working,
  };
}

/** Time of the last committed command; no later tick has an earlier time. */
async function lastStamp(store: Store): Promise<EpochMs> {
  const row = await store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'ts'");
  return Number(row?.value ?? 0n);
}

class ProofScheduler {
  readonly minutes: TickMinutes;
  readonly anchorListeners: ((anchor: Anchor) => void)[] = [];
  readonly proofListeners: ((proof: OrderProof) => void)[] = [];
  working: Promise<void> = Promise.resolve();
  readonly #options: ProofOptions;
  readonly #publicKey: Uint8Array;
  #closedUntil: EpochMs = 0;

  constructor(options: ProofOptions, minutes: TickMinutes, publicKey: Uint8Array) {
    this.#options = options;
    this.#publicKey = publicKey;
    this.minutes = minutes;
  }

  onCommitted(outcomes: readonly Outcome[]): void {
    const ts = outcomes[outcomes.length - 1]?.ts ?? 0;
    if (ts < this.#closedUntil) return;
    this.#closedUntil = minuteEnd(ts);
    const work = (): Promise<void> => this.catchUp(ts);
    this.working = this.working.then(work).catch((error: unknown) => this.#options.log('anchor.sign_failed', error));
  }

  /** `ts`: no later tick has an earlier time. */
  async catchUp(ts: EpochMs): Promise<void> {
    const { store, instruments, log } = this.#options;
    const anchors = await this.minutes.closeUntil(ts - (ts % MINUTE_MS));
    for (const anchor of anchors) for (const listener of this.anchorListeners) listener(anchor);
    await makeProofs({ store, instruments, minutes: this.minutes, publicKey: this.#publicKey, log }, ts, (proof) => {
      for (const listener of this.proofListeners) listener(proof);
    });
  }
}
