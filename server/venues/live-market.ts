// The live market: a venue's public WebSocket as the public market, for as long as it can be reached, and again when it
// can.
import { type RawData, WebSocket } from 'ws';
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Loss, VenueBook } from '../../core/venue/venue-book.ts';
import { type VenueMessage, messageMs } from '../../core/venue/venue-message.ts';
import { rulesOf } from '../../core/venue/venue-rules.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import { USDT } from '../simulation/listed-instruments.ts';
import { binanceDialect } from './live-binance.ts';
import type { Dialect } from './live-dialect.ts';
import { krakenDialect } from './live-kraken.ts';
import { pauseUntil } from '../simulation/cancellable-delay.ts';
import type { FeedPort, MarketOptions, RunningMarket } from '../simulation/market-source.ts';
import { watchedId, watchedInfo } from './tape-instruments.ts';

/** Pauses between tries: the first, and the longest after doubling. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** A connection that says nothing for this long is dead: venues send many messages a second. */
const SILENCE_MS = 30_000;
/** A fetched book that is late is given up. */
const FETCH_MS = 10_000;
/** Pause before a book is fetched again that was too old or could not be had. */
const REFETCH_MS = 500;

export interface LiveSettings {
  /** Other addresses of the venue's stream and REST calls. */
  url?: string | undefined;
  restUrl?: string | undefined;
  firstRetryMs?: number;
}

/** `LIVE_URL` and `LIVE_REST_URL` of the environment. */
export function liveSettings(env: Record<string, string | undefined>): LiveSettings {
  return { url: env['LIVE_URL'] || undefined, restUrl: env['LIVE_REST_URL'] || undefined };
}

/** The dialect of a venue; throws when its tongue is not known. */
export function dialectOf(venue: string, { url, restUrl }: LiveSettings = {}): Dialect {
  if (venue === 'binance') return binanceDialect(url, restUrl);
  if (venue === 'kraken') return krakenDialect(url);
  throw new Error(`MARKET=live:${venue} is unknown: the venues are binance and kraken`);
}

/** USDT and the markets of a venue. Known without network, so that the exchange starts without it too. */
export function liveInstruments({ markets }: Dialect): CoinInfo[] {
  const infos = markets.map(({ symbol, priceDecimals, amountDecimals }, place) =>
    watchedInfo(place, symbol, 'spot', { price: priceDecimals, amount: amountDecimals }),
  );
  return [USDT, ...infos];
}

/** One connection: from the first try to open it until it is closed. */
class LiveConnection {
  readonly #dialect: Dialect;
  readonly #feed: Pick<FeedPort, 'apply'>;
  readonly #now: () => EpochMs;
  readonly #log: (line: string) => void;
  readonly #socket: WebSocket;
  readonly #books = new Map<string, VenueBook>();
  readonly #fetching = new Set<string>();
  readonly #ended = new AbortController();
  #silence: NodeJS.Timeout;
  #reason = '';
  #hasReceived = false;

