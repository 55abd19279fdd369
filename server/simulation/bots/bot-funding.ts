// Funds a bot: credits its account from the exchange account whenever a coin runs low.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { lotUnits, parseMoney, stepsToNumber } from '../../../core/units/units.ts';
import type { Units } from '../../../core/units/units.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import type { CommandSubmitter } from '../market-source.ts';

/**
 * Share of the full budget below which a coin is topped up. Counts available and frozen units, because a maker freezes
 * 40 to 90 levels: by available units alone, JPY reached the debt limit of the exchange account (L6) in two hours.
 */
const LOW_SHARE = { numerator: 3n, denominator: 4n };

interface CoinBudget {
  coinId: number;
  fullUnits: Units;
  /** Available and frozen units of the last ledger entry; null before the first. */
  owned: Units | null;
}

/** Tracks the two coins of one bot from its own command outcomes. */
export class BotFunding {
  readonly #uid: number;
  readonly #budgets: CoinBudget[];

  /** The full budget is `levels` book levels of `levelLots` on each side, valued at `priceTicks`. */
  constructor(uid: number, instrument: Instrument, levels: number, levelLots: number, priceTicks: number) {
    this.#uid = uid;
    const baseLots = Math.ceil(levelLots) * levels;
    const quote = baseLots * stepsToNumber(1, instrument.amount) * stepsToNumber(priceTicks, instrument.price);
    this.#budgets = [
      { coinId: instrument.info.id, fullUnits: lotUnits(baseLots, instrument.amount), owned: null },
      { coinId: instrument.info.quoteCoinId, fullUnits: parseMoney(quote.toFixed(0)) ?? 0n, owned: null },
    ];
  }

  /** Reads the bot's balances from its ledger entries. */
  onOutcome(outcome: Outcome): void {
    for (const event of outcome.events) {
      if (event.kind !== 'posting' || event.posting.uid !== this.#uid || event.posting.wallet !== 'spot') continue;
      const budget = this.#budgets.find(({ coinId }) => coinId === event.posting.coinId);
      if (budget) budget.owned = event.posting.available + event.posting.frozen;
    }
  }

  /** Credits every coin that is low; when `refused` (an order had too little balance) also coins of unknown balance. */
  async refill(submitter: CommandSubmitter, refused: boolean): Promise<void> {
    for (const budget of this.#budgets) {
      const short =
        budget.owned === null
          ? refused
          : budget.owned < (budget.fullUnits * LOW_SHARE.numerator) / LOW_SHARE.denominator;
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
      this.onOutcome(outcome);
    }
  }
}
