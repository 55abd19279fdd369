// Made-up messages of one subscribed channel: a book that changes, prices that jump or rise.
import { ASK, BID, type SideCode, levelChange } from '../../core/feed/checksum.ts';
import type { SubscribeArg } from '../../core/feed/feed-protocol.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { printSteps } from '../../core/units/units.ts';

/** A market, and the price about which its messages move, in ticks. */
export interface StreamedMarket {
  instrument: Instrument;
  mid: number;
}

/** One subscribed channel of one client, and how it goes on. */
export interface Stream {
  snapshot(): object;
  next(): object;
}

export class BookStream implements Stream {
  readonly coinInfoId: number;
  #seq = 1;
  #cs = 0;
  readonly #sides = { bid: new Map<number, number>(), ask: new Map<number, number>() };
  readonly #arg: Extract<SubscribeArg, { channel: 'books' }>;
  readonly #instrument: Instrument;
  readonly #mid: number;
  readonly #random: () => number;

  constructor(
    arg: Extract<SubscribeArg, { channel: 'books' }>,
    instrument: Instrument,
    mid: number,
    random: () => number,
  ) {
    this.#arg = arg;
    this.coinInfoId = arg.coinInfoId;
    this.#instrument = instrument;
    this.#mid = mid;
    this.#random = random;
    const depth = arg.depth || 1000;
    for (let i = 1; i <= depth; i += 1) {
      this.#set(BID, mid - i, 1 + Math.floor(random() * 100_000));
      this.#set(ASK, mid + i, 1 + Math.floor(random() * 100_000));
    }
  }

  snapshot(): object {
    const rows = (levels: Map<number, number>) =>
      [...levels].map(([price, lots]) => [
        printSteps(price, this.#instrument.price),
        printSteps(lots, this.#instrument.amount),
      ]);
    return this.#message('snapshot', this.#seq, {
      bids: rows(this.#sides.bid),
      asks: rows(this.#sides.ask),
      cs: this.#cs,
    });
  }

  best(): { bid: string; ask: string } {
    const prices = (levels: Map<number, number>): number[] =>
      [...levels].filter(([, lots]) => lots > 0).map(([price]) => price);
    const print = (ticks: number): string => printSteps(ticks, this.#instrument.price);
    return { bid: print(Math.max(...prices(this.#sides.bid))), ask: print(Math.min(...prices(this.#sides.ask))) };
  }

  next(): object {
    const depth = this.#arg.depth || 1000;
    const change = (side: SideCode) => {
      const distance = 1 + Math.floor(this.#random() ** 3 * depth);
      return this.#set(
        side,
        side === BID ? this.#mid - distance : this.#mid + distance,
        1 + Math.floor(this.#random() * 100_000),
      );
    };
    const b = [change(BID), change(BID)];
    const a = [change(ASK), change(ASK)];
    this.#seq += 1;
    return this.#message('delta', this.#seq - 1, { a, b, cs: this.#cs });
  }

  #set(side: SideCode, price: number, lots: number): [string, string] {
    const levels = side === BID ? this.#sides.bid : this.#sides.ask;
    this.#cs = (this.#cs + levelChange(side, price, levels.get(price) ?? 0, lots)) >>> 0;
    levels.set(price, lots);
    return [printSteps(price, this.#instrument.price), printSteps(lots, this.#instrument.amount)];
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number, data: object): object {
    const now = Date.now();
    return { type: 'data', ...this.#arg, kind, seq: this.#seq, prevSeq, ts: now, pts: now, data };
  }
}

/** Id of the first message of a stream of prices. */
const FIRST_ID = 1_000_000;

/**
 * Trades, tickers and candles, printed as the channel wants it: a price that jumps about the middle, or one that rises
 * by a tick with each message, so that a price identifies its message.
 */
export class PriceStream implements Stream {
  #id = FIRST_ID;
  readonly #arg: SubscribeArg;
  readonly #markets: StreamedMarket[];
  readonly #random: () => number;
  readonly #rises: boolean;

  constructor(arg: SubscribeArg, markets: StreamedMarket[], random: () => number, rises: boolean) {
    this.#arg = arg;
    this.#markets = markets;
    this.#random = random;
    this.#rises = rises;
  }

  snapshot(): object {
    return this.#message('snapshot');
  }

  next(): object {
    return this.#message('delta');
  }

  #message(kind: 'snapshot' | 'delta'): object {
    const now = Date.now();
    const { instrument, mid } = this.#markets[Math.floor(this.#random() * this.#markets.length)]!;
    this.#id += 1;
    const away = this.#rises ? this.#id - FIRST_ID : Math.round((this.#random() - 0.5) * mid * 0.0005);
    const price = printSteps(Math.max(1, mid + away), instrument.price);
    const head = { type: 'data', ...this.#arg, kind, seq: this.#id, prevSeq: this.#id - 1, ts: now, pts: now };
    const amount = printSteps(1 + Math.floor(this.#random() * 1000), instrument.amount);
    switch (this.#arg.channel) {
      case 'trades':
        return {
          ...head,
          data: [{ id: this.#id, price, amount, side: this.#random() < 0.5 ? 'buy' : 'sell', ts: now }],
        };
      case 'candles':
        return { ...head, data: [[Math.floor(now / 60_000) * 60, price, price, price, price, amount, '1', 0]] };
      case 'ticker':
        return { ...head, data: { coinInfoId: instrument.info.id, last: price, ts: now } };
      default:
        return { ...head, data: [{ coinInfoId: instrument.info.id, last: price, ts: now }] };
    }
  }
}
