// A simulated market in virtual time: real machine, real bots, beats at random instants.
import { type CoinInfo, USDT_ID, instrumentOf } from '../../../core/instruments/instrument.ts';
import { INSTANT_SPAN_MS, secondOf } from '../../../core/proofs/tick-instants.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { Bots } from '../../../server/simulation/bots/bots.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { type Command, EXCHANGE_UID, INSURANCE_UID } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import type { RandomSource, RandomStream } from '../../../server/simulation/random-stream.ts';

/** Called after every pass of the bots and every beat. */
export type OnStep = (nowMs: EpochMs, beat: Outcome | null) => void;

export class VirtualMarket {
  readonly machine: Machine;
  readonly bots: Bots;
  nowMs: EpochMs;
  /** Called with the outcome of every command. */
  onOutcome: (outcome: Outcome) => void = () => undefined;
  readonly #instants: RandomStream;
  #seq = 0;
  #passAt: EpochMs;
  #beatAt: EpochMs;

  /** Listed markets by id, starting at `nowMs`. */
  constructor(ids: readonly number[], random: RandomSource, nowMs: EpochMs) {
    const markets = LISTED_INSTRUMENTS.filter(({ id }) => ids.includes(id));
    this.nowMs = nowMs;
    this.machine = new Machine([...LISTED_INSTRUMENTS.filter(({ pair }) => pair === ''), ...markets].map(instrumentOf));
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

  /** Applies a command without latency, which no real attacker has. */
  submit(command: Command): Outcome {
    this.#seq += 1;
    const outcome = this.machine.apply({ seq: this.#seq, ts: this.nowMs }, command);
    this.bots.onOutcome(outcome);
    this.onOutcome(outcome);
    return outcome;
  }

  /** Runs bots and beats until a time. */
  async run(untilMs: EpochMs, onStep: OnStep = () => undefined): Promise<void> {
    while (Math.min(this.#passAt, this.#beatAt) < untilMs) {
      if (this.#beatAt <= this.#passAt) {
        this.nowMs = this.#beatAt;
        this.#beatAt = (secondOf(this.nowMs) + 1) * 1000 + this.#instants.below(INSTANT_SPAN_MS);
        onStep(this.nowMs, this.submit({ kind: 'clock', uid: EXCHANGE_UID }));
      } else {
        this.nowMs = this.#passAt;
        await this.bots.step(this.nowMs);
        this.#passAt += this.bots.nextPassMs();
        onStep(this.nowMs, null);
      }
    }
    this.nowMs = untilMs;
  }
}
