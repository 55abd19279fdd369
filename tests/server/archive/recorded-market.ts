// A market that is recorded in a folder under its own clock, and all its events in a list.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '../../../core/units/durations.ts';
import { ArchiveFiles } from '../../../server/archive/archive-files.ts';
import { Archive } from '../../../server/archive/archive.ts';
import { DayFiles } from '../../../server/archive/files/day-files.ts';
import { dayIndexesIn } from '../../../server/archive/day-index.ts';
import { digestFilesIn } from '../../../server/archive/tiles/digest-files.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { FullBook } from '../../../server/feed/full-book.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const BTC = 2;
const GRIDS = { price: { decimals: 1, step: 5 }, amount: { decimals: 5, step: 1 } };

/** What happened while it was recorded, and when it was. */
export interface Past {
  events: { event: MarketEvent; ts: number }[];
  /** Times `[from, to)` in which it was recorded. */
  recorded: [number, number][];
}

export class RecordedMarket {
  readonly id = BTC;
  readonly folder = mkdtempSync(join(tmpdir(), 'defi-tiles-'));
  readonly past: Past = { events: [], recorded: [] };
  readonly errors: unknown[] = [];
  book = new FullBook();
  now: number;
  /** How often what was recorded is written. */
  flushMs = 5_000;
  /** Trades carry the time of another exchange. */
  isWatched = false;
  /** The source has no book when recording starts. */
  isBookLost = false;
  archive!: Archive;
  readonly #random: () => number;
  #tradeId = 0;

  constructor(now: number, seed: number) {
    this.now = now;
    this.#random = seeded(seed);
  }

  /** Starts to record. */
  async open(): Promise<void> {
    this.past.recorded.push([this.now, Infinity]);
    for (const side of [this.book.bids, this.book.asks])
      for (let rank = 0; rank < side.size; rank++)
        this.past.events.push({
          event: {
            kind: 'level',
            coinInfoId: BTC,
            side: side.code,
            priceTicks: side.priceAt(rank),
            lots: side.lotsAt(rank),
          },
          ts: this.now,
        });
    this.archive = await Archive.open({
      store: new ArchiveFiles(this.folder),
      indexes: dayIndexesIn(this.folder),
      digests: digestFilesIn(this.folder),
      files: { days: new DayFiles(this.folder), gridsOf: () => GRIDS },
      markets: [{ id: BTC, book: this.book, isBookLost: this.isBookLost, isWatched: this.isWatched }],
      limits: { maxBytes: Infinity, maxDays: 10_000 },
      now: () => this.now,
      onError: (error) => this.errors.push(error),
    });
  }

  /** Ends recording; the market goes on. */
  async stop(): Promise<void> {
    await this.archive.close();
    this.past.recorded.at(-1)![1] = this.now;
  }

  async delete(): Promise<void> {
    await this.archive.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Goes on until `end` with changes at most `stepMs` apart. */
  async run(end: number, stepMs: number): Promise<void> {
    let nextFlush = this.now + this.flushMs;
    while (this.now < end) {
      this.now = Math.min(end, this.now + 1 + Math.floor(this.#random() * stepMs));
      this.apply(this.#batch(this.now));
      if (this.now < nextFlush) continue;
      await this.archive.flush();
      nextFlush = this.now + this.flushMs;
    }
    this.now += 1;
  }

  apply(events: MarketEvent[]): void {
    for (const event of events) {
      if (event.kind === 'level') this.book.set(event.side, event.priceTicks, event.lots);
      else if (event.kind === 'bookReset') this.book.clear();
      this.past.events.push({ event, ts: this.now });
    }
    this.archive.record(events, this.now);
  }

  /** As a command makes it: levels near a moving middle, sometimes a trade. */
  #batch(ts: number): MarketEvent[] {
    const random = this.#random;
    const middle = 6_700_000 + Math.round(Math.sin(ts / HOUR_MS) * 2_000);
    const events = Array.from({ length: 1 + Math.floor(random() * 3) }, (): MarketEvent => {
      const isBid = random() < 0.5;
      const away = 1 + Math.floor(random() ** 2 * 900);
      const lots = random() < 0.3 ? 0 : Math.floor(random() * 500_000);
      return { kind: 'level', coinInfoId: BTC, side: isBid ? 1 : 2, priceTicks: middle + (isBid ? -away : away), lots };
    });
    if (random() < 0.4)
      events.unshift({
        kind: 'trade',
        coinInfoId: BTC,
        id: (this.#tradeId += 1),
        priceTicks: middle + Math.floor(random() * 60),
        lots: 1 + Math.floor(random() * 9_000),
        side: random() < 0.5 ? 'buy' : 'sell',
        ts,
      });
    return events;
  }
}
