// Reference books, built from the messages before corruption: which tops existed.
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { printSteps } from '../../core/units/units.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import type { BookSide } from '../../workers/book/book-side.ts';
import { BookSync } from '../../workers/book/book-sync.ts';
import { JsonDecoder } from '../../workers/decode/json-decoder.ts';
import { StateHash } from '../../workers/replay/state-hash.ts';

/** Levels a side that are compared. */
export const ROWS = 20;
/** Tops stored per book: more than can be in flight. */
const MAX_TOPS = 20_000;

interface True {
  sync: BookSync;
  market: Instrument;
  depth: number;
  interval: number;
  tops: Set<string>;
}

export class ReferenceBooks {
  readonly #decoder = new JsonDecoder();
  readonly #markets: Map<number, Instrument>;
  readonly #books = new Map<string, True>();
  readonly #pictures: boolean;

  /** With `pictures` it is remembered what the tops looked like. */
  constructor(infos: readonly CoinInfo[], pictures = true) {
    this.#pictures = pictures;
    this.#markets = new Map(infos.filter(({ pair }) => pair !== '').map((info) => [info.id, instrumentOf(info)]));
    this.#decoder.setInstruments(this.#markets);
  }

  /** Applies a message as the exchange sent it; returns the key of its book, or null without one. */
  take(text: string): string | null {
    const event = this.#decoder.decode(text);
    if (event.kind !== 'book') return null;
    const { coinInfoId, depth, interval } = event;
    const key = channelKey({ channel: 'books', coinInfoId, depth, interval });
    let book = this.#books.get(key);
    if (!book)
      this.#books.set(
        key,
        (book = {
          sync: new BookSync(depth, () => {}),
          market: this.#markets.get(coinInfoId)!,
          depth,
          interval,
          tops: new Set(),
        }),
      );
    book.sync.accept(event, 0);
    if (!this.#pictures) return key;
    const top = topOf(book.sync);
    // The newest come last.
    book.tops.delete(top);
    book.tops.add(top);
    if (book.tops.size > MAX_TOPS) book.tops.delete(book.tops.keys().next().value!);
    return key;
  }

  /** Whether the top of a book ever was `top` lately. */
  ever(key: string, top: string): boolean {
    return this.#books.get(key)?.tops.has(top) ?? false;
  }

  /** The whole book as a snapshot; null before its first message. */
  snapshotText(key: string): string | null {
    const found = this.#books.get(key);
    if (!found) return null;
    const {
      sync: { book },
      market: { info, price, amount },
      depth,
      interval,
    } = found;
    const list = (side: BookSide): string[][] =>
      Array.from({ length: side.length }, (_, rank) => [
        printSteps(side.priceAt(rank), price),
        printSteps(side.lotsAt(rank), amount),
      ]);
    const data = { asks: list(book.asks), bids: list(book.bids), cs: book.checksum };
    return JSON.stringify({
      type: 'data',
      channel: 'books',
      coinInfoId: info.id,
      depth,
      interval,
      kind: 'snapshot',
      seq: book.seq,
      prevSeq: book.seq,
      ts: book.ts,
      pts: book.ts,
      data,
    });
  }
}

/** Prices and lots of the best levels, as a hash. */
export function topOf({ book }: BookSync): string {
  const hash = new StateHash();
  for (const side of [book.bids, book.asks]) {
    for (let rank = 0; rank < Math.min(ROWS, side.length); rank++) {
      hash.add(side.priceAt(rank));
      hash.add(side.lotsAt(rank));
    }
    hash.add(-1);
  }
  return hash.text;
}
