// Puts the proof room together: the key, the receipts at acceptance, a signed root each minute, and the proof of every
// settled order.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Anchor, ProofTick } from '../../../core/proofs/proof.ts';
import { MINUTE_MS } from '../../../core/proofs/proof-layout.ts';
import { signReceipt } from '../../../core/proofs/proof-builder.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Vault } from '../auth/secret-box.ts';
import type { Outcome } from '../../exchange/event.ts';
import type { RootSigner } from '../../sequencer/balance-roots.ts';
import type { SignReceipt } from '../../sequencer/changesets/binary-option-changeset.ts';
import type { Store } from '../../store/store.ts';
import { Minutes, lastAnchors, minuteEnd } from './tick-minutes.ts';
import { type Proven, makeProofs, promiseOf } from './settlement-proofs.ts';
import { type PublicKey, openSigningKey } from './signing-key.ts';
import { lastTicks } from './index-ticks.ts';

export interface ProofOptions {
  store: Store;
  vault: Pick<Vault, 'sealText' | 'openText'>;
  instruments: ReadonlyMap<number, Instrument>;
  now: () => EpochMs;
  /** Hears of a minute or a proof that could not be made; the next minute tries again. */
  log(what: string, error: unknown): void;
}

export interface ProofRoom {
  /** For the sequencer: signs an order as it is committed. */
  signReceipt: SignReceipt;
  /** For the daily root of balances: the same key signs it. */
  rootSigner: RootSigner;
  /** For `/common/prop`. */
  publicKeys(): readonly PublicKey[];
  /** Hears what was committed; a minute that has ended by then is closed soon after. */
  hear(outcomes: readonly Outcome[]): void;
  onAnchor(listener: (anchor: Anchor) => void): void;
  onProof(listener: (proven: Proven) => void): void;
  /** The newest ticks of a market, and the newest anchors, oldest first. */
  lastTicks(instrument: Instrument, count: number): Promise<ProofTick[]>;
  lastAnchors(count: number): Promise<Anchor[]>;
  /** Resolves when nothing is being made any more. */
  settled(): Promise<void>;
}

/** Opens the room and makes what the last end of the process left unmade. The tables must stand. */
export async function openProofs(options: ProofOptions): Promise<ProofRoom> {
  const { store, vault, now } = options;
  const key = await openSigningKey(store, vault, now());
  const room = new Room(options, await Minutes.open(store, key.signer), key.signer.publicKey);
  await room.catchUp(await lastStamp(store));
  return {
    signReceipt: (order) => ({
      ...signReceipt(promiseOf(order), room.minutes.newestRoot(), key.signer),
      keyId: key.keyId,
    }),
    rootSigner: { keyId: key.keyId, sign: (message) => key.signer.sign(message) },
    publicKeys: () => key.publicKeys,
    hear: (outcomes) => room.hear(outcomes),
    onAnchor: (listener) => {
      room.anchorListeners.push(listener);
    },
    onProof: (listener) => {
      room.proofListeners.push(listener);
    },
    lastTicks: (instrument, count) => lastTicks(store, instrument, count),
    lastAnchors: (count) => lastAnchors(store, count),
    settled: () => room.working,
  };
}

/** Time of the last committed command: no tick will ever have an earlier one. */
async function lastStamp(store: Store): Promise<EpochMs> {
  const row = await store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'ts'");
  return Number(row?.value ?? 0n);
}

class Room {
  readonly minutes: Minutes;
  readonly anchorListeners: ((anchor: Anchor) => void)[] = [];
  readonly proofListeners: ((proven: Proven) => void)[] = [];
  working: Promise<void> = Promise.resolve();
  readonly #options: ProofOptions;
  readonly #publicKey: Uint8Array;
  #heardUntil: EpochMs = 0;

  constructor(options: ProofOptions, minutes: Minutes, publicKey: Uint8Array) {
    this.#options = options;
    this.#publicKey = publicKey;
    this.minutes = minutes;
  }

  hear(outcomes: readonly Outcome[]): void {
    const ts = outcomes[outcomes.length - 1]?.ts ?? 0;
    if (ts < this.#heardUntil) return;
    this.#heardUntil = minuteEnd(ts);
    const work = (): Promise<void> => this.catchUp(ts);
    this.working = this.working.then(work).catch((error: unknown) => this.#options.log('a signed minute', error));
  }

  /** `ts`: nothing that is still to come is earlier. */
  async catchUp(ts: EpochMs): Promise<void> {
    const { store, instruments, log } = this.#options;
    const anchors = await this.minutes.closeUntil(ts - (ts % MINUTE_MS));
    for (const anchor of anchors) for (const listener of this.anchorListeners) listener(anchor);
    await makeProofs({ store, instruments, minutes: this.minutes, publicKey: this.#publicKey, log }, ts, (proven) => {
      for (const listener of this.proofListeners) listener(proven);
    });
  }
}
