// One market of a venue: converts its messages to events, detects gaps, verifies checksums.
import { ASK, BID, type SideCode } from '../feed/checksum.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/spot-order.ts';
import type { EpochMs } from '../units/time.ts';
import type { Lots, PriceTicks } from '../units/units.ts';
import { countIn, lotsIn, plainDecimal } from './venue-decimal.ts';
import type { VenueDelta, VenueMessage, VenueRow, VenueSnapshot, VenueTrade } from './venue-message.ts';
import { messageMs } from './venue-message.ts';
import { VenueSide } from './venue-book-side.ts';
import type { SyncRule } from './venue-sync-rule.ts';

/**
 * Most changes queued while waiting for a snapshot; at 100 a second more than a minute. Beyond it the oldest are
 * dropped, and a gap is detected if they were needed.
 */
const MAX_WAITING = 8_192;
/** Ids of the venue's last trades that are remembered: after a reconnect it repeats some. */
const MAX_TRADE_IDS = 1_024;

export interface VenueRules {
  rule: SyncRule;
  /** Levels a side of the subscription; Infinity for all. */
  depth: number;
  /** Checksum to compare with a message's `c`; null when the venue sends none. */
  checksum: ((bids: VenueSide, asks: VenueSide) => number) | null;
}

/**
 * What was lost. gap, checksum, off-grid, crossed: the book, until its next snapshot. trade: one trade, whose price or
 * amount is none.
 */
export type Loss = 'gap' | 'checksum' | 'off-grid' | 'crossed' | 'trade';

/** A change by a message. A reset empties the book; levels after it are of the new one. */
export type VenueEvent =
  | { kind: 'level'; coinInfoId: number; side: SideCode; priceTicks: PriceTicks; lots: Lots }
  | { kind: 'trade'; coinInfoId: number; id: number; priceTicks: PriceTicks; lots: Lots; side: Side; ts: EpochMs }
  | { kind: 'bookReset'; coinInfoId: number };

export class VenueBook {
  readonly #instrument: Instrument;
  readonly #rules: VenueRules;
  readonly #bids: VenueSide;
  readonly #asks: VenueSide;
  readonly #onLoss: (loss: Loss) => void;
  /** Changes received before the snapshot; null while the book is in sync. */
  #waiting: VenueDelta[] | null = [];
  #lastTradeId = 0;
  readonly #venueIds = new Set<string>();

  /** `onLoss` is called for all that is lost; for a book it is the moment to request a new snapshot. */
  constructor(instrument: Instrument, rules: VenueRules, onLoss: (loss: Loss) => void) {
    this.#instrument = instrument;
    this.#rules = rules;
    this.#onLoss = onLoss;
    this.#bids = new VenueSide(-1, rules.depth);
    this.#asks = new VenueSide(1, rules.depth);
  }

  get coinInfoId(): number {
    return this.#instrument.info.id;
  }

  /** Whether the book is in sync, rather than waiting for a snapshot. */
  get inStep(): boolean {
    return this.#waiting === null;
  }

  /** First id of the oldest queued change; 0 without one. An older snapshot cannot be continued. */
  get firstWaitingId(): number {
    return this.#waiting?.[0]?.U ?? 0;
  }

  /** Applies a message and returns its changes in order. */
  apply(message: VenueMessage): VenueEvent[] {
    switch (message.k) {
      // A snapshot that was fetched may be late: changes after it would be lost.
      case 'snap':
        return this.inStep && this.#rules.rule.isPast?.(message) ? [] : this.#snapshot(message);
      case 'd':
        return this.#delta(message);
      case 'tr':
        return this.#trade(message);
      default:
        return [];
    }
  }

  /** Empties the book until the next snapshot, when the connection was lost. */
  reset(): VenueEvent[] {
    const known = this.#waiting === null;
    this.#waiting = [];
    this.#bids.clear();
    this.#asks.clear();
    return known ? [{ kind: 'bookReset', coinInfoId: this.coinInfoId }] : [];
  }

  #snapshot(snapshot: VenueSnapshot | VenueDelta): VenueEvent[] {
    const waiting = this.#waiting ?? [];
    this.#bids.clear();
    this.#asks.clear();
    this.#waiting = null;
    this.#rules.rule.start(snapshot);
    const events: VenueEvent[] = [{ kind: 'bookReset', coinInfoId: this.coinInfoId }];
    const loss = this.#rows(snapshot, events);
    if (loss) return this.#lose(loss);
    for (const delta of waiting) {
      for (const event of this.#delta(delta)) events.push(event);
    }
    return events;
  }

