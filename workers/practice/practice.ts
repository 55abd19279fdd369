// A practice in a replay: own orders, their fills and the position, which follow what is played.
import type { SideCode } from '../../core/feed/checksum.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type PracticeIntent, practiceRates } from '../../core/practice/practice-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import type {
  PracticeAnswer,
  PracticeFill,
  PracticeLists,
  PracticeState,
  PracticeStop,
} from '../../core/worker-protocol/practice-protocol.ts';
import type { PastFollower, PastMarket, PastTrade } from '../past/past-market.ts';
import type { StateHash } from '../replay/state-hash.ts';
import { type OwnFill, PracticeBook } from './practice-book.ts';
import { PracticePosition } from './practice-position.ts';

/** Orders that rest at once; one more is refused. */
const MAX_ORDERS = 50;
/** Closed trades; at the limit no order is placed any more, and the position is closed by the end of the practice. */
const MAX_TRADES = 1_000;
/** Fills that the chart marks; the oldest ones are dropped. */
const MAX_FILLS = 500;
/** Money is hashed in parts that a double holds exactly. */
const HASH_BITS = 32;

export class Practice implements PastFollower {
  readonly #market: PastMarket;
  readonly #now: () => EpochMs;
  readonly #rates: ReturnType<typeof practiceRates>;
  readonly #book: PracticeBook;
  readonly #position: PracticePosition;
  #fills: PracticeFill[] = [];
  #lastTicks: PriceTicks;
  #cancelledByGap = 0;
  #areListsNew = true;

  /** `now` is the moment that is played. */
  constructor(instrument: Instrument, market: PastMarket, now: () => EpochMs) {
    this.#market = market;
    this.#now = now;
    this.#rates = practiceRates(instrument.info);
    this.#position = new PracticePosition(instrument);
    this.#book = new PracticeBook(market, instrument.info.watchOnly !== 1, (fill) => this.#onFill(fill));
    this.#lastTicks = market.trades.at(-1)?.priceTicks ?? 0;
  }

  place(intent: PracticeIntent): PracticeAnswer {
    const refusal = this.#refusal();
    if (refusal) return { filledLots: 0, restingId: 0, stop: refusal };
    this.#areListsNew = true;
    return this.#book.place(intent);
  }

  /** Cancels one order, or all with null. */
  cancel(id: number | null): void {
    this.#areListsNew = true;
    if (id === null) this.#book.cancelAll();
    else this.#book.cancel(id);
  }

  /** Closes the position with a market order. */
  close(): PracticeAnswer {
    const { lots } = this.#position;
    if (lots === 0) return { filledLots: 0, restingId: 0, stop: null };
    if (!this.#market.isBookKnown) return { filledLots: 0, restingId: 0, stop: 'book' };
    this.#areListsNew = true;
    return this.#book.place({ side: lots > 0 ? 'sell' : 'buy', priceTicks: 0, lots: Math.abs(lots) });
  }

  /** Cancels all orders and closes the position; what the book does not fill is valued at the last price. */
  end(): void {
    this.cancel(null);
    this.close();
    const { lots } = this.#position;
    if (lots === 0) return;
    const side = lots > 0 ? 'sell' : 'buy';
    const rest = { side, priceTicks: this.#lastTicks, lots: Math.abs(lots) } as const;
    this.#position.apply({ ...rest, rateE8: 0n, ts: this.#now(), isValued: true });
  }

  /** The state, with the lists where they have changed since the last call. */
  takeState(): PracticeState {
    const position = this.#position;
    const state = {
      positionLots: position.lots,
      costUnits: position.costUnits,
      realisedUnits: position.realisedUnits,
      openUnits: position.openUnits(this.#lastTicks),
      feeUnits: position.feeUnits,
      lastTicks: this.#lastTicks,
      cancelledByGap: this.#cancelledByGap,
      lists: this.#areListsNew ? this.#lists() : null,
    };
    this.#areListsNew = false;
    return state;
  }

  onTrade({ priceTicks, lots }: PastTrade): void {
    this.#lastTicks = priceTicks;
    if (this.#book.size > 0) {
      this.#book.onTrade(priceTicks, lots);
      this.#areListsNew = true;
    }
    this.#position.onPrice(priceTicks);
  }

  onLevel(side: SideCode, priceTicks: PriceTicks, lots: Lots): void {
    this.#areListsNew = this.#book.onLevel(side, priceTicks, lots) || this.#areListsNew;
  }

  onBook(): void {
    this.#cancelledByGap += this.#book.size;
    this.#book.onBook();
    this.#areListsNew = true;
  }

  addTo(hash: StateHash): void {
    const { lots, costUnits, realisedUnits, feeUnits, trades } = this.#position;
    for (const value of [lots, trades.length, this.#book.size]) hash.add(value);
    for (const units of [costUnits, realisedUnits, feeUnits]) addUnits(hash, units);
    for (const { id, dealLots, aheadLots } of this.#book.orders)
      for (const value of [id, dealLots, aheadLots]) hash.add(value);
  }

  #lists(): PracticeLists {
    return { orders: this.#book.orders, fills: [...this.#fills], trades: [...this.#position.trades] };
  }

  #refusal(): PracticeStop | null {
    if (!this.#market.isBookKnown) return 'book';
    return this.#book.size >= MAX_ORDERS || this.#position.trades.length >= MAX_TRADES ? 'full' : null;
  }

  #onFill(fill: OwnFill): void {
    const ts = this.#now();
    const { makerE8, takerE8 } = this.#rates;
    this.#position.apply({ ...fill, rateE8: fill.isMaker ? makerE8 : takerE8, ts });
    if (this.#lastTicks === 0) this.#lastTicks = fill.priceTicks;
    this.#fills = [...this.#fills.slice(1 - MAX_FILLS), { ...fill, ts }];
    this.#areListsNew = true;
  }
}

function addUnits(hash: StateHash, units: Units): void {
  hash.add(Number(BigInt.asUintN(HASH_BITS, units)));
  hash.add(Number(BigInt.asIntN(HASH_BITS, units >> BigInt(HASH_BITS))));
}
