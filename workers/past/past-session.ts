// The replay of one market from a chosen moment on: events where they are recorded, else closed candles.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type TimeInterval, type EpochMs, type Interval, candleStart, nextCandleStart } from '../../core/units/time.ts';
import type { PastKnowledge, PastRefusal, PastStatus, PlayedPlace } from '../../core/worker-protocol/past-protocol.ts';
import { CandleStream, candlesOf } from './candle-stream.ts';
import { EventStream } from './event-stream.ts';
import { joinCandles, spansUntil } from './past-candles.ts';
import { PastMarket } from './past-market.ts';
import type { PastSource } from './past-source.ts';

const MINUTE = '1m';
/** Events between two questions whether a step is long enough. */
const ASK_EVERY = 4_096;
/** Events before the moment that are played for its last trades. */
const LEAD_MS = 60_000;

interface SessionTimes {
  atMs: EpochMs;
  /** Nothing after it is played. */
  endMs: EpochMs;
  /** From this minute on every event is recorded; Infinity without a recording. */
  wholeFromMs: EpochMs;
  /** NaN without a recording. */
  recordedFromMs: EpochMs;
}

export class PastSession {
  readonly market: PastMarket;
  atMs: EpochMs;
  readonly #source: PastSource;
  readonly #instrument: Instrument;
  readonly #events: EventStream;
  /** Until the first whole minute of the recording; null when the session begins after that. */
  readonly #candles: CandleStream | null;
  readonly #recordedFromMs: EpochMs;
  readonly #endMs: EpochMs;
  /** Minute from which candles, and order flow, are made of what is played. */
  readonly minuteMs: EpochMs;
  readonly #prepared = new Map<Interval, Promise<void>>();

  private constructor(
    source: PastSource,
    instrument: Instrument,
    { atMs, endMs, wholeFromMs, recordedFromMs }: SessionTimes,
    events: (market: PastMarket) => EventStream,
  ) {
    this.atMs = atMs;
    this.#source = source;
    this.#instrument = instrument;
    this.#endMs = endMs;
    this.#recordedFromMs = recordedFromMs;
    this.minuteMs = candleStart(atMs, MINUTE);
    const isWhole = atMs >= wholeFromMs;
    this.market = new PastMarket(atMs, isWhole ? this.minuteMs : wholeFromMs);
    this.#events = events(this.market);
    this.#candles = isWhole ? null : new CandleStream(source, instrument, this.minuteMs, Math.min(wholeFromMs, endMs));
  }

