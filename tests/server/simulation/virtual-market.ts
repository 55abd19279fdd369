// A whole simulated market in virtual time: the real machine, the real bots, and a clock that beats at instants nobody
// knows. What prediction and manipulation are tried on.
import { type CoinInfo, USDT_ID, instrumentOf } from '../../../core/instruments/instrument.ts';
import { INSTANT_SPAN_MS, secondOf } from '../../../core/proofs/tick-instants.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { Bots } from '../../../server/simulation/bots/bots.ts';
import { type Command, EXCHANGE_UID, INSURANCE_UID } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/event.ts';
import { type Machine, createMachine } from '../../../server/exchange/machine.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import type { RandomSource, RandomStream } from '../../../server/simulation/random-stream.ts';

/**
 * What somebody does at each moment at which the street stops for them: after every pass of the bots and every beat.
 */
export type OnMoment = (nowMs: EpochMs, beat: Outcome | null) => void;

export class VirtualStreet {
  readonly machine: Machine;
  readonly bots: Bots;
  nowMs: EpochMs;
  /** Hears what everybody's commands bring about. */
  onOutcome: (outcome: Outcome) => void = () => undefined;
  readonly #instants: RandomStream;
  #seq = 0;
  #passAt: EpochMs;
  #beatAt: EpochMs;

  /** Markets of the house list by id, from `nowMs` on. */
  constructor(ids: readonly number[], random: RandomSource, nowMs: EpochMs) {
    const markets = LISTED_INSTRUMENTS.filter(({ id }) => ids.includes(id));
    this.nowMs = nowMs;
    this.machine = createMachine(
      [...LISTED_INSTRUMENTS.filter(({ pair }) => pair === ''), ...markets].map(instrumentOf),
    );
    this.#instants = random.stream('instants');
    this.bots = new Bots({
      instruments: markets,
      submitter: { submit: (command) => Promise.resolve(this.submit(command)) },
      random,
      now: nowMs,
      startTicks: (info: CoinInfo) => profileOf(info.id).price / stepsToNumber(1, instrumentOf(info).price),
    });
    this.submit({
      kind: 'credit',
      uid: INSURANCE_UID,
      wallet: 'contract',
      coinId: USDT_ID,
      units: 100_000_000_000_000n,
      recordType: 'insurance',
      remark: '',
    });
    this.#passAt = nowMs;
    this.#beatAt = nowMs + 1000;
  }

  /** Applies a command now, as if it took no time to arrive: what an attacker can only wish for. */
  submit(command: Command): Outcome {
    this.#seq += 1;
    const outcome = this.machine.apply({ seq: this.#seq, ts: this.nowMs }, command);
    this.bots.read(outcome);
    this.onOutcome(outcome);
    return outcome;
  }

  /** Lets the street live until a moment. */
  async run(untilMs: EpochMs, onMoment: OnMoment = () => undefined): Promise<void> {
    while (Math.min(this.#passAt, this.#beatAt) < untilMs) {
      if (this.#beatAt <= this.#passAt) {
        this.nowMs = this.#beatAt;
        this.#beatAt = (secondOf(this.nowMs) + 1) * 1000 + this.#instants.below(INSTANT_SPAN_MS);
        onMoment(this.nowMs, this.submit({ kind: 'clock', uid: EXCHANGE_UID }));
      } else {
        this.nowMs = this.#passAt;
        await this.bots.step(this.nowMs);
        this.#passAt += this.bots.nextPassMs();
        onMoment(this.nowMs, null);
      }
    }
    this.nowMs = untilMs;
  }
}
