// The trades and the book changes of a market's day as tables of exact numbers.
import type { BookCopy } from '../../../core/market-data/archive-block.ts';
import { type EventColumns, ROW_KIND, isTrade } from '../../../core/market-data/event-columns.ts';
import type { EpochMs } from '../../../core/units/time.ts';

/** A block of the day. */
export interface DayBlock {
  book: BookCopy | null;
  events: EventColumns;
  fromTs: EpochMs;
  isSeam: boolean;
}

/** Column by column; prices in ticks, amounts in lots. */
interface TradeTable {
  id: number[];
  time: EpochMs[];
  side: string[];
  price: number[];
  amount: number[];
}

/**
 * `event`: `book` is a level of a whole book, at the beginning and after a time that was not recorded; `change` the
 * lots that now rest at a price, 0 for none; `reset`: there is no book, or the source lost it.
 */
interface BookTable {
  time: EpochMs[];
  event: string[];
  side: string[];
  price: number[];
  amount: number[];
}

export interface DayTables {
  trades: TradeTable;
  book: BookTable;
}

/** Rows of a block; `isFirst`: of the day. */
export function tablesOf({ book: whole, events, fromTs, isSeam }: DayBlock, isFirst: boolean): DayTables {
  const trades: TradeTable = { id: [], time: [], side: [], price: [], amount: [] };
  const book: BookTable = { time: [], event: [], side: [], price: [], amount: [] };
  const add = (time: EpochMs, event: string, side: string, price: number, amount: number): void => {
    book.time.push(time);
    book.event.push(event);
    book.side.push(side);
    book.price.push(price);
    book.amount.push(amount);
  };
  if (whole && (isFirst || isSeam)) {
    if (whole.bids.length + whole.asks.length === 0) add(fromTs, 'reset', '', 0, 0);
    for (const [side, levels] of [
      ['bid', whole.bids],
      ['ask', whole.asks],
    ] as const)
      for (let at = 0; at < levels.length; at += 2) add(fromTs, 'book', side, levels[at]!, levels[at + 1]!);
  }
  for (let row = 0; row < events.size; row++) {
    const kind = events.kinds[row]!;
    if (kind === ROW_KIND.bookReset) add(events.times[row]!, 'reset', '', 0, 0);
    else if (!isTrade(kind))
      add(events.times[row]!, 'change', kind === ROW_KIND.bid ? 'bid' : 'ask', events.prices[row]!, events.lots[row]!);
    else {
      trades.id.push(events.tradeIds[row]!);
      trades.time.push(events.times[row]!);
      trades.side.push(kind === ROW_KIND.buy ? 'buy' : 'sell');
      trades.price.push(events.prices[row]!);
      trades.amount.push(events.lots[row]!);
    }
  }
  return { trades, book };
}