  #delta(delta: VenueDelta): VenueEvent[] {
    const { rule } = this.#rules;
    if (rule.isWhole?.(delta)) return this.#snapshot(delta);
    if (this.#waiting) {
      this.#wait(delta);
      return [];
    }
    const decision = rule.check(delta);
    if (decision === 'drop') return [];
    const events: VenueEvent[] = [];
    const loss = decision === 'gap' ? 'gap' : this.#rows(delta, events);
    return loss ? this.#lose(loss, delta) : events;
  }

  #wait(delta: VenueDelta): void {
    if (!this.#waiting || !this.#rules.rule.joinsEarlier) return;
    if (this.#waiting.length === MAX_WAITING) this.#waiting.shift();
    this.#waiting.push(delta);
  }

  #lose(loss: Loss, cause?: VenueDelta): VenueEvent[] {
    const events = this.reset();
    // The change after the gap is the first that the next snapshot must precede.
    if (cause) this.#wait(cause);
    this.#onLoss(loss);
    return events;
  }

  /**
   * Applies all rows in order (of equal prices the last one wins), cuts to the depth, compares the checksum. A best bid
   * that is not below the best ask is never so at a venue: a change of a venue without checksum was missed.
   */
  #rows({ b, a, c }: VenueSnapshot | VenueDelta, events: VenueEvent[]): Loss | null {
    if (!this.#side(BID, this.#bids, b, events) || !this.#side(ASK, this.#asks, a, events)) return 'off-grid';
    const { checksum } = this.#rules;
    // OKX has sent 0 since 2026: there is none.
    if (checksum && c && checksum(this.#bids, this.#asks) !== c) return 'checksum';
    return this.#bids.bestTicks >= this.#asks.bestTicks ? 'crossed' : null;
  }

  #side(code: SideCode, side: VenueSide, rows: VenueRow[], events: VenueEvent[]): boolean {
    const { coinInfoId } = this;
    for (const [priceText, amountText] of rows) {
      const priceTicks = this.#ticks(priceText);
      const lots = this.#lots(amountText);
      if (!Number.isSafeInteger(priceTicks) || !Number.isSafeInteger(lots)) return false;
      // Some venues fill a short side with rows of nothing.
      if (priceTicks === 0 && lots > 0) return false;
      if (side.set(priceTicks, lots, priceText, amountText))
        events.push({ kind: 'level', coinInfoId, side: code, priceTicks, lots });
    }
    for (const priceTicks of side.cut()) events.push({ kind: 'level', coinInfoId, side: code, priceTicks, lots: 0 });
    return true;
  }

  #trade(trade: VenueTrade): VenueEvent[] {
    const priceTicks = this.#ticks(trade.p);
    const lots = this.#lots(trade.q);
    // Binance lists what its insurance fund takes over as trades of nothing.
    if (lots === 0) return [];
    if (!Number.isSafeInteger(priceTicks) || !Number.isSafeInteger(lots) || priceTicks === 0) {
      this.#onLoss('trade');
      return [];
    }
    const ts = messageMs(trade);
    if (trade.id && !this.#isNew(String(trade.id))) return [];
    this.#lastTradeId = this.#lastTradeId === 0 ? firstIdOf(trade, ts) : this.#lastTradeId + 1;
    const side = trade.side ?? (trade.m ? 'sell' : 'buy');
    return [
      {
        kind: 'trade',
        coinInfoId: this.coinInfoId,
        id: this.#lastTradeId,
        priceTicks,
        lots,
        side,
        ts,
      },
    ];
  }

  /** Whether the venue has not sent this trade before; remembers its id. */
  #isNew(venueId: string): boolean {
    const ids = this.#venueIds;
    if (ids.has(venueId)) return false;
    ids.add(venueId);
    // Sets are in the order of insertion.
    if (ids.size > MAX_TRADE_IDS) ids.delete(ids.values().next().value!);
    return true;
  }

  #ticks(text: string): PriceTicks {
    const { decimals, step } = this.#instrument.price;
    return countIn(plainDecimal(text) ?? '', decimals) / step;
  }

  #lots(text: string): Lots {
    const { decimals, step } = this.#instrument.amount;
    return lotsIn(plainDecimal(text) ?? '', decimals) / step;
  }
}

/**
 * Ids count up from the venue's first one: consecutive like our own, also for venues with gaps. Without ids they count
 * from the time in ms: above those of an earlier connection, as venues make less than a trade a ms.
 */
function firstIdOf({ id }: VenueTrade, ts: EpochMs): number {
  const venueId = Number(id);
  return Number.isSafeInteger(venueId) && venueId > 0 ? venueId : Math.max(1, Math.floor(ts));
}
