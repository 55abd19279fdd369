// Flight recorder: the last ten minutes of public messages, in segments that can be replayed alone.
import { type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { printSteps } from '../../core/units/units.ts';
import type { BookSide } from '../book/book-side.ts';
import type { BookSync } from '../book/book-sync.ts';
import type { MarketEvent } from '../decode/decoded-event.ts';
import { MAX_TRADES } from '../trades/recent-trades.ts';
import { type FileHeader, RECORD, RECORD_HEAD, fileStart, writeHead } from './recording-file.ts';
import type { ObserverContext, FrameObserver } from './frame-observer.ts';

/** How long messages are retained. */
export const RETENTION_MS = 600_000;
/** A segment ends when it is full or this old. */
const SEGMENT_BYTES = 1_048_576;
const SEGMENT_MS = 60_000;
/**
 * Most bytes in memory, the open segment included. Of a busier feed fewer minutes are retained: the oldest segment is
 * dropped first.
 */
export const MAX_BYTES = 16 * SEGMENT_BYTES;
/** Most candles saved per channel: the newest. */
const MAX_CANDLES = 1_000;
/** A malformed message is recorded only if it names a public channel: private data must never be in a file. */
const PUBLIC = /"channel":"(books|trades|tickers|candles)"/;

interface Segment {
  bytes: Uint8Array<ArrayBuffer>;
  endStamp: number;
}

interface Clock {
  nowMs(): number;
  stampMs(): number;
}

export class FlightRecorder implements FrameObserver {
  /** Bytes of segments that are closed. */
  #closedBytes = 0;
  #closed: Segment[] = [];
  readonly #segment = new Uint8Array(SEGMENT_BYTES);
  #used = 0;
  #beganStamp = NaN;
  /** Whether any message was recorded: the opening of a socket alone is no recording. */
  #hasMessages = false;
  readonly #context: ObserverContext;
  readonly #clock: Clock;
  readonly #encoder = new TextEncoder();

  constructor(context: ObserverContext, clock: Clock) {
    this.#context = context;
    this.#clock = clock;
  }

  /** Bytes in memory now. */
  get bytes(): number {
    return this.#closedBytes + SEGMENT_BYTES;
  }

  onFrame(text: string | null, event: MarketEvent): void {
    const { kind } = event;
    if (text === null) return;
    if (
      kind === 'book' ||
      kind === 'trades' ||
      kind === 'tickers' ||
      kind === 'candles' ||
      (kind === 'bad' && PUBLIC.test(text))
    )
      this.#append(RECORD.text, text);
  }

  onBinary(bytes: ArrayBuffer): void {
    this.#append(RECORD.bytes, new Uint8Array(bytes));
  }

  onConnection(open: boolean): void {
    this.#append(open ? RECORD.open : RECORD.closed, '');
  }

  /** Throws Error before the first message. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#hasMessages) throw new Error('nothing was recorded yet');
    this.#dropExpired(this.#clock.stampMs());
    const parts = [
      fileStart(this.#header()),
      ...this.#closed.map(({ bytes }) => bytes),
      this.#segment.slice(0, this.#used),
    ];
    const packed = new Blob(parts).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(packed).arrayBuffer());
  }

  #append(kind: number, content: string | Uint8Array): void {
    const stamp = this.#clock.stampMs();
    if (Number.isNaN(this.#beganStamp) || stamp - this.#beganStamp >= SEGMENT_MS) this.#roll(stamp);
    if (this.#write(kind, stamp, content)) return;
    this.#roll(stamp);
    // A message larger than a segment is not recorded: the next segment's books close the gap.
    this.#write(kind, stamp, content);
  }

  /** Appends a record. Returns false when the segment is full. */
  #write(kind: number, stamp: number, content: string | Uint8Array): boolean {
    const from = this.#used + RECORD_HEAD;
    if (from > SEGMENT_BYTES) return false;
    const written = this.#copy(content, this.#segment.subarray(from));
    if (written < 0) return false;
    writeHead(this.#segment, this.#used, kind, stamp, written);
    this.#used = from + written;
    this.#hasMessages ||= kind === RECORD.text || kind === RECORD.bytes;
    return true;
  }

  /** Returns the number of bytes written, or -1 when not all of them fit. */
  #copy(content: string | Uint8Array, to: Uint8Array): number {
    if (typeof content === 'string') {
      const { read, written } = this.#encoder.encodeInto(content, to);
      return read < content.length ? -1 : written;
    }
    if (content.length > to.length) return -1;
    to.set(content);
    return content.length;
  }

  /** Closes the segment and starts the next one with a snapshot of each live book. */
  #roll(stamp: number): void {
    if (this.#used > 0) this.#closed.push({ bytes: this.#segment.slice(0, this.#used), endStamp: stamp });
    this.#closedBytes += this.#used;
    this.#used = 0;
    this.#beganStamp = stamp;
    this.#dropExpired(stamp);
    for (const [id, market] of this.#markets()) {
      for (const { arg, source } of this.#context.store.books.inUse.values()) {
        if (arg.channel === 'books' && arg.coinInfoId === id && source.state === BOOK_STATE.live) {
          this.#write(RECORD.keyframe, stamp, snapshotText(source, market, arg.depth, arg.interval));
        }
      }
    }
  }

  #dropExpired(stamp: number): void {
    for (;;) {
      const [oldest] = this.#closed;
      if (!oldest || (stamp - oldest.endStamp < RETENTION_MS && this.bytes <= MAX_BYTES)) return;
      this.#closedBytes -= oldest.bytes.length;
      this.#closed.shift();
    }
  }

  #markets(): [number, Instrument][] {
    return this.#context
      .infos()
      .filter(({ pair }) => pair !== '')
      .map((info) => [info.id, instrumentOf(info)]);
  }

  #header(): FileHeader {
    const { store } = this.#context;
    const candles: FileHeader['candles'] = [];
    for (const {
      arg,
      source: { series },
    } of store.candles.inUse.values()) {
      if (arg.channel !== 'candles') continue;
      const { time, open, high, low, close, volume, length } = series;
      const rows: number[][] = [];
      for (let i = Math.max(0, length - MAX_CANDLES); i < length; i++)
        rows.push([time[i]!, open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
      candles.push({ coinInfoId: arg.coinInfoId, period: arg.period, rows });
    }
    const trades = [...store.trades.inUse].map(([coinInfoId, { source }]) => {
      const flat = new Float64Array(MAX_TRADES * TRADE_FIELD.size);
      source.copyTo(source.count, flat, 0);
      return {
        coinInfoId,
        rows: Array.from({ length: source.count }, (_, i) => [
          ...flat.subarray(i * TRADE_FIELD.size, (i + 1) * TRADE_FIELD.size),
        ]),
      };
    });
    const nowMs = this.#clock.nowMs();
    return { savedMs: nowMs, zeroMs: nowMs - this.#clock.stampMs(), infos: this.#context.infos(), candles, trades };
  }
}

/** A book as a snapshot message of the exchange. */
function snapshotText(
  { book }: BookSync,
  { info, price, amount }: Instrument,
  depth: number,
  interval: number,
): string {
  const rows = (side: BookSide): string[][] =>
    Array.from({ length: side.length }, (_, rank) => [
      printSteps(side.priceAt(rank), price),
      printSteps(side.lotsAt(rank), amount),
    ]);
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
    data: { asks: rows(book.asks), bids: rows(book.bids), cs: book.checksum },
  });
}
