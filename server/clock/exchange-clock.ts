// The exchange clock: one beat per second at a secret instant (S15); funds the insurance account.
import { USDT_ID } from '../../core/instruments/instrument.ts';
import { isReject } from '../../core/orders/spot-order.ts';
import { instantMs, isAtInstant, secondOf } from '../../core/proofs/tick-instants.ts';
import { parseMoney } from '../../core/units/units.ts';
import { EXCHANGE_UID, INSURANCE_UID } from '../exchange/command.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { cancellableDelay } from './cancellable-delay.ts';
import { SecretChain } from './secret-chain.ts';

/** Secrets of one chain: six hours of beats. */
const CHAIN_SECRETS = 21_600;
/** A beat later than this is skipped; the next one is in the following second. */
const MAX_DELAY_MS = 200;
/** Margin of a beat, because timers may fire early and the exchange refuses a beat before its instant. */
const TIMER_MARGIN_MS = 2;
/** Delay between two attempts to commit to a new chain; the exchange accepts one after a second without a beat. */
const COMMIT_RETRY_MS = 250;
/** Balance in USDT that an empty insurance account is credited with at start. */
const INSURANCE_USDT = '1000000';

/** The running clock. After `stop` resolves it submits no more commands. */
export interface ExchangeClock {
  stop(): Promise<void>;
}

type SequencerPort = Pick<Sequencer, 'submit' | 'machine' | 'healthError'>;

/**
 * Starts the clock and resolves after the first beat. A beat that is refused (the exchange is busy) is skipped. Throws
 * why nothing can be committed, where that is so.
 */
export async function startClock(sequencer: SequencerPort, now: () => number): Promise<ExchangeClock> {
  await fundInsurance(sequencer);
  const stopping = new AbortController();
  const clock = new BeatLoop(sequencer, now, stopping.signal);
  await clock.start();
  const running = clock.run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

class BeatLoop {
  readonly #sequencer: SequencerPort;
  readonly #now: () => number;
  readonly #stopped: AbortSignal;
  #chain: SecretChain | null = null;
  /** The last second that had its beat, or skipped it. */
  #second = 0;

  constructor(sequencer: SequencerPort, now: () => number, stopped: AbortSignal) {
    this.#sequencer = sequencer;
    this.#now = now;
    this.#stopped = stopped;
  }

  /**
   * A new exchange beats at once: no order can depend on its first index tick. Later starts wait for the first instant.
   */
  async start(): Promise<void> {
    const fresh = this.#sequencer.machine.clock().beats === 0;
    if (fresh) await this.#sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
    await this.#commit();
    if (!fresh) await this.#beat();
  }

  async run(): Promise<void> {
    while (!this.#stopped.aborted) {
      if (this.#chain?.next) await this.#beat();
      else await this.#commit();
    }
  }

  /**
   * Waits for the next instant and submits the beat. A refused beat was too late for its second, or the exchange was
   * busy; its secret is used for the next one.
   */
  async #beat(): Promise<void> {
    const secret = this.#chain?.next;
    if (!secret) return;
    await cancellableDelay(this.#dueAt(instantMs(secret)) - this.#now() + TIMER_MARGIN_MS, this.#stopped);
    if (this.#stopped.aborted) return;
    const { answer } = await this.#sequencer.submit({
      kind: 'clock',
      uid: EXCHANGE_UID,
      secret: secret.toString('hex'),
    });
    const nowMs = this.#now();
    if (!isReject(answer)) this.#chain?.advance();
    this.#second = isReject(answer) && !isAtInstant(nowMs, secret) ? secondOf(nowMs) - 1 : secondOf(nowMs);
  }

  #dueAt(atMs: number): number {
    const nowMs = this.#now();
    const due = Math.max(secondOf(nowMs), this.#second + 1) * 1000 + atMs;
    return due + MAX_DELAY_MS < nowMs ? due + 1000 : due;
  }

  /** Commits to a new chain, retrying until a second has passed without a beat. */
  async #commit(): Promise<void> {
    const chain = await SecretChain.create(CHAIN_SECRETS);
    for (;;) {
      if (this.#stopped.aborted) return;
      const { answer } = await this.#sequencer.submit({ kind: 'commitClock', uid: EXCHANGE_UID, head: chain.head });
      if (!isReject(answer)) break;
      // A start would wait in vain; one that runs is stopped by its owner.
      const fault = this.#chain === null ? this.#sequencer.healthError() : null;
      if (fault !== null) throw fault;
      await cancellableDelay(COMMIT_RETRY_MS, this.#stopped);
    }
    this.#chain = chain;
  }
}

async function fundInsurance({ submit, machine }: SequencerPort): Promise<void> {
  if (machine.balance(INSURANCE_UID, 'contract', USDT_ID).available > 0n) return;
  const { answer } = await submit({
    kind: 'credit',
    uid: INSURANCE_UID,
    wallet: 'contract',
    coinId: USDT_ID,
    units: parseMoney(INSURANCE_USDT) ?? 0n,
    recordType: 'insurance',
    remark: 'first money',
  });
  if (isReject(answer)) throw new Error(`the insurance's first money was refused with ${answer.code}`);
}
