// The archive that another process records, read from the store elsewhere and followed as it grows.
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../../../core/errors/error-message.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { MarketEvent } from '../../exchange/market-event.ts';
import type { BlockPage, MarketHistory, PastBook } from '../market-history.ts';
import { StoredDayFiles } from '../files/stored-day-files.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { GoneError, RemoteObjects } from '../objects/remote-objects.ts';
import { archiveStores, readOnlyStore } from '../objects/archive-stores.ts';
import type { SegmentEntry } from '../objects/segment.ts';
import { type DigestFiles, LEVELS, type LevelIndex } from '../tiles/digest-files.ts';
import { Tiles, type TileAnswer, type TileKind } from '../tiles/tiles.ts';
import { FollowedMarket } from './followed-market.ts';

const FOLLOW_MS = 1_000;
/** Multiples of it: the wait after a failure, and the least time between two loads of everything. */
const RETRY_TIMES = 5;
const REOPEN_TIMES = 10;
/** Without anything new for this long the store is checked: what would follow may be put together already. */
const SILENT_MS = 60_000;

interface FollowedArchiveOptions {
  objects: ObjectStore;
  coinInfoIds: readonly number[];
  now: () => EpochMs;
  /** Time of the newest command that this process knows. */
  knownMs: () => EpochMs;
  /** The store is checked for new segments so often. */
  followMs?: number;
  /** Called when the store fails, once for all tries that fail alike. */
  onError: (error: unknown) => void;
}

/** Everything that was found at one time, and what was stored since. */
interface View {
  remote: RemoteObjects;
  digests: DigestFiles;
  markets: Map<number, FollowedMarket>;
  openedAtMs: number;
}

/** As the history of a process that records; what is not stored yet is not in it. */
type FollowedHistory = Pick<MarketHistory, 'range' | 'bookAt' | 'blocks'>;

export class FollowedArchive {
  readonly #options: FollowedArchiveOptions;
  readonly #tiles: Tiles;
  /** Files to download of finished days. */
  readonly files: StoredDayFiles;
  readonly #ended = new AbortController();
  readonly #changedMs = new Map<number, EpochMs>();
  #view: View | null = null;
  #opening: Promise<View> | null = null;
  #newestMs: EpochMs = 0;
  #error: string | null = null;
  readonly #followMs: number;
  readonly #running: Promise<void>;

  constructor(options: FollowedArchiveOptions) {
    this.#options = options;
    this.files = new StoredDayFiles({ objects: options.objects, local: null, onError: options.onError });
    this.#followMs = options.followMs ?? FOLLOW_MS;
    this.#tiles = new Tiles({ marketOf: (coinInfoId) => this.#recorded(coinInfoId), now: options.now });
    this.#running = this.#run();
  }

  /** Time of the newest stored event of any market; 0 before the first. */
  get newestMs(): EpochMs {
    return this.#newestMs;
  }

  /** Everything that happened to a market before this is stored; 0 for a market that is not recorded. */
  completeMs(coinInfoId: number): EpochMs {
    return this.#view?.markets.get(coinInfoId)?.completeMs ?? 0;
  }

  /** Undefined for a market that is not recorded. */
  history(coinInfoId: number): FollowedHistory | undefined {
    const market = (): FollowedMarket | undefined => this.#recorded(coinInfoId);
    if (!market()) return undefined;
    return {
      get range() {
        return market()?.history.range ?? null;
      },
      bookAt: (ts): Promise<PastBook> =>
        this.#withoutGone(async () => (await market()?.history.bookAt(ts)) ?? { kind: 'early', firstTs: null }),
      blocks: (...span): Promise<BlockPage | null> =>
        this.#withoutGone(async () => (await market()?.history.blocks(...span)) ?? null),
    };
  }

