// Replay market source: publishes the messages of a tape at its own or a higher speed.
import { errorMessage } from '../../core/errors/error-message.ts';
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Loss, VenueBook } from '../../core/venue/venue-book.ts';
import { type VenueMessage, messageMs } from '../../core/venue/venue-message.ts';
import { rulesOf } from '../../core/venue/venue-rules.ts';
import { type TapeHeader, tapeSymbols } from '../../core/venue/venue-tape.ts';
import { cancellableDelay } from '../clock/cancellable-delay.ts';
import type { FeedPort, MarketSourceOptions, MarketSource } from '../simulation/market-source.ts';
import { openTape } from './tape-reader.ts';
import { watchedId } from './tape-instruments.ts';

/** At top speed the replay yields to the event loop after this long, so that calls and sockets are served. */
const MAX_BUSY_MS = 8;
/** Shorter delays are skipped. */
const MIN_DELAY_MS = 2;

/** `FILE[@SPEED]`: factor of the recorded speed; Infinity for `@max`. */
export interface ReplayPlan {
  path: string;
  speed: number;
}

/** Parses `FILE[@SPEED]`. An `@` without a speed after it belongs to the file name. Throws Error on a speed of 0. */
export function parseReplayPlan(text: string): ReplayPlan {
  const at = text.lastIndexOf('@');
  const suffix = at < 0 ? '' : text.slice(at + 1);
  if (suffix === 'max') return { path: text.slice(0, at), speed: Infinity };
  if (!/^\d+(\.\d+)?x?$/.test(suffix)) return { path: text, speed: 1 };
  const speed = Number.parseFloat(suffix);
  if (speed <= 0) throw new Error('the speed of a replay must be more than 0');
  return { path: text.slice(0, at), speed };
}

/** Applies the messages of a tape to books, and their changes to the feed. */
export class TapePlayer {
  readonly #books = new Map<string, VenueBook>();
  readonly #onlySymbol: string;
  readonly #feed: Pick<FeedPort, 'apply'>;
  #marketMs: EpochMs = 0;

  constructor(
    header: TapeHeader,
    instruments: CoinInfo[],
    feed: Pick<FeedPort, 'apply'>,
    onLoss: (symbol: string, loss: Loss) => void,
  ) {
    const symbols = tapeSymbols(header);
    this.#onlySymbol = symbols[0] ?? '';
    this.#feed = feed;
    for (const [place, symbol] of symbols.entries()) {
      const info = instruments.find(({ id }) => id === watchedId(place));
      if (!info) throw new Error(`no instrument for ${symbol} of the tape`);
      this.#books.set(
        symbol,
        new VenueBook(instrumentOf(info), rulesOf(header.venue, header.market, header.depth ?? 0), (loss) =>
          onLoss(symbol, loss),
        ),
      );
    }
  }

  /**
   * Applies one message as one batch of events. Its time is that of the venue (trade or event time), so that candles
   * are those of the recorded day. The time never decreases, although messages of several symbols may be some ms out of
   * order.
   */
  play(message: VenueMessage): void {
    const events = this.#books.get(message.s ?? this.#onlySymbol)?.apply(message) ?? [];
    // Venues repeat their last trade at the start: it keeps its own, older time and does not set the clock back.
    this.#marketMs = Math.max(this.#marketMs, messageMs(message));
    if (events.length > 0) this.#feed.apply(events, this.#marketMs);
  }

  /** Resets all books: the tape broke off. */
  reset(): void {
    for (const book of this.#books.values()) {
      const events = book.reset();
      if (events.length > 0) this.#feed.apply(events, this.#marketMs);
    }
  }
}

/** Delays messages as recorded. */
class Pacer {
  readonly #speed: number;
  readonly #now: () => EpochMs;
  readonly #stopped: AbortSignal;
  #startedAt: EpochMs = 0;
  #firstMs = Number.NaN;
  #servedAt: EpochMs = 0;

  constructor(speed: number, now: () => EpochMs, signal: AbortSignal) {
    this.#speed = speed;
    this.#now = now;
    this.#stopped = signal;
  }

  /** Delay in ms until the message received at `tUs` (us) is due; 0 for none. */
  waitMs(tUs: number): number {
    if (Number.isNaN(this.#firstMs)) {
      this.#firstMs = tUs / 1000;
      this.#startedAt = this.#now();
    }
    if (this.#speed === Infinity) return 0;
    const wait = this.#startedAt + (tUs / 1000 - this.#firstMs) / this.#speed - this.#now();
    return wait < MIN_DELAY_MS ? 0 : wait;
  }

  /** Whether the event loop has waited long enough. */
  shouldYield(): boolean {
    return this.#now() - this.#servedAt >= MAX_BUSY_MS;
  }

  async pause(waitMs: number): Promise<void> {
    await cancellableDelay(waitMs, this.#stopped);
    this.#servedAt = this.#now();
  }
}

/** Starts the replay. At the end of the tape the last state of the market stays. */
export async function startReplay(
  plan: ReplayPlan,
  { instruments, feed, now, log }: MarketSourceOptions,
): Promise<MarketSource> {
  const { header, batches } = await openTape(plan.path);
  const player = new TapePlayer(header, instruments, feed, (symbol, loss) =>
    log(loss === 'trade' ? `market.trade_lost symbol=${symbol}` : `market.book_lost symbol=${symbol} reason=${loss}`),
  );
  const stopping = new AbortController();
  log(
    `market: replay of ${plan.path}, ${tapeSymbols(header).join(' ')}, ${plan.speed === Infinity ? 'as fast as possible' : `${plan.speed} x`}`,
  );
  const running = playAll(player, batches, new Pacer(plan.speed, now, stopping.signal), stopping.signal).then(
    (ended) => {
      if (ended) log('market.tape_ended');
    },
    (error: unknown) => {
      player.reset();
      log(`market.tape_failed error="${errorMessage(error)}"`);
    },
  );
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Plays until the tape ends (true) or is stopped (false). */
async function playAll(
  player: TapePlayer,
  batches: AsyncGenerator<VenueMessage[]>,
  pacer: Pacer,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const batch of batches) {
    for (const message of batch) {
      const waitMs = pacer.waitMs(message.t);
      if (waitMs > 0 || pacer.shouldYield()) await pacer.pause(waitMs);
      if (signal.aborted) return false;
      player.play(message);
    }
  }
  return true;
}
