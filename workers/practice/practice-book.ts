// Own orders of a practice in the recorded book: the exchange's matching, against what was recorded.
import { ASK, BID, type SideCode } from '../../core/feed/checksum.ts';
import { RestingSide, type Level } from '../../core/matching/resting-side.ts';
import { type MatchHandler, type Matchable, STOP, crosses, match } from '../../core/matching/match.ts';
import type { Side } from '../../core/orders/spot-order.ts';
import type { PracticeIntent } from '../../core/practice/practice-order.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';
import type { PracticeOrder } from '../../core/worker-protocol/practice-protocol.ts';

/** The recorded book: lots by price. */
export interface RecordedBook {
  readonly bids: ReadonlyMap<PriceTicks, Lots>;
  readonly asks: ReadonlyMap<PriceTicks, Lots>;
}

/** An own order, or recorded lots of one price that are before or between own orders. */
interface Entry extends Matchable<Entry> {
  readonly ownerUid: typeof OWN | typeof RECORDED | typeof TAPE;
}

const OWN = 1;
const RECORDED = 2;
/** The recorded trade that meets own orders. */
const TAPE = 3;

export interface OwnFill {
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
  isMaker: boolean;
}

/** Why the rest of an order does not rest. */
type BookStop = 'no_liquidity' | 'self_trade';

export class PracticeBook implements MatchHandler<Entry> {
  readonly #recorded: RecordedBook;
  readonly #onFill: (fill: OwnFill) => void;
  /** Whether the recording has a trade before the change of the level that it fills. */
  readonly #isOrdered: boolean;
  readonly #bids = new RestingSide<Entry>(1);
  readonly #asks = new RestingSide<Entry>(-1);
  readonly #own = new Map<number, Entry>();
  /** Recorded lots that own orders took, by price, until the recording changes the level. */
  readonly #takenBids = new Map<PriceTicks, Lots>();
  readonly #takenAsks = new Map<PriceTicks, Lots>();
  #lastId = 0;

  /**
   * `isOrdered`: each trade is recorded before the change of its level, as the exchange's own are. Without it a level
   * that becomes smaller moves no order forward, since the trade would do so again.
   */
  constructor(recorded: RecordedBook, isOrdered: boolean, onFill: (fill: OwnFill) => void) {
    this.#recorded = recorded;
    this.#isOrdered = isOrdered;
    this.#onFill = onFill;
  }

  get size(): number {
    return this.#own.size;
  }