  /**
   * As `Tiles.read`: the newest tile ends where the stored part of its market ends. `busy`, too, until the store has
   * answered once.
   */
  async read(...request: [kind: TileKind, request: Parameters<Tiles['read']>[1], caller: string]): Promise<TileAnswer> {
    if (!this.#view) return { kind: 'busy' };
    return this.#withoutGone(() => this.#tiles.read(...request));
  }

  /** Events that this process applied. */
  changed(events: readonly MarketEvent[], ts: EpochMs): void {
    for (const { coinInfoId } of events) {
      this.#changedMs.set(coinInfoId, ts);
      this.#view?.markets.get(coinInfoId)?.changed(ts);
    }
  }

  /** This process missed events; `markets` have the time of their last change. */
  missed(markets: Iterable<{ id: number; ts: EpochMs }>): void {
    for (const { id, ts } of markets) {
      this.#changedMs.set(id, ts);
      this.#view?.markets.get(id)?.missed(ts);
    }
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#options.objects.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    const followMs = this.#followMs;
    let lastNewAt = performance.now();
    while (!signal.aborted) {
      let waitMs = followMs;
      try {
        const view = this.#view ?? (await this.#open());
        const isSilent = performance.now() - lastNewAt > SILENT_MS;
        if ((await this.#follow(view)) > 0 || isSilent) lastNewAt = performance.now();
        if (isSilent && (await view.remote.isAhead())) await this.#open();
        this.#error = null;
      } catch (error) {
        if (signal.aborted) return;
        this.#failed(error);
        waitMs = followMs * RETRY_TIMES;
      }
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #follow(view: View): Promise<number> {
    try {
      return await view.remote.follow((entry) => this.#stored(view, entry));
    } catch (error) {
      // What follows may be of another engine, or damaged: what is stored is loaded again.
      if (this.#isOld(view) && !this.#ended.signal.aborted) await this.#open();
      throw error;
    }
  }

  /** Finds what is stored; readers go on with what was found before until then. */
  #open(): Promise<View> {
    this.#opening ??= this.#find().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #find(): Promise<View> {
    const { objects, coinInfoIds, knownMs } = this.#options;
    const remote = new RemoteObjects(objects, null);
    await remote.load();
    const stores = archiveStores((suffix) => readOnlyStore(remote, suffix));
    const files = await stores.store.list();
    const digested = await stores.digests.newestDays();
    const newestMs = (): EpochMs => this.#newestMs;
    const opened = coinInfoIds.map(async (id) => {
      const days = files.filter(({ coinInfoId }) => coinInfoId === id);
      const options = { ...stores, id, newestDigests: digested.get(id) ?? null, knownMs, newestMs };
      return [id, await FollowedMarket.open(options, days, () => this.#changedMs.get(id) ?? 0)] as const;
    });
    const markets = new Map(await Promise.all(opened));
    const view: View = { remote, digests: stores.digests, markets, openedAtMs: performance.now() };
    for (const { history } of markets.values()) this.#newestMs = Math.max(this.#newestMs, history.range?.toTs ?? 0);
    this.#view = view;
    return view;
  }

  #stored({ markets, digests }: View, entry: SegmentEntry): void {
    const [suffix = '', market = '', day = ''] = entry.name.split('/');
    const followed = markets.get(Number(market));
    const level = LEVELS.findIndex((one) => one.suffix === `.${suffix}`);
    if (suffix === 'blocks') {
      followed?.stored(entry, day);
      this.#newestMs = Math.max(this.#newestMs, entry.row?.[2] ?? 0);
    } else if (level >= 0) {
      digests.grow(level as LevelIndex, Number(market), day, entry.offset);
      if (level === 0) followed?.digests.grow(day);
    }
  }

  /** After objects were put together or deleted, everything is loaded again, once. */
  async #withoutGone<T>(read: () => Promise<T>): Promise<T> {
    const view = this.#view;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof GoneError) || !view) throw error;
      if (this.#view === view) {
        if (!this.#isOld(view)) throw error;
        await this.#open();
      }
      return read();
    }
  }

  #isOld({ openedAtMs }: View): boolean {
    return performance.now() - openedAtMs > this.#followMs * REOPEN_TIMES;
  }

  #recorded(coinInfoId: number): FollowedMarket | undefined {
    const market = this.#view?.markets.get(coinInfoId);
    return market?.history.range ? market : undefined;
  }

  #failed(error: unknown): void {
    const text = errorMessage(error);
    if (this.#error !== text) this.#options.onError(error);
    this.#error = text;
  }
}
