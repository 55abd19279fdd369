// One market's maker: keeps a ladder of resting orders around the fair price and changes part of it at each step.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SPOT_STATUS, isReject } from '../../../core/orders/spot-order.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { type Lots, type PriceTicks, parseSteps, stepsToNumber } from '../../../core/units/units.ts';
import type { OrderState, Outcome } from '../../exchange/event.ts';
import type { Fair } from '../price-process.ts';
import type { Profile } from '../instrument-profiles.ts';
import type { RandomStream } from '../random-stream.ts';
import { BANDS, MOST_ORDERS, type Quote, bandOf, bandStart, distance, priceAt } from './maker-ladder.ts';
import { type Submitter, makerUid } from './bot-port.ts';
import { BotFunding } from './bot-funding.ts';

/** Most quotes placed in one step, so that one market's step stays a small command. */
const MOST_PLACED = 14;
/** Its purse when full, in typical levels: a side of the book is some fifty, seldom ninety. */
const FUNDED_LEVELS = 120;
/**
 * Share of resting quotes withdrawn at random in a step: a quote lives some tens of steps, and one that was filled
 * unseen is forgotten.
 */
const REFRESHED = 0.02;
/** An order this much inside the spread (as a share of the half spread) is withdrawn before it is run over. */
const TOO_NEAR = 0.5;

/** What stands in the way of a quote: somebody's order on the other side at this price or better. */
export interface Obstacle {
  /** Side a taker has to be on to reach it. */
  side: Side;
  priceTicks: PriceTicks;
}

export class Maker {
  readonly uid: number;
  readonly #instrument: Instrument;
  readonly #profile: Profile;
  readonly #random: RandomStream;
  readonly #submitter: Submitter;
  readonly #funding: BotFunding;
  readonly #quotes = new Map<number, Quote>();
  readonly #levelLots: number;
  readonly #leastLots: Lots;
  readonly #mostLots: Lots;
  #disturbed = false;

  constructor(instrument: Instrument, profile: Profile, random: RandomStream, submitter: Submitter, fairTicks: number) {
    this.uid = makerUid(instrument.info.id);
    this.#instrument = instrument;
    this.#profile = profile;
    this.#random = random;
    this.#submitter = submitter;
    this.#levelLots =
      profile.levelValue / stepsToNumber(1, instrument.amount) / stepsToNumber(fairTicks, instrument.price);
    this.#leastLots = Number(parseSteps(instrument.info.minAmount, instrument.amount));
    this.#mostLots = Number(parseSteps(instrument.info.maxAmount, instrument.amount));
    this.#funding = new BotFunding(this.uid, instrument, FUNDED_LEVELS, this.#levelLots, fairTicks);
  }

  /** Quotes that rest, as far as this maker knows. */
  get resting(): number {
    return this.#quotes.size;
  }

  /** Withdraws everything that rests. */
  async withdraw(): Promise<void> {
    this.#quotes.clear();
    this.#funding.read(
      await this.#submitter.submit({ kind: 'cancelAllSpot', uid: this.uid, coinInfoId: this.#instrument.info.id }),
    );
  }

  /** Whether somebody traded one of its quotes away since its last step. */
  get disturbed(): boolean {
    return this.#disturbed;
  }

  /** Takes over what became of one of this maker's orders. */
  update({ id, side, priceTicks, lots, dealLots, status }: OrderState): void {
    const quote = this.#quotes.get(id);
    if (status === SPOT_STATUS.onBook || status === SPOT_STATUS.partial)
      this.#quotes.set(id, { id, side, priceTicks, lots: lots - dealLots });
    else this.#quotes.delete(id);
    if (quote && dealLots > 0) this.#disturbed = true;
  }

  #read(outcome: Outcome): void {
    for (const event of outcome.events)
      if (event.kind === 'order' && event.order.uid === this.uid) this.update(event.order);
    this.#funding.read(outcome);
  }

  /**
   * One change of mind around `fair`; gives the obstacle that kept a quote out, if there is one. Throws when the
   * exchange takes no commands.
   */
  async step(fair: Fair): Promise<Obstacle | null> {
    this.#disturbed = false;
    const halfSpreadTicks = Math.max(
      0.5,
      fair.ticks * this.#profile.halfSpread * Math.min(4, Math.max(0.6, fair.volatilityRatio)),
    );
    const outdated = this.#outdated(fair.ticks, halfSpreadTicks);
    for (const { id } of outdated) this.#quotes.delete(id);
    const place = [
      ...this.#missing('buy', fair.ticks, halfSpreadTicks),
      ...this.#missing('sell', fair.ticks, halfSpreadTicks),
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
    this.#read(outcome);
    const leftOut = this.#leftOut(place, outcome.answer.orders);
    await this.#funding.refill(this.#submitter, leftOut !== null);
    return leftOut;
  }

  /** Quotes to withdraw: run over, too near, too far, too many, and a few at random. */
  #outdated(fairTicks: number, halfSpreadTicks: number): Quote[] {
    const outdated: Quote[] = [];
    const remaining = { buy: 0, sell: 0 };
    const farthest = bandStart(BANDS + 2, halfSpreadTicks);
    for (const quote of this.#quotes.values()) {
      const { side, priceTicks } = quote;
      const away = distance(side, priceTicks, fairTicks);
      const outside = away < halfSpreadTicks * TOO_NEAR || away > farthest || remaining[side] >= MOST_ORDERS;
      if (outside || this.#random.uniform() < REFRESHED) outdated.push(quote);
      else remaining[side] += 1;
    }
    return outdated;
  }

  /** New quotes for the bands of one side that hold none, nearest first. */
  #missing(
    side: Side,
    fairTicks: number,
    halfSpreadTicks: number,
  ): { side: Side; priceTicks: PriceTicks; lots: Lots }[] {
    const held = new Uint8Array(BANDS);
    for (const quote of this.#quotes.values()) {
      if (quote.side !== side) continue;
      const band = bandOf(distance(side, quote.priceTicks, fairTicks), halfSpreadTicks);
      held[Math.min(BANDS - 1, Math.max(0, band))] = 1;
    }
    const place: { side: Side; priceTicks: PriceTicks; lots: Lots }[] = [];
    for (let band = 0; band < BANDS && place.length < MOST_PLACED; band += 1) {
      if (held[band]) continue;
      const from = bandStart(band, halfSpreadTicks);
      // The first band is quoted at its near edge, so that the spread is what it is meant to be; the others anywhere
      // within.
      const into = band === 0 ? 0 : (bandStart(band + 1, halfSpreadTicks) - from) * this.#random.uniform();
      place.push({ side, priceTicks: priceAt(side, from + into, fairTicks), lots: this.#size(band) });
    }
    return place;
  }

  /** Random size of a quote: larger further out, log-normal, within what one order may have. */
  #size(band: number): Lots {
    const typical = this.#levelLots * (0.25 + (1.5 * band) / BANDS);
    return Math.min(
      this.#mostLots,
      Math.max(this.#leastLots, Math.round(typical * Math.exp(0.7 * this.#random.normal()))),
    );
  }

  /**
   * The first quote that the exchange left out: it would have traded with somebody, or (at the very first) was not
   * covered.
   */
  #leftOut(place: { side: Side; priceTicks: PriceTicks }[], orders: OrderState[]): Obstacle | null {
    const resting = new Set(orders.map(({ side, priceTicks }) => `${side}${priceTicks}`));
    const left = place.find(({ side, priceTicks }) => !resting.has(`${side}${priceTicks}`));
    return left ? { side: left.side, priceTicks: left.priceTicks } : null;
  }
}
