// Live market source: a venue's public WebSocket, reconnected with backoff.
import { type RawData, WebSocket } from 'ws';
import { errorMessage } from '../../core/errors/error-message.ts';
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Loss, VenueBook } from '../../core/venue/venue-book.ts';
import { type VenueMessage, messageMs } from '../../core/venue/venue-message.ts';
import { rulesOf } from '../../core/venue/venue-rules.ts';
import { checkMessage, neededIds } from '../../core/venue/venue-tape.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import { USDT } from '../simulation/listed-instruments.ts';
import type { VenueAdapter } from './venue-adapter.ts';
import { cancellableDelay } from '../clock/cancellable-delay.ts';
import type { FeedPort, MarketSourceOptions, MarketSource } from '../simulation/market-source.ts';
import { watchedId, watchedInfo } from './tape-instruments.ts';
import type { VenueAddresses } from './venue-registry.ts';
import { errorCode } from '../store/error-code.ts';

/** Reconnection delays: the first, and the limit of doubling. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** A connection without a message for this long is closed: venues send several per second. */
const SILENCE_TIMEOUT_MS = 30_000;
/** Timeout of a book request and of the handshake. */
const FETCH_TIMEOUT_MS = 10_000;
/** Delay before a book that was too old, could not be fetched, or was lost at once, is requested again. */
const REFETCH_MS = 500;

export interface LiveSettings extends VenueAddresses {
  firstRetryMs?: number;
}

/** `LIVE_URL` and `LIVE_REST_URL` of the environment. */
export function liveSettings(env: Record<string, string | undefined>): LiveSettings {
  return { url: env['LIVE_URL'] || undefined, restUrl: env['LIVE_REST_URL'] || undefined };
}

/** USDT and the markets of a venue. Needs no network, so that the exchange starts without it. */
export function liveInstruments({ markets }: VenueAdapter): CoinInfo[] {
  const infos = markets.map(({ symbol, priceDecimals, amountDecimals }, index) =>
    watchedInfo(index, symbol, 'spot', { price: priceDecimals, amount: amountDecimals }),
  );
  return [USDT, ...infos];
}

/** One connection, from the handshake until it is closed. */
class LiveConnection {
  readonly #adapter: VenueAdapter;
  readonly #feed: Pick<FeedPort, 'apply'>;
  readonly #now: () => EpochMs;
  readonly #log: (line: string) => void;
  readonly #socket: WebSocket;
  readonly #books = new Map<string, VenueBook>();
  readonly #fetching = new Set<string>();
  /** When a symbol's book was requested on the stream. */
  readonly #requestedMs = new Map<string, number>();
  readonly #ended = new AbortController();
  readonly #ids: ReturnType<typeof neededIds>;
  #silence: NodeJS.Timeout;
  #reason = '';
  #hasReceived = false;

