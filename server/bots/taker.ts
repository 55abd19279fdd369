// One market's taker: sends immediate orders in bursts, mostly with the trend of the last moments.
import type { Instrument } from '../../contract/instrument.ts';
import { isReject } from '../../contract/order.ts';
import type { Side } from '../../contract/order.ts';
import { CODE } from '../../contract/reject.ts';
import { type Lots, type PriceTicks, parseMoney, parseSteps, stepsToNumber } from '../../contract/units.ts';
import type { Outcome } from '../exchange/event.ts';
import type { Chance } from '../market/chance.ts';
import type { Fair } from '../market/price-process.ts';
import type { Profile } from '../market/profile.ts';
import type { Obstacle } from './maker.ts';
import { type Submitter, takerUid } from './port.ts';
import { Purse } from './purse.ts';

/** Each order makes more likely for about this long (a Hawkes process): tapes come in bursts. */
const EXCITED_MS = 4_000;
/** Mean number of followers of one order; under 1, or bursts would never end. */
const FOLLOWERS = 0.55;
/** Most orders in one step, whatever the excitement: bounds the load of the exchange. */
const MOST_ORDERS = 3;
/** How far from the fair price an order may reach, as a fraction: bounds slippage through a thin book. */
const REACH = 0.002;

export class Taker {
  readonly uid: number;
  readonly #instrument: Instrument;
  readonly #profile: Profile;
  readonly #chance: Chance;
  readonly #door: Submitter;
  readonly #purse: Purse;
  readonly #levelLots: number;
  readonly #leastLots: Lots;
  /** Orders a second that excitement adds. */
  #excited = 0;
  #lastFair: number;

  constructor(instrument: Instrument, profile: Profile, chance: Chance, door: Submitter, fairTicks: number) {
    const { info } = instrument;
    this.uid = takerUid(info.id);
    this.#instrument = instrument;
    this.#profile = profile;
    this.#chance = chance;
    this.#door = door;
    this.#lastFair = fairTicks;
    const lotValue = stepsToNumber(1, instrument.amount) * stepsToNumber(fairTicks, instrument.price);
    this.#levelLots = profile.levelValue / lotValue;
    const leastValue = Number(parseMoney(info.minNotional) ?? 0n) / 1e8;
    // A tenth more than the least value, because the price may move before the order arrives.
    this.#leastLots = Math.max(Number(parseSteps(info.minAmount, instrument.amount)), Math.ceil((leastValue * 1.1) / lotValue));
    this.#purse = new Purse(this.uid, instrument, this.#levelLots, fairTicks);
  }

  /** Withdraws what an earlier run may have left. */
  async withdraw(): Promise<void> {
    this.#purse.read(await this.#door.submit({ kind: 'cancelAllSpot', uid: this.uid, coinInfoId: this.#instrument.info.id }));
  }

  /** Trades as chance says over `stepMs`, and takes an obstacle out of the makers' way; gives what came of it. Throws when the exchange takes no commands. */
  async step(fair: Fair, stepMs: number, obstacle: Obstacle | null): Promise<Outcome[]> {
    this.#excited *= Math.exp(-stepMs / EXCITED_MS);
    const perSecond = this.#profile.takersPerSecond * Math.min(2.5, Math.max(0.3, fair.storm)) * (1 - FOLLOWERS) + this.#excited;
    const count = Math.min(MOST_ORDERS, this.#chance.poisson((perSecond * stepMs) / 1000));
    this.#excited += (count * FOLLOWERS * 1000) / EXCITED_MS;
    const outcomes: Outcome[] = [];
    if (obstacle) outcomes.push(await this.#take(obstacle.side, obstacle.priceTicks));
    for (let i = 0; i < count; i += 1) {
      const side = this.#side(fair);
      const reach = fair.ticks * (side === 'buy' ? 1 + REACH : 1 - REACH);
      outcomes.push(await this.#take(side, Math.max(1, Math.round(reach))));
    }
    this.#lastFair = fair.ticks * 0.2 + this.#lastFair * 0.8;
    return outcomes;
  }

  /** Buyers come when the price has risen of late, sellers when it has fallen; a third come whatever happened. */
  #side(fair: Fair): Side {
    const trend = (fair.ticks - this.#lastFair) / (fair.ticks * this.#profile.halfSpread);
    const buys = 0.5 + 0.33 * Math.tanh(trend);
    return this.#chance.uniform() < buys ? 'buy' : 'sell';
  }

  async #take(side: Side, priceTicks: PriceTicks): Promise<Outcome> {
    // Mostly crumbs, now and then a whale: the tail of a log-normal.
    const lots = Math.max(this.#leastLots, Math.round(this.#levelLots * 0.06 * Math.exp(1.2 * this.#chance.normal())));
    const outcome = await this.#door.submit({
      kind: 'placeSpot', uid: this.uid, coinInfoId: this.#instrument.info.id, side, orderType: 'limit', priceTicks, lots,
      totalUnits: 0n, tif: 'IOC', postOnly: false, clientNo: '',
    });
    this.#purse.read(outcome);
    const refusal = isReject(outcome.answer) ? outcome.answer.code : CODE.ok;
    if (refusal === CODE.busy) throw new Error(`an order in market ${this.#instrument.info.id} was refused with ${refusal}`);
    await this.#purse.refill(this.#door, refusal === CODE.notEnoughBalance);
    return outcome;
  }
}
