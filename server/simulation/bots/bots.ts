// All bots of the simulated market; a pass steps the fair prices, then the makers and takers.
import { type CoinInfo, HALTED, instrumentOf } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import { type FairPrice, PriceProcess } from '../price-process.ts';
import { profileOf } from '../instrument-profiles.ts';
import type { RandomSource } from '../random-stream.ts';
import { Maker, type BlockingOrder } from './maker.ts';
import { BotPacing } from './pacing.ts';
import type { CommandSubmitter } from '../market-source.ts';
import { Taker } from './taker.ts';

/** Longest step of a taker: after a late pass (busy machine) it places no burst of missed orders. */
const MAX_STEP_MS = 1_000;
/** Most arbitrage orders per market and pass; a larger resting order is traded in the next passes. */
const MAX_ARBITRAGES = 8;

/** The bots of one market. */
interface MarketBots {
  info: CoinInfo;
  maker: Maker;
  taker: Taker;
  fair: FairPrice;
  lastAt: EpochMs;
  open: boolean;
}

export interface BotsOptions {
  /** Markets to trade in: instruments with a pair. */
  instruments: CoinInfo[];
  submitter: CommandSubmitter;
  /** Source of every size, side and delay. */
  random: RandomSource;
  now: EpochMs;
  /** Price in ticks from which a market continues. */
  startTicks: (info: CoinInfo) => number;
  /** Whether an operator halted the market; its bots then cancel all orders, as outside trading hours. */
  isHalted?: (coinInfoId: number) => boolean;
  /** Called when a market may have opened again: the next pass makes its book, and should not wait. */
  onOpened?: () => void;
}

/** Makers and takers of every market. They act through orders of their own accounts only, like any user. */
export class Bots {
  readonly #markets: MarketBots[];
  readonly #makers = new Map<number, Maker>();
  readonly #process: PriceProcess;
  readonly #pacing: BotPacing;
  readonly #isHalted: (coinInfoId: number) => boolean;
  readonly #onOpened: () => void;

  constructor({
    instruments,
    submitter,
    random,
    now,
    startTicks,
    isHalted = () => false,
    onOpened = () => undefined,
  }: BotsOptions) {
    this.#isHalted = isHalted;
    this.#onOpened = onOpened;
    this.#process = new PriceProcess(instruments, random, now, startTicks);
    this.#pacing = new BotPacing(random.stream('pacing'), now);
    this.#markets = instruments.map((info) => {
      const instrument = instrumentOf(info);
      const profile = profileOf(info.id);
      const fair = this.#process.fairOf(info.id);
      const of = { instrument, profile, submitter, fairTicks: fair.ticks };
      const maker = new Maker({ ...of, random: random.stream(`maker/${info.id}`) });
      this.#makers.set(maker.uid, maker);
      return {
        info,
        fair,
        lastAt: now,
        open: false,
        maker,
        taker: new Taker({ ...of, random: random.stream(`taker/${info.id}`) }),
      };
    });
  }

  /** Fair price of a market. */
  fairOf(coinInfoId: number): FairPrice {
    return this.#process.fairOf(coinInfoId);
  }

  /** Reads changes of the makers' orders by any command: traded quotes are replaced in the next pass. */
  onOutcome(outcome: Outcome): void {
    for (const event of outcome.events) {
      if (event.kind === 'order') this.#makers.get(event.order.uid)?.onOrder(event.order);
      if (event.kind === 'marketStatus' && event.status !== HALTED) this.#onOpened();
    }
  }

  /** Delay until the next pass, ms. */
  nextPassMs(): number {
    return this.#pacing.nextPassMs();
  }

  /** Runs one pass at `now`. Markets run concurrently, so that the sequencer commits them as one group. */
  async step(now: EpochMs): Promise<void> {
    const moves = this.#pacing.shouldMove(now);
    if (moves) this.#process.step(now);
    await Promise.all(this.#markets.map((market) => this.#stepMarket(market, now, moves)));
  }

  async #stepMarket(market: MarketBots, now: EpochMs, moves: boolean): Promise<void> {
    const stepMs = Math.min(MAX_STEP_MS, now - market.lastAt);
    market.lastAt = now;
    if (!sessionAt(market.info, now).open || this.#isHalted(market.info.id)) {
      if (market.open) await market.maker.cancelAll();
      market.open = false;
      return;
    }
    const hasOpened = !market.open;
    market.open = true;
    const { maker, taker, fair } = market;
    // Until it has a book, a market order meets what users have left there.
    if (moves || maker.wasTraded || hasOpened) {
      let blocking = await maker.step(fair);
      // The first quotes are refused for lack of balance; the account is funded by now.
      if (maker.resting === 0) blocking = await maker.step(fair);
      if (blocking) await this.#arbitrage(market, blocking);
    }
    for (const outcome of await taker.step(fair, stepMs)) this.onOutcome(outcome);
  }

  /**
   * Trades in full with any order that bids above or offers below the fair price, so that a large order cannot hold the
   * price.
   */
  async #arbitrage({ maker, taker, fair }: MarketBots, first: BlockingOrder): Promise<void> {
    let blocking: BlockingOrder | null = first;
    for (let orders = 0; blocking && orders < MAX_ARBITRAGES; orders += 1) {
      this.onOutcome(await taker.arbitrage(blocking));
      blocking = await maker.step(fair);
    }
  }
}
