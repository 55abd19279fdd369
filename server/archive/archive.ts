// The archive: every trade and every book change of every market, within its limits of size and age.
import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveLimits, ArchiveState } from '../../core/endpoints/operator-answers.ts';
import { errorMessage } from '../../core/errors/error-message.ts';
import { DAY_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import { type ArchiveStore, type Day, type DayFile, dayOf } from './archive-store.ts';
import { BlockIndex } from './block-index.ts';
import { MarketHistory } from './market-history.ts';
import type { SegmentArchive } from './objects/segment-archive.ts';
import { MAX_UNWRITTEN, MarketRecorder, type RecordedMarket } from './market-recorder.ts';
import type { DayFileStore } from './files/day-files.ts';
import type { Grids } from './files/table-files.ts';
import type { DigestFiles } from './tiles/digest-files.ts';
import { MarketDigests } from './tiles/market-digests.ts';
import { pauseAfter } from './tiles/slices.ts';
import { Tiles } from './tiles/tiles.ts';

/** What is recorded is written at least this often. A crash loses no more than this, and leaves a seam. */
const FLUSH_MS = 5_000;
/** A market's block is written early once it has this many events. */
const MAX_PENDING = 8_192;
/** Readers of the newest moments share one early write in this time, so that none can make many small blocks. */
const READ_FLUSH_MS = 500;
/** At the end of the process a disk that hangs is waited for this long. */
const CLOSE_MS = 2_000;
/** A store elsewhere that cannot be read at the start is tried again after this time. */
const REOPEN_MS = 5_000;
/** Age and size are enforced this often. */
const TRIM_MS = 60_000;
/** Days without their files are looked for this often. */
const FILES_MS = 5 * 60_000;
/** After a start, blocks that were not digested are, in slices of this time. */
const CATCH_UP_MS = 2;

export interface ArchiveOptions {
  store: ArchiveStore;
  /** Heads of the blocks of finished days, so that a start need not read the blocks. */
  indexes: ArchiveStore;
  /** What tiles are made from; they are computed again from the blocks where they are missing. */
  digests: DigestFiles;
  /** Files to download of finished days; null: none are made. */
  files?: { days: DayFileStore; gridsOf: (coinInfoId: number) => Grids } | null;
  /** The books are as of `now()`. */
  markets: Iterable<RecordedMarket>;
  limits: ArchiveLimits;
  now: () => EpochMs;
  onError: (error: unknown) => void;
  /** Called when recording begins. */
  subscribe?: (record: (events: readonly MarketEvent[], ts: EpochMs) => void) => void;
  /** Where `store`, `indexes` and `digests` are, if not on this machine; `openLater` opens it. */
  remote?: Pick<SegmentArchive, 'open' | 'close' | 'state' | 'onLost'> | null;
}

interface ArchivedMarket {
  id: number;
  index: BlockIndex;
  recorder: MarketRecorder;
  history: MarketHistory;
  digests: MarketDigests;
}

export class Archive {
  readonly #options: ArchiveOptions;
  readonly #markets = new Map<number, ArchivedMarket>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #ended = new AbortController();
  /** The feed's events come, and the timers run. */
  #isFollowing = false;
  #dayEndMs: EpochMs;
  #failures = 0;
  #lastError: ArchiveState['lastError'] = null;
  #measured: Pick<ArchiveState, 'bytes' | 'days'> = { bytes: 0, days: 0 };
  readonly tiles: Tiles;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#dayEndMs = nextDay(options.now());
    this.tiles = new Tiles({ marketOf: (coinInfoId) => this.#markets.get(coinInfoId), now: options.now });
  }

  /** Throws Error when the store fails or has blocks of another version. */
  static async open(options: ArchiveOptions): Promise<Archive> {
    const archive = new Archive(options);
    await archive.#open();
    return archive;
  }

  /** Opens as soon as the store can be read; until then nothing is recorded. */
  openLater(): void {
    this.#options.remote?.onLost((error) => void this.#reopen(error));
    void this.#openUntilDone();
  }

  /** Adds events that happened at `ts`, after the feed has applied them all. */
  record(events: readonly MarketEvent[], ts: EpochMs): void {
    for (const event of events) {
      const market = this.#markets.get(event.coinInfoId);
      market?.recorder.record(event, ts);
      market?.digests.record(event, ts);
    }
    // A day's blocks end with the day, at any speed of a replay.
    const isNewDay = ts >= this.#dayEndMs;
    if (isNewDay) this.#dayEndMs = nextDay(ts);
    for (const coinInfoId of isNewDay ? this.#markets.keys() : events.map((event) => event.coinInfoId)) {
      const recorder = this.#markets.get(coinInfoId)?.recorder;
      if (recorder && (isNewDay || recorder.pending >= MAX_PENDING)) void recorder.flush(this.#options.now());
    }
  }

  /** History of a market; undefined for one that is not recorded. */
  history(coinInfoId: number): MarketHistory | undefined {
    return this.#markets.get(coinInfoId)?.history;
  }

  /** Resolves when all that was recorded is written. */
  async flush(): Promise<void> {
    await Promise.all(this.#hand());
  }

  /** Deletes the oldest days until both limits hold; today's stays. */
  async trim(): Promise<void> {
    const { store, indexes, digests, limits, now, files: dayFiles } = this.#options;
    const files = await store.list();
    await this.#storeIndexes(files).catch((error: unknown) => this.#failed(error));
    const today = dayOf(now());
    const days = [...new Set(files.map((file) => file.day))].toSorted();
    const past = days.filter((day) => day < today);
    const others = days.length - past.length;
    const listed = [...(await indexes.list()), ...((await dayFiles?.days.list()) ?? [])];
    let bytes = sizeOf(files) + sizeOf(listed) + (await digests.bytes());
    while (past.length > limits.maxDays || (past.length > 0 && bytes > limits.maxBytes)) {
      const day = past.shift()!;
      for (const file of files.filter((one) => one.day === day)) {
        this.#markets.get(file.coinInfoId)?.index.dropDay(day);
        bytes -= await indexes.size(file.coinInfoId, day);
        await indexes.delete(file.coinInfoId, day);
        await store.delete(file.coinInfoId, day);
        bytes -= file.bytes + (await digests.deleteDay(file.coinInfoId, day));
        bytes -= (await dayFiles?.days.deleteDay(file.coinInfoId, day)) ?? 0;
      }
    }
    this.#measured = { bytes, days: past.length + others };
  }

  /** Files to download of all finished days; null where none are made. */
  get dayFiles(): DayFileStore | null {
    return this.#options.files?.days ?? null;
  }

  /** Makes the files of finished days that have none, one after the other, in slices of time. */
  async makeFiles(): Promise<void> {
    const { files, store, now } = this.#options;
    if (!files) return;
    // The last blocks of a day are written a little after its end.
    const today = dayOf(now() - TRIM_MS);
    for (const { coinInfoId, day } of await store.list()) {
      const history = this.history(coinInfoId);
      if (!history || day >= today || (await files.days.isMade(coinInfoId, day))) continue;
      const [grids, blocks] = [files.gridsOf(coinInfoId), history.day(day)];
      await files.days
        .make({ coinInfoId, day, grids, blocks, pause: pauseAfter(CATCH_UP_MS) })
        .catch((error: unknown) => this.#failed(error));
    }
  }

  /** Asks no disk: sizes are as of the last minute. */
  state(): ArchiveState {
    const indexes = Array.from(this.#markets.values(), ({ index }) => index);
    const oldestMs = Math.min(...indexes.map((index) => index.get(0)?.fromTs ?? Infinity));
    return {
      ...this.#measured,
      oldestMs: Number.isFinite(oldestMs) ? oldestMs : null,
      backlog: [...this.#markets.values()].reduce((sum, { recorder }) => sum + recorder.backlog, 0),
      seams: indexes.reduce((sum, { seams }) => sum + seams, 0),
      failures: this.#failures,
      lastError: this.#lastError,
      remote: this.#options.remote?.state ?? null,
      limits: { ...this.#options.limits, backlog: MAX_UNWRITTEN * MAX_PENDING * this.#markets.size },
    };
  }

  /** Writes what is recorded, and ends. What a disk that hangs did not take until then is lost. */
  async close(): Promise<void> {
    this.#ended.abort();
    for (const timer of this.#timers) clearInterval(timer);
    const written = this.flush().then(() =>
      Promise.all(Array.from(this.#markets.values(), ({ digests }) => digests.close())),
    );
    const ended = new AbortController();
    const late = pause(CLOSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([written, late]);
    for (const { digests } of this.#markets.values()) digests.abandon();
    ended.abort();
    await this.#options.remote?.close();
  }

  async #openUntilDone(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.#options.remote?.open();
        if (signal.aborted) return;
        return await this.#open();
      } catch (error) {
        if (signal.aborted) return;
        this.#failed(error);
        await pause(REOPEN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** What was recorded and is lost becomes a seam: recording begins again with what is stored. */
  async #reopen(error: Error): Promise<void> {
    this.#failed(error);
    const lost = [...this.#markets.values()];
    this.#markets.clear();
    for (const { digests } of lost) digests.abandon();
    // None of their blocks comes late.
    await Promise.all(lost.flatMap(({ recorder, digests }) => [recorder.flush(this.#options.now()), digests.settled]));
    this.#options.digests.forget();
    await this.#openUntilDone();
  }

  async #open(): Promise<void> {
    const { store, digests, markets, subscribe } = this.#options;
    const files = await store.list();
    const digested = await digests.newestDays();
    const prepared: (() => ArchivedMarket)[] = [];
    for (const market of markets) {
      const own = files.filter(({ coinInfoId }) => coinInfoId === market.id);
      prepared.push(await this.#prepareMarket(market, own, digested.get(market.id) ?? null));
    }
    // At once: the books are as of now, and the next event is recorded.
    for (const begin of prepared) {
      const market = begin();
      this.#markets.set(market.id, market);
    }
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    subscribe?.((events, ts) => this.record(events, ts));
    await this.trim().catch((error: unknown) => this.#failed(error));
    if (this.#ended.signal.aborted) return;
    this.#every(FLUSH_MS, async () => this.#hand());
    this.#every(TRIM_MS, () => this.trim());
    this.#every(FILES_MS, () => this.makeFiles());
  }

  /** Hands all blocks over to be written. */
  #hand(): Promise<void>[] {
    const now = this.#options.now();
    return Array.from(this.#markets.values(), ({ digests, recorder }) => {
      digests.advance(now);
      return recorder.flush(now);
    });
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    this.#lastError = { ts: this.#options.now(), text: errorMessage(error) };
    this.#options.onError(error);
  }

  /** Of the days that finished since the last time. */
  async #storeIndexes(files: readonly DayFile[]): Promise<void> {
    for (const [id, { index }] of this.#markets)
      await index.storeIndexes(files.filter(({ coinInfoId }) => coinInfoId === id));
  }

  /** Reads what is stored of a market. The function that it returns begins to record, with the book as it is then. */
  async #prepareMarket(
    market: RecordedMarket,
    files: readonly DayFile[],
    digested: Day | null,
  ): Promise<() => ArchivedMarket> {
    const { store, indexes, digests, now } = this.#options;
    const index = new BlockIndex(store, market.id, indexes);
    await index.open(files);
    const lastHash = await index.dropDamagedEnd();
    const newest = files.at(-1);
    // Cuts off what an interrupted write left behind.
    if (newest && index.endOf(newest.day) < newest.bytes)
      await store.append(market.id, newest.day, index.endOf(newest.day), new Uint8Array(0));
    const recordedMs = index.last?.toTs ?? null;
    const lastMs = digested === null ? null : await digests.lastMs(market.id, digested);
    return () => {
      const recorder = new MarketRecorder({
        store,
        index,
        market,
        lastHash,
        now: now(),
        onError: (error) => this.#failed(error),
      });
      const history = new MarketHistory({ index, flush: sharedFlush(recorder, now), tail: () => recorder.tail(), now });
      const marketDigests = new MarketDigests({
        market,
        files: digests,
        blocks: (fromTs) => history.replay(fromTs),
        lastMs,
        recordedMs,
        // A clock that was set back does not record the past again.
        now: Math.max(now(), recordedMs ?? 0, lastMs ?? 0),
        pause: pauseAfter(CATCH_UP_MS),
        onError: (error) => this.#failed(error),
      });
      return { id: market.id, index, recorder, history, digests: marketDigests };
    };
  }

  /** A run that has not ended is not joined by another one. */
  #every(periodMs: number, run: () => Promise<unknown>): void {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      run()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => {
          isRunning = false;
        });
    }, periodMs);
    timer.unref();
    this.#timers.push(timer);
  }
}

function nextDay(ts: EpochMs): EpochMs {
  return (Math.floor(ts / DAY_MS) + 1) * DAY_MS;
}

function sizeOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Writes what is recorded after a short wait, once for all who ask in it. */
function sharedFlush(recorder: MarketRecorder, now: () => EpochMs): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  const later = async (): Promise<void> => {
    await pause(READ_FLUSH_MS);
    waiting = null;
    await recorder.flush(now());
  };
  return () => (recorder.pending === 0 ? recorder.flush(now()) : (waiting ??= later()));
}