  /**
   * Opens the market at a moment; nothing after `endMs` is played. Throws Error when the source cannot be reached.
   */
  static async open(
    source: PastSource,
    instrument: Instrument,
    atMs: EpochMs,
    endMs: EpochMs,
  ): Promise<PastSession | PastRefusal> {
    const leadMs = Math.max(0, candleStart(atMs, MINUTE) - LEAD_MS);
    const first = await source.page(leadMs, endMs, null);
    const recordedFromMs = first && first.blocks.length > 0 ? first.firstMs : NaN;
    // The minute in which the recording began is known from its candle alone.
    const wholeFromMs = Number.isNaN(recordedFromMs)
      ? Infinity
      : source.isOfEvents
        ? candleStart(recordedFromMs, MINUTE)
        : nextCandleStart(candleStart(recordedFromMs, MINUTE), MINUTE);
    const session = new PastSession(
      source,
      instrument,
      { atMs, endMs, wholeFromMs, recordedFromMs },
      (market) => new EventStream(source, leadMs, endMs, market, first),
    );
    await session.#fill();
    if (session.#isEnded && Number.isNaN(recordedFromMs)) return 'empty';
    await session.playTo(atMs);
    session.market.restartCount();
    return session;
  }

  /** Without a practice, which is its follower's to report. */
  get status(): Omit<PastStatus, 'practice'> {
    const gap = this.#gapNow;
    return {
      atMs: this.atMs,
      known: this.#known,
      gap: gap ?? this.market.gap,
      ended: this.#isEnded,
      recordedFromMs: this.#recordedFromMs,
      played: this.market.played,
      hash: this.market.hash,
    };
  }

  /**
   * Plays everything up to `untilMs`, or less of it once `isEnough`. Throws Error when the source cannot be reached;
   * what was played stays.
   */
  async playTo(untilMs: EpochMs, isEnough: () => boolean = () => false): Promise<void> {
    const until = Math.min(untilMs, this.#endMs);
    this.market.gap = null;
    for (let events = 0; ;) {
      await this.#fill();
      if (this.#isEnded || this.#nextMs > until) break;
      while (this.#nextMs <= until) {
        this.#playNext();
        if (++events % ASK_EVERY === 0 && isEnough()) return;
      }
    }
    if (!this.#isEnded) this.#moveTo(until);
  }

  /** Plays to a place of an earlier run, which may be between two events of one moment. Throws as `playTo` does. */
  async playUntil({ played, atMs }: PlayedPlace): Promise<void> {
    this.market.gap = null;
    for (;;) {
      await this.#fill();
      if (this.#isEnded) return;
      if (this.#nextMs >= atMs && this.market.played >= played) return this.#moveTo(atMs);
      this.#playNext();
    }
  }

  /** Plays the next trade, book change or candle. Throws Error when the source cannot be reached. */
  async stepEvent(): Promise<void> {
    await this.#fill();
    this.market.gap = null;
    if (!this.#isEnded) this.#playNext();
  }

  /** Plays to the end of the running candle, or of the next one in which something happens. */
  async stepBar(interval: TimeInterval): Promise<void> {
    await this.#fill();
    const endOf = (ms: EpochMs): EpochMs => nextCandleStart(candleStart(ms, interval), interval);
    const barEndMs = endOf(this.atMs);
    const nextMs = this.#nextMs;
    await this.playTo(nextMs > barEndMs && nextMs < Infinity ? endOf(nextMs - 1) : barEndMs);
  }

  /** Fetches what the running candle of an interval had before the session. Rejects when that fails. */
  prepare(interval: Interval): Promise<void> {
    const known = this.#prepared.get(interval);
    if (known) return known;
    const preparing = this.#prepare(interval).catch((cause: unknown) => {
      this.#prepared.delete(interval);
      throw cause;
    });
    this.#prepared.set(interval, preparing);
    return preparing;
  }

  async #prepare(interval: Interval): Promise<void> {
    const spans = spansUntil(interval, this.minuteMs);
    const parts = await Promise.all(spans.map((span) => candlesOf(this.#source, this.#instrument, span)));
    this.market.candles.setBefore(interval, joinCandles(candleStart(this.minuteMs, interval), parts.flat()));
  }

  /** Blocks may have events from after the end. */
  get #isEnded(): boolean {
    const { nextMs } = this.#events;
    const isOver = this.#events.isEnded || (nextMs > this.#endMs && nextMs < Infinity);
    return isOver && (this.#candles?.isEnded ?? true);
  }

  get #nextMs(): EpochMs {
    return Math.min(this.#candles?.nextMs ?? Infinity, this.#events.nextMs);
  }

  get #gapNow(): PastStatus['gap'] {
    const gap = this.#events.nextGap;
    return gap && this.atMs > gap[0] ? gap : null;
  }

  get #known(): PastKnowledge {
    if (!(this.atMs >= this.#recordedFromMs)) return 'candles';
    return this.#gapNow || !this.market.isBookKnown ? 'gap' : 'events';
  }

  async #fill(): Promise<void> {
    await this.#candles?.fill();
    await this.#events.fill();
  }

  #playNext(): void {
    const ts = this.#nextMs;
    this.#moveTo(ts);
    if (this.#candles?.nextMs === ts) this.market.onCandle(this.#candles.next(), ts);
    else this.#events.playNext();
  }

  #moveTo(ms: EpochMs): void {
    this.atMs = Math.max(this.atMs, ms);
    this.market.passTo(this.atMs);
    if (this.#gapNow) this.market.loseBook(this.#gapNow[0]);
  }
}