  /** By age. */
  get orders(): PracticeOrder[] {
    return Array.from(this.#own.values(), (order) => {
      const { id, side, priceTicks, lots, dealLots } = order;
      return { id, side, priceTicks, lots, dealLots, aheadLots: aheadOf(order) };
    });
  }

  /** Fills what crosses the recorded book; the rest of a limit order rests. */
  place({ side, priceTicks, lots }: PracticeIntent): { filledLots: Lots; restingId: number; stop: BookStop | null } {
    this.#lastId += 1;
    const order = entryOf(OWN, side, priceTicks, lots, this.#lastId);
    const stop = match(this.#makers(side, priceTicks), order, this);
    const isDone = stop !== null || order.dealLots === lots;
    if (!isDone) this.#rest(order);
    const filledLots = order.dealLots;
    return { filledLots, restingId: isDone ? 0 : order.id, stop: stop === STOP.balance ? null : stop };
  }

  /** False: no such order rests. */
  cancel(id: number): boolean {
    const order = this.#own.get(id);
    if (!order) return false;
    this.#own.delete(id);
    this.#leave(order);
    return true;
  }

  cancelAll(): void {
    for (const id of this.#own.keys()) this.cancel(id);
  }

  /** The recorded book is another one, or not known. */
  onBook(): void {
    this.cancelAll();
    this.#takenBids.clear();
    this.#takenAsks.clear();
  }

  /** A recorded trade fills own orders at its price or a better one, in the order of prices and times. */
  onTrade(priceTicks: PriceTicks, lots: Lots): void {
    if (this.#own.size === 0) return;
    this.#trade('sell', priceTicks, lots);
    this.#trade('buy', priceTicks, lots);
  }

  /** A recorded level has other lots: no more than that are before an own order. Whether any were more before. */
  onLevel(code: SideCode, priceTicks: PriceTicks, lots: Lots): boolean {
    (code === BID ? this.#takenBids : this.#takenAsks).delete(priceTicks);
    if (this.#own.size === 0 || !this.#isOrdered) return false;
    const side = this.#side(code === ASK ? 'sell' : 'buy');
    const level = side.levels.find((each) => each.priceTicks === priceTicks);
    if (!level) return false;
    let excess = entriesOf(level, RECORDED).reduce((sum, entry) => sum + openOf(entry), 0) - lots;
    if (excess <= 0) return false;
    // Whose order was cancelled is not recorded: those nearest to the end are assumed.
    for (const entry of entriesOf(level, RECORDED).reverse()) {
      const gone = Math.min(excess, openOf(entry));
      if (gone === 0) break;
      excess -= gone;
      side.fill(entry, level, gone);
    }
    return true;
  }

  wantedLots(taker: Entry): Lots {
    return openOf(taker);
  }

  payableLots(_: Entry, __: PriceTicks, lots: Lots): Lots {
    return lots;
  }

  onFill(maker: Entry, taker: Entry, priceTicks: PriceTicks, lots: Lots): void {
    if (taker.ownerUid === OWN) {
      const taken = taker.side === 'buy' ? this.#takenAsks : this.#takenBids;
      taken.set(priceTicks, (taken.get(priceTicks) ?? 0) + lots);
      this.#onFill({ side: taker.side, priceTicks, lots, isMaker: false });
    } else if (maker.ownerUid === OWN) {
      if (openOf(maker) === 0) this.#own.delete(maker.id);
      this.#onFill({ side: maker.side, priceTicks, lots, isMaker: true });
    }
  }

  onLevelChanged(taker: Entry, level: Level<Entry>): void {
    if (taker.ownerUid === TAPE) this.#prune(level);
  }

  #trade(takerSide: Side, priceTicks: PriceTicks, lots: Lots): void {
    const makers = this.#side(takerSide === 'sell' ? 'buy' : 'sell');
    // Nothing recorded is left at a better price than that of a trade.
    for (const level of makers.levels.filter((each) => each.priceTicks !== priceTicks))
      if (crosses(takerSide, priceTicks, level.priceTicks))
        for (const entry of entriesOf(level, RECORDED)) makers.remove(entry);
    match(makers, entryOf(TAPE, takerSide, priceTicks, lots), this);
  }

  /** What an order of `side` meets: the recorded lots that are left, with own orders at their places. */
  #makers(side: Side, limitTicks: PriceTicks): RestingSide<Entry> {
    const isBuy = side === 'buy';
    const recorded = isBuy ? this.#recorded.asks : this.#recorded.bids;
    const taken = isBuy ? this.#takenAsks : this.#takenBids;
    const own = this.#side(isBuy ? 'sell' : 'buy');
    const makers = new RestingSide<Entry>(isBuy ? -1 : 1);
    const makerSide = isBuy ? 'sell' : 'buy';
    const add = (uid: Entry['ownerUid'], priceTicks: PriceTicks, lots: Lots): void => {
      if (lots > 0) makers.add(entryOf(uid, makerSide, priceTicks, lots));
    };
    const levels = new Map(own.levels.map((level) => [level.priceTicks, level]));
    for (const priceTicks of new Set([...recorded.keys(), ...levels.keys()])) {
      if (!crosses(side, limitTicks, priceTicks)) continue;
      let takenLots = taken.get(priceTicks) ?? 0;
      let left = recorded.get(priceTicks) ?? 0;
      const addRecorded = (lots: Lots): void => {
        const gone = Math.min(takenLots, lots);
        takenLots -= gone;
        left -= lots;
        add(RECORDED, priceTicks, lots - gone);
      };
      for (let entry = levels.get(priceTicks)?.head ?? null; entry; entry = entry.next)
        if (entry.ownerUid === OWN) add(OWN, priceTicks, openOf(entry));
        else addRecorded(Math.min(left, openOf(entry)));
      addRecorded(left);
    }
    return makers;
  }

  #rest(order: Entry): void {
    const { side, priceTicks } = order;
    const makers = this.#side(side);
    const recorded = (side === 'buy' ? this.#recorded.bids : this.#recorded.asks).get(priceTicks) ?? 0;
    const level = makers.levels.find((each) => each.priceTicks === priceTicks);
    const known = level ? entriesOf(level, RECORDED).reduce((sum, entry) => sum + openOf(entry), 0) : 0;
    if (recorded > known) makers.add(entryOf(RECORDED, side, priceTicks, recorded - known));
    makers.add(order);
    this.#own.set(order.id, order);
  }

  #leave(order: Entry): void {
    this.#prune(this.#side(order.side).remove(order));
  }

  /** Recorded lots that no own order is behind are not counted. */
  #prune(level: Level<Entry>): void {
    while (level.tail && level.tail.ownerUid !== OWN) this.#side(level.tail.side).remove(level.tail);
  }

  #side(side: Side): RestingSide<Entry> {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}

function entryOf(ownerUid: Entry['ownerUid'], side: Side, priceTicks: PriceTicks, lots: Lots, id = 0): Entry {
  const orderType = priceTicks === 0 ? 'market' : 'limit';
  return { id, ownerUid, side, orderType, priceTicks, lots, dealLots: 0, level: null, prev: null, next: null };
}

function openOf({ lots, dealLots }: Entry): Lots {
  return lots - dealLots;
}

/** Recorded lots at the price of an order that are before it. */
function aheadOf(order: Entry): Lots {
  let ahead = 0;
  for (let entry = order.prev; entry; entry = entry.prev) if (entry.ownerUid === RECORDED) ahead += openOf(entry);
  return ahead;
}

function entriesOf(level: Level<Entry>, ownerUid: Entry['ownerUid']): Entry[] {
  const found: Entry[] = [];
  for (let entry = level.head; entry; entry = entry.next) if (entry.ownerUid === ownerUid) found.push(entry);
  return found;
}
