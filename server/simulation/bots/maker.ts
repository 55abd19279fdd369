// Market maker of one market: keeps a ladder of resting orders around the fair price.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SPOT_STATUS, isReject } from '../../../core/orders/spot-order.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { type Lots, type PriceTicks, parseSteps, stepsToNumber } from '../../../core/units/units.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import type { OrderState } from '../../exchange/event.ts';
import type { FairPrice } from '../price-process.ts';
import type { InstrumentProfile } from '../instrument-profiles.ts';
import type { RandomStream } from '../random-stream.ts';
import { BANDS, MAX_ORDERS, type Quote, bandOf, bandStart, distance, priceAt } from './maker-ladder.ts';
import { makerUid } from './bot-accounts.ts';
import type { CommandSubmitter } from '../market-source.ts';
import { BotFunding } from './bot-funding.ts';

/** Most quotes placed in one step; bounds the size of the command. */
const MAX_PLACED = 14;
/** Full budget in typical levels; a side of the book has about 50, at most 90. */
const FUNDED_LEVELS = 120;
/**
 * Share of resting quotes cancelled at random per step: a quote lives some tens of steps, and a wrong entry in the
 * maker's list disappears.
 */
const REFRESH_SHARE = 0.02;
/** Quotes nearer to the fair price than this share of the half spread are cancelled before they are traded. */
const MIN_DISTANCE = 0.5;

export interface BotOptions {
  instrument: Instrument;
  profile: InstrumentProfile;
  random: RandomStream;
  submitter: CommandSubmitter;
  /** Price at the start, which sizes are computed at. */
  fairTicks: number;
}

/** An order of another user that prevents a quote: on the other side, at this price or better. */
export interface BlockingOrder {
  /** Side of the taker order that trades with it. */
  side: Side;
  priceTicks: PriceTicks;
}

export class Maker {
  readonly uid: number;
  readonly #instrument: Instrument;
  readonly #profile: InstrumentProfile;
  readonly #random: RandomStream;
  readonly #submitter: CommandSubmitter;
  readonly #funding: BotFunding;
  readonly #quotes = new Map<number, Quote>();
  readonly #levelLots: number;
  readonly #minLots: Lots;
  readonly #maxLots: Lots;
  #wasTraded = false;

