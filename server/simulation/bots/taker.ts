// Taker of one market: sends IOC orders in bursts, and trades with orders off the fair price.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { CODE } from '../../../core/errors/errors.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import { type Lots, type PriceTicks, parseMoney, parseSteps, stepsToNumber } from '../../../core/units/units.ts';
import type { FairPrice } from '../price-process.ts';
import type { InstrumentProfile } from '../instrument-profiles.ts';
import type { RandomStream } from '../random-stream.ts';
import type { BlockingOrder, BotOptions } from './maker.ts';
import { takerUid } from './bot-accounts.ts';
import type { CommandSubmitter } from '../market-source.ts';
import { BotFunding } from './bot-funding.ts';

/** Time constant of the excitation by an order (Hawkes process): orders come in bursts. */
const EXCITATION_DECAY_MS = 4_000;
/** Mean number of orders that one order triggers; must be below 1 for the rate to stay finite. */
const BRANCHING_RATIO = 0.55;
/** Most orders in one step; bounds the load on the exchange. */
const MAX_ORDERS = 3;
/** Size of one arbitrage order in typical levels; the account always holds as much. */
const ARBITRAGE_LEVELS = 25;
/** Full budget in typical levels; when it is low (see `BotFunding`) it still covers more than one arbitrage order. */
const FUNDED_LEVELS = 40;
/** Furthest limit price from the fair price, as a fraction; bounds slippage in a thin book. */
const MAX_SLIPPAGE = 0.002;

export class Taker {
  readonly uid: number;
  readonly #instrument: Instrument;
  readonly #profile: InstrumentProfile;
  readonly #random: RandomStream;
  readonly #submitter: CommandSubmitter;
  readonly #funding: BotFunding;
  readonly #tradeLots: number;
  readonly #minLots: Lots;
  readonly #maxLots: Lots;
  readonly #arbitrageLots: Lots;
  /** Additional orders per second by excitation. */
  #excitation = 0;

  constructor({ instrument, profile, random, submitter, fairTicks }: BotOptions) {
    const { info } = instrument;
    this.uid = takerUid(info.id);
    this.#instrument = instrument;
    this.#profile = profile;
    this.#random = random;
    this.#submitter = submitter;
    const lotValue = stepsToNumber(1, instrument.amount) * stepsToNumber(fairTicks, instrument.price);
    this.#tradeLots = profile.tradeValue / lotValue;
    this.#maxLots = Number(parseSteps(info.maxAmount, instrument.amount));
    this.#arbitrageLots = Math.min(this.#maxLots, Math.floor((profile.levelValue / lotValue) * ARBITRAGE_LEVELS));
    const minValue = Number(parseMoney(info.minNotional) ?? 0n) / 1e8;
    // 10 % above the minimum notional, because the price may move before the order arrives.
    this.#minLots = Math.max(
      Number(parseSteps(info.minAmount, instrument.amount)),
      Math.ceil((minValue * 1.1) / lotValue),
    );
    this.#funding = new BotFunding(this.uid, instrument, {
      levels: FUNDED_LEVELS,
      levelLots: profile.levelValue / lotValue,
      priceTicks: fairTicks,
    });
  }

  /** Places the random orders of `stepMs` and returns their outcomes. Throws Error when the exchange is busy. */
  async step(fair: FairPrice, stepMs: number): Promise<Outcome[]> {
    this.#excitation *= Math.exp(-stepMs / EXCITATION_DECAY_MS);
    const perSecond =
      this.#profile.takersPerSecond * Math.min(2.5, Math.max(0.3, fair.volatilityRatio)) * (1 - BRANCHING_RATIO) +
      this.#excitation;
    const count = Math.min(MAX_ORDERS, this.#random.poisson((perSecond * stepMs) / 1000));
    this.#excitation += (count * BRANCHING_RATIO * 1000) / EXCITATION_DECAY_MS;
    const outcomes: Outcome[] = [];
    for (let i = 0; i < count; i += 1) {
      // The side is random: it carries no information about later prices.
      const side = this.#random.uniform() < 0.5 ? 'buy' : 'sell';
      const reach = fair.ticks * (side === 'buy' ? 1 + MAX_SLIPPAGE : 1 - MAX_SLIPPAGE);
      outcomes.push(await this.#place(side, Math.max(1, Math.round(reach)), this.#randomLots()));
    }
    return outcomes;
  }

  /** Trades with the order that prevents a quote, up to the size of one arbitrage order. */
  arbitrage({ side, priceTicks }: BlockingOrder): Promise<Outcome> {
    return this.#place(side, priceTicks, this.#arbitrageLots);
  }

  /** Log-normal: mostly small, sometimes large. */
  #randomLots(): Lots {
    return Math.min(
      this.#maxLots,
      Math.max(this.#minLots, Math.round(this.#tradeLots * Math.exp(1.2 * this.#random.normal()))),
    );
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
    this.#funding.onOutcome(outcome);
    const refusal = isReject(outcome.answer) ? outcome.answer.code : CODE.ok;
    if (refusal === CODE.busy)
      throw new Error(`an order in market ${this.#instrument.info.id} was refused with ${refusal}`);
    await this.#funding.refill(this.#submitter, refusal === CODE.notEnoughBalance);
    return outcome;
  }
}
