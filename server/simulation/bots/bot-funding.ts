// Funds a bot: credits it from the exchange account when a coin runs low, and gives back a surplus.
import { CODE } from '../../../core/errors/errors.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { smaller } from '../../../core/units/smaller.ts';
import { type Units, lotUnits, parseMoney, stepsToNumber } from '../../../core/units/units.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import type { CommandSubmitter } from '../market-source.ts';

/**
 * Share of the full budget below which a coin is topped up. Counts available and frozen units, because a maker freezes
 * 40 to 90 levels: by available units alone, JPY reached the debt limit of the exchange account (L6) in two hours.
 */
const LOW_SHARE = { numerator: 3n, denominator: 4n };
/**
 * Share above which the surplus is given back. What takers buy and sell is a random walk: credits without returns reach
 * that limit in a year or two, and users reach it sooner with positions that are closed again.
 */
const HIGH_SHARE = { numerator: 5n, denominator: 4n };

interface CoinBudget {
  coinId: number;
  fullUnits: Units;
  /** Available and frozen units of the last ledger entry; null before the first. */
  owned: Units | null;
  available: Units;
}

interface FullBudget {
  levels: number;
  levelLots: number;
  priceTicks: number;
}

/** Tracks the two coins of one bot from its own command outcomes. */
export class BotFunding {
  readonly #uid: number;
  readonly #budgets: CoinBudget[];

  /** The full budget is `levels` book levels of `levelLots` on each side, valued at `priceTicks`. */
  constructor(uid: number, instrument: Instrument, { levels, levelLots, priceTicks }: FullBudget) {
    this.#uid = uid;
    const baseLots = Math.ceil(levelLots) * levels;
    const quote = baseLots * stepsToNumber(1, instrument.amount) * stepsToNumber(priceTicks, instrument.price);
    this.#budgets = [
      { coinId: instrument.info.id, fullUnits: lotUnits(baseLots, instrument.amount), owned: null, available: 0n },
      {
        coinId: instrument.info.quoteCoinId,
        fullUnits: parseMoney(quote.toFixed(0)) ?? 0n,
        owned: null,
        available: 0n,
      },
    ];
  }

  /** Reads the bot's balances from its ledger entries. */
  onOutcome(outcome: Outcome): void {
    for (const event of outcome.events) {
      if (event.kind !== 'posting' || event.posting.uid !== this.#uid || event.posting.wallet !== 'spot') continue;
      const budget = this.#budgets.find(({ coinId }) => coinId === event.posting.coinId);
      if (!budget) continue;
      budget.available = event.posting.available;
      budget.owned = event.posting.available + event.posting.frozen;
    }
  }

  /**
   * Brings every coin that is low or high to its full budget; when `refused` (an order had too little balance) also
   * coins of unknown balance. What the exchange account may not owe any more is done without, as other markets have
   * nothing to do with it. Throws Error when the exchange is busy.
   */
  async refill(submitter: CommandSubmitter, refused: boolean): Promise<void> {
    for (const budget of this.#budgets) {
      const units = unitsToCredit(budget, refused);
      if (units === 0n) continue;
      const outcome = await submitter.submit({
        kind: 'credit',
        uid: this.#uid,
        wallet: 'spot',
        coinId: budget.coinId,
        units,
        recordType: 'bot',
        remark: 'market making',
      });
      if (isReject(outcome.answer) && outcome.answer.code === CODE.busy)
        throw new Error(`credit of bot ${this.#uid} was refused with ${outcome.answer.code}`);
      this.onOutcome(outcome);
    }
  }
}

/** Negative: to give back. Frozen units stay until they are free. */
function unitsToCredit({ fullUnits, owned, available }: CoinBudget, refused: boolean): Units {
  if (owned === null) return refused ? fullUnits : 0n;
  if (owned * LOW_SHARE.denominator < fullUnits * LOW_SHARE.numerator) return fullUnits - owned;
  if (owned * HIGH_SHARE.denominator <= fullUnits * HIGH_SHARE.numerator) return 0n;
  return -smaller(owned - fullUnits, available);
}