  constructor({ instrument, profile, random, submitter, fairTicks }: BotOptions) {
    this.uid = makerUid(instrument.info.id);
    this.#instrument = instrument;
    this.#profile = profile;
    this.#random = random;
    this.#submitter = submitter;
    this.#levelLots =
      profile.levelValue / stepsToNumber(1, instrument.amount) / stepsToNumber(fairTicks, instrument.price);
    this.#minLots = Number(parseSteps(instrument.info.minAmount, instrument.amount));
    this.#maxLots = Number(parseSteps(instrument.info.maxAmount, instrument.amount));
    this.#funding = new BotFunding(this.uid, instrument, {
      levels: FUNDED_LEVELS,
      levelLots: this.#levelLots,
      priceTicks: fairTicks,
    });
  }

  /** Number of resting quotes, as last reported. */
  get resting(): number {
    return this.#quotes.size;
  }

  /** Cancels all resting orders. */
  async cancelAll(): Promise<void> {
    this.#quotes.clear();
    this.#funding.onOutcome(
      await this.#submitter.submit({ kind: 'cancelAllSpot', uid: this.uid, coinInfoId: this.#instrument.info.id }),
    );
  }

  /** Whether another user traded a quote since the last step. */
  get wasTraded(): boolean {
    return this.#wasTraded;
  }

  /** Applies the new state of one of this maker's orders. */
  onOrder({ id, side, priceTicks, lots, dealLots, status }: OrderState): void {
    const quote = this.#quotes.get(id);
    if (status === SPOT_STATUS.onBook || status === SPOT_STATUS.partial)
      this.#quotes.set(id, { id, side, priceTicks, lots: lots - dealLots });
    else this.#quotes.delete(id);
    if (quote && dealLots > 0) this.#wasTraded = true;
  }

  /**
   * Replaces outdated quotes around `fair`. Returns the order that prevented a quote, if any. Throws Error when the
   * exchange refuses the command.
   */
  async step(fair: FairPrice): Promise<BlockingOrder | null> {
    this.#wasTraded = false;
    const halfSpreadTicks = Math.max(
      0.5,
      fair.ticks * this.#profile.halfSpread * Math.min(4, Math.max(0.6, fair.volatilityRatio)),
    );
    const outdated = this.#outdatedQuotes(fair.ticks, halfSpreadTicks);
    for (const { id } of outdated) this.#quotes.delete(id);
    const place = [
      ...this.#missingQuotes('buy', fair.ticks, halfSpreadTicks),
      ...this.#missingQuotes('sell', fair.ticks, halfSpreadTicks),
    ];
    if (outdated.length === 0 && place.length === 0) return null;
    const cancel = outdated.map(({ id }) => id);
    const outcome = await this.#submitter.submit({
      kind: 'quote',
      uid: this.uid,
      coinInfoId: this.#instrument.info.id,
      cancel,
      place,
    });
    if (isReject(outcome.answer)) {
      for (const quote of outdated) this.#quotes.set(quote.id, quote);
      throw new Error(`a quote in market ${this.#instrument.info.id} was refused with ${outcome.answer.code}`);
    }
    this.#onOutcome(outcome);
    const blocking = this.#blockingOrder(place, outcome.answer.orders);
    await this.#funding.refill(this.#submitter, blocking !== null);
    return blocking;
  }

  #onOutcome(outcome: Outcome): void {
    for (const event of outcome.events)
      if (event.kind === 'order' && event.order.uid === this.uid) this.onOrder(event.order);
    this.#funding.onOutcome(outcome);
  }

  /** Quotes to cancel: crossed or too near, too far, too many, and a few at random. */
  #outdatedQuotes(fairTicks: number, halfSpreadTicks: number): Quote[] {
    const outdated: Quote[] = [];
    const remaining = { buy: 0, sell: 0 };
    const farthest = bandStart(BANDS + 2, halfSpreadTicks);
    for (const quote of this.#quotes.values()) {
      const { side, priceTicks } = quote;
      const quoteDistance = distance(side, priceTicks, fairTicks);
      const outside =
        quoteDistance < halfSpreadTicks * MIN_DISTANCE || quoteDistance > farthest || remaining[side] >= MAX_ORDERS;
      if (outside || this.#random.uniform() < REFRESH_SHARE) outdated.push(quote);
      else remaining[side] += 1;
    }
    return outdated;
  }

  /** New quotes for the empty bands of one side, nearest first. */
  #missingQuotes(
    side: Side,
    fairTicks: number,
    halfSpreadTicks: number,
  ): { side: Side; priceTicks: PriceTicks; lots: Lots }[] {
    const filled = new Uint8Array(BANDS);
    for (const quote of this.#quotes.values()) {
      if (quote.side !== side) continue;
      const band = bandOf(distance(side, quote.priceTicks, fairTicks), halfSpreadTicks);
      filled[Math.min(BANDS - 1, Math.max(0, band))] = 1;
    }
    const place: { side: Side; priceTicks: PriceTicks; lots: Lots }[] = [];
    for (let band = 0; band < BANDS && place.length < MAX_PLACED; band += 1) {
      if (filled[band]) continue;
      const from = bandStart(band, halfSpreadTicks);
      // The first band is quoted at its near edge, which sets the spread; the others at a random distance within.
      const into = band === 0 ? 0 : (bandStart(band + 1, halfSpreadTicks) - from) * this.#random.uniform();
      place.push({ side, priceTicks: priceAt(side, from + into, fairTicks), lots: this.#randomLots(band) });
    }
    return place;
  }

  /** Random size of a quote: log-normal, larger with distance, within the limits of one order. */
  #randomLots(band: number): Lots {
    const typical = this.#levelLots * (0.25 + (1.5 * band) / BANDS);
    return Math.min(
      this.#maxLots,
      Math.max(this.#minLots, Math.round(typical * Math.exp(0.7 * this.#random.normal()))),
    );
  }

  /** The first quote that the exchange did not accept: it would have traded, or (in the first step) had no balance. */
  #blockingOrder(place: { side: Side; priceTicks: PriceTicks }[], orders: OrderState[]): BlockingOrder | null {
    const resting = new Set(orders.map(({ side, priceTicks }) => `${side}${priceTicks}`));
    const prevented = place.find(({ side, priceTicks }) => !resting.has(`${side}${priceTicks}`));
    return prevented ? { side: prevented.side, priceTicks: prevented.priceTicks } : null;
  }
}
