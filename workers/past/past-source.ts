// What a replay reads of the past: recorded blocks and closed candles, from the exchange.
import * as v from 'valibot';
import { eventsAnswer } from '../../core/endpoints/responses.ts';
import { type Instrument, marketTypeOf } from '../../core/instruments/instrument.ts';
import {
  type BlockContent,
  type BlockHead,
  MAX_COLUMN_BYTES,
  columnsOf,
  decodeColumns,
  readHead,
} from '../../core/market-data/archive-block.ts';
import type { EpochMs, Interval } from '../../core/units/time.ts';
import type { CandlePage, CandleQuery } from '../candles/candle-feed.ts';
import type { RestClient } from '../rest/rest-client.ts';

export interface PastBlock extends BlockContent {
  head: BlockHead;
}

export interface PastPage {
  blocks: PastBlock[];
  hasMore: boolean;
  /** Ends of what is recorded. */
  firstMs: EpochMs;
  lastMs: EpochMs;
}

export interface PastSource {
  /** Nothing but its events is known: the candle of the first minute is made of them, too. */
  readonly isOfEvents?: boolean;
  /**
   * Blocks of a span in order (docs/api.md 6.1), from block number `after` on or else from a whole book on; null where
   * nothing is recorded. Throws Error when the exchange cannot be reached.
   */
  page(fromMs: EpochMs, toMs: EpochMs, after: number | null): Promise<PastPage | null>;
  /** Candles, ascending. Throws Error when the exchange cannot be reached. */
  candles(period: Interval, query: CandleQuery): Promise<CandlePage>;
}

const NOT_FOUND = ': 1404 ';
const TOO_MANY = ': 1429 ';
/** Pause after the limit of calls was reached: it counts seconds. */
const LIMITED_MS = 1_000;

/** The past of one market at the exchange. */
export class ExchangePast implements PastSource {
  readonly #market: Instrument;
  readonly #client: RestClient;

  constructor(market: Instrument, client: RestClient) {
    this.#market = market;
    this.#client = client;
  }

  async page(fromMs: EpochMs, toMs: EpochMs, after: number | null): Promise<PastPage | null> {
    const { info } = this.#market;
    const path = marketTypeOf(info) === 'forex' ? '/forex/events' : '/coin/events';
    const form = { coinInfoId: info.id, startTime: fromMs, endTime: toMs, after: after ?? undefined };
    try {
      const { list, hasMore, firstTime, lastTime } = await this.#request(path, form);
      return { blocks: await Promise.all(list.map(readBlock)), hasMore, firstMs: firstTime, lastMs: lastTime };
    } catch (cause) {
      if (String(cause).includes(NOT_FOUND)) return null;
      throw cause;
    }
  }

  candles(period: Interval, query: CandleQuery): Promise<CandlePage> {
    return this.#client.candles(this.#market, period, query);
  }

  async #request(path: string, form: Record<string, number | undefined>): Promise<v.InferOutput<typeof eventsAnswer>> {
    for (;;) {
      try {
        return await this.#client.request(path, form, eventsAnswer);
      } catch (cause) {
        if (!String(cause).includes(TOO_MANY)) throw cause;
        await new Promise((resolve) => setTimeout(resolve, LIMITED_MS));
      }
    }
  }
}

/** Throws Error on bytes that are no block. */
async function readBlock(text: string): Promise<PastBlock> {
  const block = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const head = readHead(block);
  if (head.bytes !== block.length) throw new Error('a block of the past is cut');
  return { head, ...decodeColumns(await inflate(columnsOf(block)), head) };
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > MAX_COLUMN_BYTES) throw new Error('a block of the past is too large');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
