// The exchange's clock: one beat in each second, at an instant that a secret names; and the insurance's first money.
import { USDT_ID } from '../../core/instruments/instrument.ts';
import { isReject } from '../../core/orders/spot-order.ts';
import { instantMs, isAtInstant, secondOf } from '../../core/proofs/tick-instants.ts';
import { parseMoney } from '../../core/units/units.ts';
import { EXCHANGE_UID, INSURANCE_UID } from '../exchange/command.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { pauseUntil } from '../simulation/cancellable-delay.ts';
import { SecretChain } from './secret-chain.ts';
import type { RunningMarket } from '../simulation/market-source.ts';

/** Secrets of one chain: six hours of beats. */
const CHAIN_SECRETS = 21_600;
/** A beat this late is made in its second still, a later one in the next. */
const LATE_MS = 200;
/** A timer may fire a moment before its time, and before its instant a beat is refused. */
const SPARE_MS = 2;
/** Between two tries to commit to a new chain: a second has to pass without a beat. */
const COMMIT_AGAIN_MS = 250;
/** What an empty insurance is given by the house at a start, in USDT. */
const INSURANCE_USDT = '1000000';

type Port = Pick<Sequencer, 'submit' | 'machine'>;

/**
 * Starts the clock; the first beat is done when this resolves. A beat that is refused (the exchange is busy) is left
 * out.
 */
export async function startClock(sequencer: Port, now: () => number): Promise<RunningMarket> {
  await fundInsurance(sequencer);
  const stopping = new AbortController();
  const clock = new Clock(sequencer, now, stopping.signal);
  await clock.begin();
  const running = clock.run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

class Clock {
  readonly #sequencer: Port;
  readonly #now: () => number;
  readonly #stopped: AbortSignal;
  #chain: SecretChain | null = null;
  /** The last second that had its beat, or missed it. */
  #second = 0;

  constructor(sequencer: Port, now: () => number, stopped: AbortSignal) {
    this.#sequencer = sequencer;
    this.#now = now;
    this.#stopped = stopped;
  }

  /**
   * An exchange that has never ticked does so at once: no order can lean on that tick. Any other beats at its first
   * instant.
   */
  async begin(): Promise<void> {
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
   * Waits for the next instant and beats. What is refused was too late for its second, or met a busy exchange: the
   * secret is still good for the next one.
   */
  async #beat(): Promise<void> {
    const secret = this.#chain?.next;
    if (!secret) return;
    await pauseUntil(this.#dueAt(instantMs(secret)) - this.#now() + SPARE_MS, this.#stopped);
    if (this.#stopped.aborted) return;
    const { answer } = await this.#sequencer.submit({
      kind: 'clock',
      uid: EXCHANGE_UID,
      secret: secret.toString('hex'),
    });
    const nowMs = this.#now();
    if (!isReject(answer)) this.#chain?.use();
    this.#second = isReject(answer) && !isAtInstant(nowMs, secret) ? secondOf(nowMs) - 1 : secondOf(nowMs);
  }

  #dueAt(atMs: number): number {
    const nowMs = this.#now();
    const due = Math.max(secondOf(nowMs), this.#second + 1) * 1000 + atMs;
    return due + LATE_MS < nowMs ? due + 1000 : due;
  }

  /** Commits to a new chain, as soon as a second has passed without a beat. */
  async #commit(): Promise<void> {
    const chain = await SecretChain.of(CHAIN_SECRETS);
    for (;;) {
      if (this.#stopped.aborted) return;
      const { answer } = await this.#sequencer.submit({ kind: 'commitClock', uid: EXCHANGE_UID, head: chain.head });
      if (!isReject(answer)) break;
      await pauseUntil(COMMIT_AGAIN_MS, this.#stopped);
    }
    this.#chain = chain;
  }
}

async function fundInsurance({ submit, machine }: Port): Promise<void> {
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