  constructor(
    adapter: VenueAdapter,
    { instruments, feed, now, log }: Pick<MarketSourceOptions, 'instruments' | 'feed' | 'now' | 'log'>,
  ) {
    this.#adapter = adapter;
    this.#ids = neededIds(adapter.venue, 'spot');
    this.#feed = feed;
    this.#now = now;
    this.#log = log;
    for (const [index, { symbol }] of adapter.markets.entries()) {
      const info = instruments.find(({ id }) => id === watchedId(index));
      if (!info) throw new Error(`no instrument for ${symbol} of ${adapter.venue}`);
      this.#books.set(
        symbol,
        new VenueBook(instrumentOf(info), rulesOf(adapter.venue, 'spot', adapter.depth), (loss) =>
          this.#onLoss(symbol, loss),
        ),
      );
    }
    this.#socket = new WebSocket(adapter.url, { handshakeTimeout: FETCH_TIMEOUT_MS });
    this.#silence = setTimeout(() => this.#fail('silent for too long'), SILENCE_TIMEOUT_MS);
  }

  /** Whether any message arrived; if so, the next attempt starts again with the shortest delay. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /** Resolves with the reason after the connection has closed and its books are reset. */
  run(signal: AbortSignal): Promise<string> {
    const socket = this.#socket;
    const stop = (): void => this.#fail('stopped');
    signal.addEventListener('abort', stop);
    return new Promise((resolve) => {
      socket.on('open', () => this.#send(this.#adapter.subscribeMessages()));
      socket.on('message', (data) => this.#onFrame(data));
      socket.on('error', (error) => {
        this.#reason ||= error.message || errorCode(error) || 'cannot connect';
      });
      socket.on('close', (code) => {
        signal.removeEventListener('abort', stop);
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
    const now = this.#now();
    let messages: VenueMessage[];
    try {
      messages = this.#adapter.decode(String(data), now);
      for (const message of messages) {
        checkMessage(message, this.#ids);
        // What is here has happened: a venue whose clock is ahead would move candles and the archive ahead with it.
        for (const name of ['E', 'T', 'ts'] as const) if (message[name]! > now) message[name] = now;
      }
    } catch (error) {
      this.#fail(`a frame could not be read: ${errorMessage(error)}`);
      return;
    }
    for (const message of messages) this.#receive(message);
  }

  #receive(message: VenueMessage): void {
    const book = this.#books.get(message.s ?? '');
    if (!book) return;
    if (!this.#hasReceived) this.#log(`market.live venue=${this.#adapter.venue}`);
    this.#hasReceived = true;
    this.#applyToFeed(book.apply(message), messageMs(message));
    if (message.k === 'd' && !book.inStep) void this.#fetchBook(message.s ?? '', book);
  }

  #applyToFeed(events: MarketEvent[], ts: EpochMs): void {
    if (events.length > 0) this.#feed.apply(events, ts);
  }

  #onLoss(symbol: string, loss: Loss): void {
    const { venue } = this.#adapter;
    if (loss === 'trade') {
      this.#log(`market.trade_lost venue=${venue} symbol=${symbol}`);
      return;
    }
    this.#log(`market.book_lost venue=${venue} symbol=${symbol} reason=${loss}`);
    void this.#requestBook(symbol);
  }

  /** A book that no answer brings is requested at intervals, as venues refuse a flood. */
  async #requestBook(symbol: string): Promise<void> {
    const dueMs = (this.#requestedMs.get(symbol) ?? -Infinity) + REFETCH_MS;
    this.#requestedMs.set(symbol, Math.max(performance.now(), dueMs));
    if (dueMs > performance.now()) await cancellableDelay(dueMs - performance.now(), this.#ended.signal);
    this.#send(this.#adapter.refetchMessages(symbol));
  }

  /** Fetches until a snapshot joins the buffered changes. One fetch per symbol at a time; ends with the connection. */
  async #fetchBook(symbol: string, book: VenueBook): Promise<void> {
    const { fetchBook } = this.#adapter;
    const ended = this.#ended.signal;
    if (!fetchBook || this.#fetching.has(symbol)) return;
    this.#fetching.add(symbol);
    while (!ended.aborted && !book.inStep) {
      try {
        const snapshot = await fetchBook(
          symbol,
          this.#now(),
          AbortSignal.any([ended, AbortSignal.timeout(FETCH_TIMEOUT_MS)]),
        );
        if (ended.aborted) return;
        checkMessage(snapshot, this.#ids);
        // A snapshot older than the first buffered change cannot be joined with it.
        if ((snapshot.seq ?? 0) >= book.firstWaitingId) this.#applyToFeed(book.apply(snapshot), this.#now());
      } catch (error) {
        if (ended.aborted) return;
        this.#log(`market.book_fetch_failed symbol=${symbol} error="${errorMessage(error)}"`);
      }
      if (!book.inStep) await cancellableDelay(REFETCH_MS, ended);
    }
    this.#fetching.delete(symbol);
  }
}

/** Starts watching a venue. Does not fail without network: it logs that and retries. */
export function startLive(
  adapter: VenueAdapter,
  options: MarketSourceOptions,
  { firstRetryMs = FIRST_RETRY_MS }: LiveSettings = {},
): MarketSource {
  const stopping = new AbortController();
  options.log(`market: live from ${adapter.venue}, ${adapter.markets.map(({ symbol }) => symbol).join(' ')}`);
  const running = keepConnected(adapter, options, firstRetryMs, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepConnected(
  adapter: VenueAdapter,
  options: MarketSourceOptions,
  firstRetryMs: number,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    const connection = new LiveConnection(adapter, options);
    const reason = await connection.run(signal);
    if (signal.aborted) return;
    if (connection.hasReceived) retryMs = firstRetryMs;
    options.log(`market.unavailable venue=${adapter.venue} retry_ms=${retryMs} reason="${reason}"`);
    await cancellableDelay(retryMs, signal);
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  }
}
