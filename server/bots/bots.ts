// All bots of the simulated market: one pass moves the fair prices on and lets every maker and taker that is due act.
import { type CoinInfo, instrumentOf } from '../../contract/instrument.ts';
import { sessionAt } from '../../contract/session.ts';
import type { EpochMs } from '../../contract/time.ts';
import { createChance } from '../market/chance.ts';
import { type Fair, PriceProcess } from '../market/price-process.ts';
import { profileOf } from '../market/profile.ts';
import { Maker } from './maker.ts';
import type { Submitter } from './port.ts';
import { Taker } from './taker.ts';

/** A pass that comes later than this (a busy machine) trades for no more than this. */
const LONGEST_STEP_MS = 1_000;

interface Desk {
  info: CoinInfo;
  maker: Maker;
  taker: Taker;
  fair: Fair;
  makerEveryMs: number;
  makerDueAt: EpochMs;
  lastAt: EpochMs;
  open: boolean;
}

export interface BotsOptions {
  /** Markets to trade in: those with a pair. */
  instruments: CoinInfo[];
  door: Submitter;
  seed: number;
  now: EpochMs;
  /** Price in ticks that a market continues from. */
  startTicks: (info: CoinInfo) => number;
  /** Whether the house has halted a market: its bots then withdraw, as they do when it sleeps. */
  isHalted?: (coinInfoId: number) => boolean;
}

/** Makers and takers of every market. They own nothing but their accounts: all they do, they do through the door. */
export class Bots {
  readonly #desks: Desk[];
  readonly #process: PriceProcess;
  readonly #isHalted: (coinInfoId: number) => boolean;

  constructor({ instruments, door, seed, now, startTicks, isHalted = () => false }: BotsOptions) {
    this.#isHalted = isHalted;
    this.#process = new PriceProcess(instruments, seed, now, startTicks);
    this.#desks = instruments.map((info) => {
      const instrument = instrumentOf(info);
      const profile = profileOf(info.id);
      const fair = this.#process.fairOf(info.id);
      return {
        info, fair, makerEveryMs: profile.makerEveryMs, makerDueAt: now, lastAt: now, open: false,
        maker: new Maker(instrument, profile, createChance(seed, `maker/${info.id}/${now}`), door, fair.ticks),
        taker: new Taker(instrument, profile, createChance(seed, `taker/${info.id}/${now}`), door, fair.ticks),
      };
    });
  }

  /** Withdraws every order that an earlier run left in the books. */
  async clear(): Promise<void> {
    await Promise.all(this.#desks.flatMap(({ maker, taker }) => [maker.withdraw(), taker.withdraw()]));
  }

  /** Where a market's bots believe the price is. */
  fairOf(coinInfoId: number): Fair {
    return this.#process.fairOf(coinInfoId);
  }

  /** One pass at `now`. Markets act side by side, so that the sequencer can commit them as one group. */
  async step(now: EpochMs): Promise<void> {
    this.#process.step(now);
    await Promise.all(this.#desks.map((desk) => this.#act(desk, now)));
  }

  async #act(desk: Desk, now: EpochMs): Promise<void> {
    const stepMs = Math.min(LONGEST_STEP_MS, now - desk.lastAt);
    desk.lastAt = now;
    if (!sessionAt(desk.info, now).open || this.#isHalted(desk.info.id)) {
      if (desk.open) await desk.maker.withdraw();
      desk.open = false;
      return;
    }
    desk.open = true;
    let obstacle = null;
    if (now >= desk.makerDueAt) {
      desk.makerDueAt = now + desk.makerEveryMs;
      obstacle = await desk.maker.step(desk.fair);
      // The very first quotes find an empty purse; it has been filled by now.
      if (desk.maker.resting === 0) obstacle = await desk.maker.step(desk.fair);
    }
    for (const outcome of await desk.taker.step(desk.fair, stepMs, obstacle)) desk.maker.read(outcome);
  }
}
