// All bots of the simulated market: a pass moves the fair prices when they are due and lets makers and takers act.
import { type CoinInfo, instrumentOf } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Outcome } from '../../exchange/event.ts';
import { type Fair, PriceProcess } from '../price-process.ts';
import { profileOf } from '../instrument-profiles.ts';
import type { RandomSource } from '../random-stream.ts';
import { Maker, type Obstacle } from './maker.ts';
import { Pacing } from './pacing.ts';
import type { Submitter } from './bot-port.ts';
import { Taker } from './taker.ts';

/** A pass that comes later than this (a busy machine) trades for no more than this. */
const LONGEST_STEP_MS = 1_000;
/** A wall larger than one order may be is taken in several within one pass, at most so many. */
const MOST_ARBITRAGES = 8;

/** The bots of one market. */
interface MarketBots {
  info: CoinInfo;
  maker: Maker;
  taker: Taker;
  fair: Fair;
  lastAt: EpochMs;
  open: boolean;
}

export interface BotsOptions {
  /** Markets to trade in: those with a pair. */
  instruments: CoinInfo[];
  submitter: Submitter;
  /** Every size, side and moment comes from its streams. */
  random: RandomSource;
  now: EpochMs;
  /** Price in ticks that a market continues from. */
  startTicks: (info: CoinInfo) => number;
  /** Whether the operator has halted a market: its bots then withdraw, as they do when it sleeps. */
  isHalted?: (coinInfoId: number) => boolean;
}

/**
 * Makers and takers of every market. They own nothing but their accounts: all they do, they do by orders like
 * everybody's.
 */
export class Bots {
  readonly #markets: MarketBots[];
  readonly #makers = new Map<number, Maker>();
  readonly #process: PriceProcess;
  readonly #pacing: Pacing;
  readonly #isHalted: (coinInfoId: number) => boolean;

  constructor({ instruments, submitter, random, now, startTicks, isHalted = () => false }: BotsOptions) {
    this.#isHalted = isHalted;
    this.#process = new PriceProcess(instruments, random, now, startTicks);
    this.#pacing = new Pacing(random.stream('pacing'), now);
    this.#markets = instruments.map((info) => {
      const instrument = instrumentOf(info);
      const profile = profileOf(info.id);
      const fair = this.#process.fairOf(info.id);
      const maker = new Maker(instrument, profile, random.stream(`maker/${info.id}`), submitter, fair.ticks);
      this.#makers.set(maker.uid, maker);
      return {
        info,
        fair,
        lastAt: now,
        open: false,
        maker,
        taker: new Taker(instrument, profile, random.stream(`taker/${info.id}`), submitter, fair.ticks),
      };
    });
  }

  /** Where a market's bots believe the price is. */
  fairOf(coinInfoId: number): Fair {
    return this.#process.fairOf(coinInfoId);
  }

  /** Reads what anybody's command did to the makers' orders: what was traded away is quoted again in the next pass. */
  read(outcome: Outcome): void {
    for (const event of outcome.events)
      if (event.kind === 'order') this.#makers.get(event.order.uid)?.update(event.order);
  }

  /** Pause until the next pass, ms. */
  nextPassMs(): number {
    return this.#pacing.nextPassMs();
  }

  /** One pass at `now`. Markets act side by side, so that the sequencer can commit them as one group. */
  async step(now: EpochMs): Promise<void> {
    const moves = this.#pacing.moves(now);
    if (moves) this.#process.step(now);
    await Promise.all(this.#markets.map((market) => this.#act(market, now, moves)));
  }

  async #act(market: MarketBots, now: EpochMs, moves: boolean): Promise<void> {
    const stepMs = Math.min(LONGEST_STEP_MS, now - market.lastAt);
    market.lastAt = now;
    if (!sessionAt(market.info, now).open || this.#isHalted(market.info.id)) {
      if (market.open) await market.maker.withdraw();
      market.open = false;
      return;
    }
    market.open = true;
    const { maker, taker, fair } = market;
    if (moves || maker.disturbed) {
      let obstacle = await maker.step(fair);
      // The very first quotes find an empty account; it has been funded by now.
      if (maker.resting === 0) obstacle = await maker.step(fair);
      if (obstacle) await this.#arbitrage(market, obstacle);
    }
    for (const outcome of await taker.step(fair, stepMs)) this.read(outcome);
  }

  /**
   * Whoever bids above or offers below the fair price is traded with in full: a wall holds no price, it is sold into.
   */
  async #arbitrage({ maker, taker, fair }: MarketBots, first: Obstacle): Promise<void> {
    let obstacle: Obstacle | null = first;
    for (let orders = 0; obstacle && orders < MOST_ARBITRAGES; orders += 1) {
      this.read(await taker.arbitrage(obstacle));
      obstacle = await maker.step(fair);
    }
  }
}
