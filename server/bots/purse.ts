// A bot's money: topped up from the house by command whenever it runs short, at first start as at any later time.
import type { Instrument } from '../../contract/instrument.ts';
import { isReject } from '../../contract/order.ts';
import { lotUnits, parseMoney, stepsToNumber } from '../../contract/units.ts';
import type { Units } from '../../contract/units.ts';
import type { Outcome } from '../exchange/event.ts';
import type { Submitter } from './port.ts';

/** A purse is filled to so many typical levels of the book, on each side, and counts as short below a quarter of it: a whole side of a maker's book is some forty. */
const FULL_LEVELS = 120;

interface Pocket {
  coinId: number;
  fullUnits: Units;
  /** Available units as the ledger last said; null until it has said anything. */
  available: Units | null;
}

/** Watches one bot's two coins through its own outcomes. */
export class Purse {
  readonly #uid: number;
  readonly #pockets: Pocket[];

  /** `levelLots` is a typical level's size, `priceTicks` the price it is worth now. */
  constructor(uid: number, instrument: Instrument, levelLots: number, priceTicks: number) {
    this.#uid = uid;
    const baseLots = Math.ceil(levelLots) * FULL_LEVELS;
    const quote = baseLots * stepsToNumber(1, instrument.amount) * stepsToNumber(priceTicks, instrument.price);
    this.#pockets = [
      { coinId: instrument.info.id, fullUnits: lotUnits(baseLots, instrument.amount), available: null },
      { coinId: instrument.info.quoteCoinId, fullUnits: parseMoney(quote.toFixed(0)) ?? 0n, available: null },
    ];
  }

  /** Takes over what the ledger says of this bot. */
  read(outcome: Outcome): void {
    for (const event of outcome.events) {
      if (event.kind !== 'posting' || event.posting.uid !== this.#uid || event.posting.wallet !== 'spot') continue;
      const pocket = this.#pockets.find(({ coinId }) => coinId === event.posting.coinId);
      if (pocket) pocket.available = event.posting.available;
    }
  }

  /** Credits every coin that is short; with `refused` (an order found too little money) also those not heard of yet. */
  async refill(door: Submitter, refused: boolean): Promise<void> {
    for (const pocket of this.#pockets) {
      const short = pocket.available === null ? refused : pocket.available < pocket.fullUnits / 4n;
      if (!short) continue;
      const units = pocket.fullUnits - (pocket.available ?? 0n);
      const outcome = await door.submit({
        kind: 'credit', uid: this.#uid, wallet: 'spot', coinId: pocket.coinId, units, recordType: 'bot', remark: 'market making',
      });
      if (isReject(outcome.answer)) throw new Error(`credit of bot ${this.#uid} was refused with ${outcome.answer.code}`);
      this.read(outcome);
    }
  }
}
