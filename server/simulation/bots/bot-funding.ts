// A bot's money: topped up from the house by command whenever it runs short, at first start as at any later time.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { lotUnits, parseMoney, stepsToNumber } from '../../../core/units/units.ts';
import type { Units } from '../../../core/units/units.ts';
import type { Outcome } from '../../exchange/event.ts';
import type { Submitter } from './bot-port.ts';

/**
 * Part of a full purse below which it is short, by what it owns: a maker's quotes freeze now forty, now ninety levels,
 * and what is frozen is not lost.
 * Counted by what is free, yen reached within two hours what the house may owe in one coin.
 */
const SHORT_PART = { of: 4n, least: 3n };

interface CoinBudget {
  coinId: number;
  fullUnits: Units;
  /** Available and frozen units as the ledger last said; null until it has said anything. */
  owned: Units | null;
}

/** Watches one bot's two coins through its own outcomes. */
export class BotFunding {
  readonly #uid: number;
  readonly #budgets: CoinBudget[];

  /**
   * It is filled to `levels` typical levels of the book on each side; `levelLots` is the size of one, `priceTicks` the
   * price it is worth now.
   */
  constructor(uid: number, instrument: Instrument, levels: number, levelLots: number, priceTicks: number) {
    this.#uid = uid;
    const baseLots = Math.ceil(levelLots) * levels;
    const quote = baseLots * stepsToNumber(1, instrument.amount) * stepsToNumber(priceTicks, instrument.price);
    this.#budgets = [
      { coinId: instrument.info.id, fullUnits: lotUnits(baseLots, instrument.amount), owned: null },
      { coinId: instrument.info.quoteCoinId, fullUnits: parseMoney(quote.toFixed(0)) ?? 0n, owned: null },
    ];
  }

  /** Takes over what the ledger says of this bot. */
  read(outcome: Outcome): void {
    for (const event of outcome.events) {
      if (event.kind !== 'posting' || event.posting.uid !== this.#uid || event.posting.wallet !== 'spot') continue;
      const budget = this.#budgets.find(({ coinId }) => coinId === event.posting.coinId);
      if (budget) budget.owned = event.posting.available + event.posting.frozen;
    }
  }

  /** Credits every coin that is short; with `refused` (an order found too little money) also those not heard of yet. */
  async refill(submitter: Submitter, refused: boolean): Promise<void> {
    for (const budget of this.#budgets) {
      const short =
        budget.owned === null ? refused : budget.owned < (budget.fullUnits * SHORT_PART.least) / SHORT_PART.of;
      if (!short) continue;
      const units = budget.fullUnits - (budget.owned ?? 0n);
      const outcome = await submitter.submit({
        kind: 'credit',
        uid: this.#uid,
        wallet: 'spot',
        coinId: budget.coinId,
        units,
        recordType: 'bot',
        remark: 'market making',
      });
      if (isReject(outcome.answer))
        throw new Error(`credit of bot ${this.#uid} was refused with ${outcome.answer.code}`);
      this.read(outcome);
    }
  }
}