  constructor(
    dialect: Dialect,
    { instruments, feed, now, log }: Pick<MarketOptions, 'instruments' | 'feed' | 'now' | 'log'>,
  ) {
    this.#dialect = dialect;
    this.#feed = feed;
    this.#now = now;
    this.#log = log;
    for (const [place, { symbol }] of dialect.markets.entries()) {
      const info = instruments.find(({ id }) => id === watchedId(place));
      if (!info) throw new Error(`no instrument for ${symbol} of ${dialect.venue}`);
      this.#books.set(
        symbol,
        new VenueBook(instrumentOf(info), rulesOf(dialect.venue, 'spot', dialect.depth), (loss) =>
          this.#onLoss(symbol, loss),
        ),
      );
    }
    this.#socket = new WebSocket(dialect.url, { handshakeTimeout: FETCH_MS });
    this.#silence = setTimeout(() => this.#fail('silent for too long'), SILENCE_MS);
  }

  /** Whether anything was heard: the next try then starts from the shortest pause again. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /** Resolves with the reason when the connection has ended and its books are given up. */
  run(stopped: AbortSignal): Promise<string> {
    const socket = this.#socket;
    const stop = (): void => this.#fail('stopped');
    stopped.addEventListener('abort', stop);
    return new Promise((resolve) => {
      socket.on('open', () => this.#send(this.#dialect.subscriptions()));
      socket.on('message', (data) => this.#onFrame(data));
      socket.on('error', (error) => {
        this.#reason ||= error.message || (error as NodeJS.ErrnoException).code || 'cannot connect';
      });
      socket.on('close', (code) => {
        stopped.removeEventListener('abort', stop);
        this.#end();
        resolve(this.#reason || `closed by the venue (${code})`);
      });
    });
  }

  #send(texts: string[]): void {
    if (this.#socket.readyState === WebSocket.OPEN) for (const text of texts) this.#socket.send(text);
  }

  #fail(reason: string): void {
    this.#reason ||= reason;
    this.#socket.terminate();
  }

  #end(): void {
    clearTimeout(this.#silence);
    this.#ended.abort();
    for (const book of this.#books.values()) this.#applyToFeed(book.reset(), this.#now());
  }

  #onFrame(data: RawData): void {
    this.#silence.refresh();
    let messages: VenueMessage[];
    try {
      messages = this.#dialect.read(String(data), this.#now());
    } catch (error) {
      this.#fail(`a frame could not be read: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    for (const message of messages) this.#receive(message);
  }

  #receive(message: VenueMessage): void {
    const book = this.#books.get(message.s ?? '');
    if (!book) return;
    if (!this.#hasReceived) this.#log(`market: ${this.#dialect.venue} is live`);
    this.#hasReceived = true;
    this.#applyToFeed(book.apply(message), messageMs(message));
    if (message.k === 'd' && !book.inStep) void this.#fetchBook(message.s ?? '', book);
  }

  #applyToFeed(events: MarketEvent[], ts: EpochMs): void {
    if (events.length > 0) this.#feed.apply(events, ts);
  }

  #onLoss(symbol: string, loss: Loss): void {
    this.#log(`market: ${this.#dialect.venue} ${symbol} lost its book (${loss}), asking for it anew`);
    this.#send(this.#dialect.refetchBook(symbol));
  }

  /**
   * Fetches until a book joins the changes that wait for it. One fetch a symbol at a time; ends with the connection.
   */
  async #fetchBook(symbol: string, book: VenueBook): Promise<void> {
    const { fetchBook } = this.#dialect;
    const ended = this.#ended.signal;
    if (!fetchBook || this.#fetching.has(symbol)) return;
    this.#fetching.add(symbol);
    while (!ended.aborted && !book.inStep) {
      try {
        const snapshot = await fetchBook(symbol, this.#now(), AbortSignal.any([ended, AbortSignal.timeout(FETCH_MS)]));
        if (ended.aborted) return;
        // Older than the first change that was heard: the two cannot be joined.
        if ((snapshot.seq ?? 0) >= book.firstWaitingId) this.#applyToFeed(book.apply(snapshot), this.#now());
      } catch (error) {
        if (ended.aborted) return;
        this.#log(
          `market: the book of ${symbol} could not be fetched: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      if (!book.inStep) await pauseUntil(REFETCH_MS, ended);
    }
    this.#fetching.delete(symbol);
  }
}

/** Starts listening to a venue. Never fails for want of network: it says so and keeps trying. */
export function startLive(
  dialect: Dialect,
  options: MarketOptions,
  { firstRetryMs = FIRST_RETRY_MS }: LiveSettings = {},
): RunningMarket {
  const stopping = new AbortController();
  options.log(`market: live from ${dialect.venue}, ${dialect.markets.map(({ symbol }) => symbol).join(' ')}`);
  const running = keepConnected(dialect, options, firstRetryMs, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepConnected(
  dialect: Dialect,
  options: MarketOptions,
  firstRetryMs: number,
  stopped: AbortSignal,
): Promise<void> {
  let retryMs = firstRetryMs;
  while (!stopped.aborted) {
    const connection = new LiveConnection(dialect, options);
    const reason = await connection.run(stopped);
    if (stopped.aborted) return;
    if (connection.hasReceived) retryMs = firstRetryMs;
    options.log(
      `market: ${dialect.venue} is not available (${reason}); next try in ${(retryMs / 1000).toFixed(1)} s. Nothing is traded here meanwhile.`,
    );
    await pauseUntil(retryMs, stopped);
    retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
  }
}
