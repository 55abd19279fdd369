// The replayed market: a tape's messages, at their own pace or faster, as the public market.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Loss, VenueBook } from '../../core/venue/venue-book.ts';
import { type VenueMessage, messageMs } from '../../core/venue/venue-message.ts';
import { rulesOf } from '../../core/venue/venue-rules.ts';
import { type TapeHeader, tapeSymbols } from '../../core/venue/venue-tape.ts';
import { pauseUntil } from '../simulation/cancellable-delay.ts';
import type { FeedPort, MarketOptions, RunningMarket } from '../simulation/market-source.ts';
import { openTape } from './tape-reader.ts';
import { watchedId } from './tape-instruments.ts';

/** At top speed the event loop gets a turn after this long, so that calls and sockets are served meanwhile. */
const BUSY_MS = 8;
/** Waits shorter than this are not worth a timer. */
const LEAST_WAIT_MS = 2;

/** `FILE[@SPEED]`: how many times faster than recorded; Infinity for `@max`. */
export interface ReplayPlan {
  path: string;
  speed: number;
}

/** Reads `FILE[@SPEED]`. An `@` that no speed follows belongs to the file's name. Throws on a speed of 0. */
export function replayPlan(text: string): ReplayPlan {
  const at = text.lastIndexOf('@');
  const suffix = at < 0 ? '' : text.slice(at + 1);
  if (suffix === 'max') return { path: text.slice(0, at), speed: Infinity };
  if (!/^\d+(\.\d+)?x?$/.test(suffix)) return { path: text, speed: 1 };
  const speed = Number.parseFloat(suffix);
  if (speed <= 0) throw new Error('the speed of a replay must be more than 0');
  return { path: text.slice(0, at), speed };
}

/** The books of a tape, fed message by message into the feed. */
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
   * One message is one group of events. Its stamp is the market's own time (trade or event time of the venue), so that
   * candles are those of that day: while a tape plays, this virtual clock stands for the wall clock. It never runs
   * backwards, though messages of several symbols may be out of order by some ms.
   */
  play(message: VenueMessage): void {
    const events = this.#books.get(message.s ?? this.#onlySymbol)?.apply(message) ?? [];
    // A trade long past (the venue repeats its last one at the start) keeps its own time but does not set the clock
    // back.
    this.#marketMs = Math.max(this.#marketMs, messageMs(message));
    if (events.length > 0) this.#feed.apply(events, this.#marketMs);
  }

  /**
   * Gives every book up: the tape broke off, and nobody knows what became of them. `crossed`: those that no market can
   * have.
   */
  reset(which: 'all' | 'crossed'): void {
    for (const book of this.#books.values()) {
      const events = which === 'all' || book.crossed ? book.reset() : [];
      if (events.length > 0) this.#feed.apply(events, this.#marketMs);
    }
  }
}

/** Keeps messages to their recorded distances in time. */
class Pacer {
  readonly #speed: number;
  readonly #now: () => EpochMs;
  readonly #stopped: AbortSignal;
  #startedAt: EpochMs = 0;
  #firstMs = Number.NaN;
  #servedAt: EpochMs = 0;

  constructor(speed: number, now: () => EpochMs, stopped: AbortSignal) {
    this.#speed = speed;
    this.#now = now;
    this.#stopped = stopped;
  }

  /** Ms to wait before the message received at `tUs` is due; 0 to go on at once. */
  waitMs(tUs: number): number {
    if (Number.isNaN(this.#firstMs)) {
      this.#firstMs = tUs / 1000;
      this.#startedAt = this.#now();
    }
    if (this.#speed === Infinity) return 0;
    const wait = this.#startedAt + (tUs / 1000 - this.#firstMs) / this.#speed - this.#now();
    return wait < LEAST_WAIT_MS ? 0 : wait;
  }

  /** Whether others have waited long enough for the event loop. */
  shouldYield(): boolean {
    return this.#now() - this.#servedAt >= BUSY_MS;
  }

  async pause(waitMs: number): Promise<void> {
    await pauseUntil(waitMs, this.#stopped);
    this.#servedAt = this.#now();
  }
}

/** Starts playing. At the end of the tape the last picture stays. */
export async function startReplay(
  plan: ReplayPlan,
  { instruments, feed, now, log }: MarketOptions,
): Promise<RunningMarket> {
  const { header, batches } = await openTape(plan.path);
  const player = new TapePlayer(header, instruments, feed, (symbol, loss) =>
    log(`market: ${symbol} lost its book (${loss}) and waits for a snapshot of the tape`),
  );
  const stopping = new AbortController();
  log(
    `market: replay of ${plan.path}, ${tapeSymbols(header).join(' ')}, ${plan.speed === Infinity ? 'as fast as possible' : `${plan.speed} x`}`,
  );
  const running = playAll(player, batches, new Pacer(plan.speed, now, stopping.signal), stopping.signal).then(
    (ended) => {
      if (!ended) return;
      player.reset('crossed');
      log('market: the tape is at its end, the last picture stays');
    },
    (error: unknown) => {
      player.reset('all');
      log(`market: the tape broke off: ${error instanceof Error ? error.message : String(error)}`);
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
  stopped: AbortSignal,
): Promise<boolean> {
  for await (const batch of batches) {
    for (const message of batch) {
      const waitMs = pacer.waitMs(message.t);
      if (waitMs > 0 || pacer.shouldYield()) await pacer.pause(waitMs);
      if (stopped.aborted) return false;
      player.play(message);
    }
  }
  return true;
}
