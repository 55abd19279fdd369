// One market's taker: sends immediate orders in bursts, on either side alike, and trades against whoever quotes away
// from the fair price.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { type Lots, type PriceTicks, parseMoney, parseSteps, stepsToNumber } from '../../../core/units/units.ts';
import type { Outcome } from '../../exchange/event.ts';
import type { Fair } from '../price-process.ts';
import type { Profile } from '../instrument-profiles.ts';
import type { RandomStream } from '../random-stream.ts';
import type { Obstacle } from './maker.ts';
import { type Submitter, takerUid } from './bot-port.ts';
import { BotFunding } from './bot-funding.ts';

/** Each order makes more likely for about this long (a Hawkes process): tapes come in bursts. */
const EXCITED_MS = 4_000;
/** Mean number of followers of one order; under 1, or bursts would never end. */
const FOLLOWERS = 0.55;
/** Most orders in one step, whatever the excitement: bounds the load of the exchange. */
const MOST_ORDERS = 3;
/** Size of one arbitrage order in typical levels; its account always holds as much. */
const ARBITRAGE_LEVELS = 25;
/** Its purse when full, in typical levels: short of it (see `Purse`) there is still more than one arbitrage order. */
const FUNDED_LEVELS = 40;
/** How far from the fair price an order may reach, as a fraction: bounds slippage through a thin book. */
const REACH = 0.002;

export class Taker {
  readonly uid: number;
  readonly #instrument: Instrument;
  readonly #profile: Profile;
  readonly #random: RandomStream;
  readonly #submitter: Submitter;
  readonly #funding: BotFunding;
  readonly #tradeLots: number;
  readonly #leastLots: Lots;
  readonly #mostLots: Lots;
  readonly #arbitrageLots: Lots;
  /** Orders a second that excitement adds. */
  #excited = 0;

  constructor(instrument: Instrument, profile: Profile, random: RandomStream, submitter: Submitter, fairTicks: number) {
    const { info } = instrument;
    this.uid = takerUid(info.id);
    this.#instrument = instrument;
    this.#profile = profile;
    this.#random = random;
    this.#submitter = submitter;
    const lotValue = stepsToNumber(1, instrument.amount) * stepsToNumber(fairTicks, instrument.price);
    this.#tradeLots = profile.tradeValue / lotValue;
    this.#mostLots = Number(parseSteps(info.maxAmount, instrument.amount));
    this.#arbitrageLots = Math.min(this.#mostLots, Math.floor((profile.levelValue / lotValue) * ARBITRAGE_LEVELS));
    const leastValue = Number(parseMoney(info.minNotional) ?? 0n) / 1e8;
    // A tenth more than the least value, because the price may move before the order arrives.
    this.#leastLots = Math.max(
      Number(parseSteps(info.minAmount, instrument.amount)),
      Math.ceil((leastValue * 1.1) / lotValue),
    );
    this.#funding = new BotFunding(this.uid, instrument, FUNDED_LEVELS, profile.levelValue / lotValue, fairTicks);
  }

  /** Trades what the stream says over `stepMs`; gives what came of it. Throws when the exchange takes no commands. */
  async step(fair: Fair, stepMs: number): Promise<Outcome[]> {
    this.#excited *= Math.exp(-stepMs / EXCITED_MS);
    const perSecond =
      this.#profile.takersPerSecond * Math.min(2.5, Math.max(0.3, fair.volatilityRatio)) * (1 - FOLLOWERS) +
      this.#excited;
    const count = Math.min(MOST_ORDERS, this.#random.poisson((perSecond * stepMs) / 1000));
    this.#excited += (count * FOLLOWERS * 1000) / EXCITED_MS;
    const outcomes: Outcome[] = [];
    for (let i = 0; i < count; i += 1) {
      // The side says nothing about the price to come: who follows these orders follows a coin.
      const side = this.#random.uniform() < 0.5 ? 'buy' : 'sell';
      const reach = fair.ticks * (side === 'buy' ? 1 + REACH : 1 - REACH);
      outcomes.push(await this.#place(side, Math.max(1, Math.round(reach)), this.#size()));
    }
    return outcomes;
  }

  /** Mostly small, now and then large: the tail of a log-normal. */
  #size(): Lots {
    return Math.min(
      this.#mostLots,
      Math.max(this.#leastLots, Math.round(this.#tradeLots * Math.exp(1.2 * this.#random.normal()))),
    );
  }

  /** Takes all that stands in the way of a quote, as far as one order reaches. */
  arbitrage({ side, priceTicks }: Obstacle): Promise<Outcome> {
    return this.#place(side, priceTicks, this.#arbitrageLots);
  }

  async #place(side: Side, priceTicks: PriceTicks, lots: Lots): Promise<Outcome> {
    const outcome = await this.#submitter.submit({
      kind: 'placeSpot',
      uid: this.uid,
      coinInfoId: this.#instrument.info.id,
      side,
      orderType: 'limit',
      priceTicks,
      lots,
      totalUnits: 0n,
      tif: 'IOC',
      postOnly: false,
      clientNo: '',
    });
    this.#funding.read(outcome);
    const refusal = isReject(outcome.answer) ? outcome.answer.code : CODE.ok;
    if (refusal === CODE.busy)
      throw new Error(`an order in market ${this.#instrument.info.id} was refused with ${refusal}`);
    await this.#funding.refill(this.#submitter, refusal === CODE.notEnoughBalance);
    return outcome;
  }
}
