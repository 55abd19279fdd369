// @vitest-environment happy-dom
// A page on a slow connection, with the real feed, worker and views on one virtual clock: old data is never shown as
// live.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallPath } from '../../../core/endpoints/endpoints.ts';
import { Feed } from '../../../server/feed/feed.ts';
import { coinHandlers } from '../../../server/gateway/routes/market-data/coin-routes.ts';
import type { PrivateFeed } from '../../../server/gateway/socket/private-feed.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { type OpenView, openView } from '../../../src/api/view-subscription.ts';
import { measureAge } from '../../../src/stores/market/connection.ts';
import { ViewFreshness } from '../../../src/stores/market/view-freshness.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { createMarketWorker } from '../../../workers/create-market-worker.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { MemoryStore, infoOf, randomLevels } from '../../support/server/feed-fixture.ts';
import { FaultyNetwork } from '../../support/feed/faulty-network.ts';
import { FakeScreen } from '../../support/feed/fake-platform.ts';
import { CONFIG, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const START_AT = Date.UTC(2026, 10, 20, 12);
const STEP_MS = 50;
/** Tolerance in ms: interval of age checks plus that of book deltas. */
const SLACK_MS = 400;
const INFO = infoOf(2);

class SlowConnection {
  readonly world: FaultyNetwork;
  readonly screen = new FakeScreen();
  readonly panes = {
    book: new ViewFreshness(),
    trades: new ViewFreshness(),
    candles: new ViewFreshness(),
    tickers: new ViewFreshness(),
  };
  /** Levels changed per step; 0: a quiet market. */
  busy = 4;
  readonly #views: OpenView[] = [];
  readonly #random = seeded(5);
  readonly #feed: Feed;
  /** When each version of the book was superseded. */
  readonly #left = new Map<number, number>();
  #tradeId = 0;

  constructor() {
    let now = (): number => START_AT;
    this.#feed = new Feed({
      instruments: [infoOf(1, { pair: '' }), INFO],
      store: new MemoryStore(),
      now: () => now(),
      timer: false,
    });
    const handlers = coinHandlers({ feed: this.#feed, instruments: [INFO] });
    const post = async (url: string, body: string): Promise<unknown> => {
      const path = url.replace(CONFIG.apiBase, '') as CallPath & keyof typeof handlers;
      const request = {
        limit: 300,
        depth: 50,
        ...Object.fromEntries(
          [...new URLSearchParams(body)].map(([name, value]) => [
            name,
            Number.isNaN(Number(value)) ? value : Number(value),
          ]),
        ),
      };
      return {
        code: 0,
        msg: '',
        data: await (handlers[path] as (request: unknown, caller: object) => unknown)(request, {}),
      };
    };
    this.world = new FaultyNetwork({
      feed: this.#feed,
      privateFeed: {} as PrivateFeed,
      uidOf: async () => null,
      post,
      random: this.#random,
      startAt: START_AT,
    });
    now = () => this.world.now;
    this.#applyFeed();
  }

  async open(): Promise<void> {
    const market = createMarketWorker(this.world);
    const post = this.screen.post.bind(this.screen);
    this.screen.post = (frame) => {
      receiveFrame(frame);
      post(frame);
    };
    connectMarketWorker(
      { ...fakeMarketWorker(), ...market, start: async () => undefined, hostChart: async () => undefined },
      CONFIG,
      receiveFrame,
    );
    await market.start(CONFIG, this.screen);
    const sink = (pane: ViewFreshness) => ({
      onSection: () => undefined,
      onFailed: () => undefined,
      onStatus: pane.update,
    });
    const at = { coinInfoId: 2 };
    this.#views.push(
      openView({ kind: 'book', ...at, depth: 50, interval: 100, groupTicks: 1, rows: 20 }, sink(this.panes.book)),
      openView({ kind: 'trades', ...at, rows: 20 }, sink(this.panes.trades)),
      openView({ kind: 'candles', ...at, interval: '1m', indicators: [] }, sink(this.panes.candles)),
      openView({ kind: 'tickers' }, sink(this.panes.tickers)),
    );
  }

  close(): void {
    for (const view of this.#views) view.close();
  }

  /** Advances the clock by `ms`; `look` is called after every step. */
  async live(ms: number, onStep: () => void = () => undefined): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.#applyFeed();
      this.#feed.runDueTasks(this.world.now);
      await this.world.advance(STEP_MS);
      vi.setSystemTime(this.world.now);
      measureAge(this.world.now);
      onStep();
    }
  }

  /** For how long the shown book has been outdated, in ms; NaN while none is shown. */
  get bookBehindMs(): number {
    const seq = this.screen.books.get(this.#views[0]!.id)?.seq ?? -1;
    const since = [...this.#left].find(([version]) => version >= seq)?.[1];
    return seq < 0 ? NaN : since === undefined ? 0 : this.world.now - since;
  }

  get viewIds(): number[] {
    return this.#views.map(({ id }) => id);
  }

  loseBook(): void {
    this.#feed.apply([{ kind: 'bookReset', coinInfoId: 2 }], this.world.now);
  }

  findBook(): void {
    this.#feed.apply(
      [
        { kind: 'bookReset', coinInfoId: 2 },
        { kind: 'level', coinInfoId: 2, side: 1, priceTicks: 9_990, lots: 5 },
      ],
      this.world.now,
    );
  }

  #applyFeed(): void {
    const { now } = this.world;
    const before = this.#feed.market(2)!.book.version;
    const trade =
      this.#random() < 0.3 && this.busy > 0
        ? [
            {
              kind: 'trade' as const,
              coinInfoId: 2,
              id: ++this.#tradeId,
              priceTicks: 10_000,
              lots: 5,
              side: 'buy' as const,
              ts: now,
            },
          ]
        : [];
    if (this.busy > 0) this.#feed.apply([...randomLevels(this.#random, 10_000, this.busy), ...trade], now);
    if (this.#feed.market(2)!.book.version > before) this.#left.set(before, now);
  }
}

let page: SlowConnection;
beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }));
beforeEach(async () => {
  vi.setSystemTime(START_AT);
  page = new SlowConnection();
  return () => page.close();
});

const fresh = (): Record<string, string> =>
  Object.fromEntries(Object.entries(page.panes).map(([name, pane]) => [name, pane.fresh.value]));
const ALL = (state: string): Record<string, string> => ({ book: state, trades: state, candles: state, tickers: state });

describe('a good connection', () => {
  it('is always live in a busy market', async () => {
    page.world.quality = { ...page.world.quality, upMs: 60, downMs: 60 };
    await page.open();
    await page.live(3_000);
    const seen = new Set<string>();
    await page.live(20_000, () => seen.add(JSON.stringify([fresh(), page.panes.book.shield.value])));
    expect([...seen]).toEqual([JSON.stringify([ALL('live'), 'verified'])]);
  });
});

describe('a quiet market', () => {
  it('is always live, on a good connection and at 3 kB/s', async () => {
    for (const bytesPerSecond of [Infinity, 3_000]) {
      page.world.quality = { ...page.world.quality, upMs: 150, downMs: 150, bytesPerSecond };
      if (bytesPerSecond === Infinity) await page.open();
      await page.live(3_000);
      page.busy = 0;
      await page.live(6_000);
      const seen = new Set<string>();
      await page.live(20_000, () => seen.add(JSON.stringify([fresh(), page.panes.book.shield.value])));
      expect([...seen]).toEqual([JSON.stringify([ALL('live'), 'verified'])]);
      page.busy = 1;
    }
  });

  it('takes less than 200 bytes a second', async () => {
    await page.open();
    await page.live(3_000);
    page.busy = 0;
    await page.live(3_000);
    page.world.sentBytes = 0;
    await page.live(10_000);
    // Heartbeats, pongs, and the tickers every ten seconds.
    console.log(`a quiet second takes ${page.world.sentBytes / 10} bytes`);
    expect(page.world.sentBytes / 10).toBeLessThan(200);
  });

  it.each(['books', 'trades', 'candles', 'tickers'])(
    'whose channel is muted is stale after 2 s and old after 5, in that view only: %s',
    async (channel) => {
      const name = channel === 'books' ? 'book' : (channel as 'trades' | 'candles' | 'tickers');
      await page.open();
      await page.live(5_000);
      // The connection stays open and no message reveals a gap; but no heartbeat confirms the channel either.
      page.world.quality = { ...page.world.quality, muted: (text) => text.includes(`"channel":"${channel}"`) };
      await page.live(2_600);
      expect({ ...fresh(), [name]: 'live' }).toEqual(ALL('live'));
      expect([name, fresh()[name], page.panes[name].shield.value]).toEqual([name, 'stale', 'stale']);
      await page.live(3_200);
      expect(fresh()[name]).toBe('old');
    },
  );

  it.each(['books', 'trades', 'candles', 'tickers'])(
    'whose last message was lost is resynced within two heartbeats: %s',
    async (channel) => {
      const name = channel === 'books' ? 'book' : (channel as 'trades' | 'candles' | 'tickers');
      await page.open();
      await page.live(5_000);
      const before = page.screen.connection!.resyncs;
      const deltas = `"channel":"${channel}"`;
      page.world.quality = {
        ...page.world.quality,
        muted: (text) => text.includes(deltas) && text.includes('"kind":"delta"'),
      };
      await page.live(600);
      page.busy = 0;
      await page.live(600);
      page.world.quality = { ...page.world.quality, muted: () => false };
      await page.live(3_000);
      expect(page.screen.connection!.resyncs).toBeGreaterThan(before);
      expect([name, page.panes[name].shield.value, fresh()[name]]).toEqual([name, 'verified', 'live']);
      expect(page.bookBehindMs).toBe(0);
    },
  );

  it('whose book is lost is neither verified nor empty: the last book ages until a new one arrives', async () => {
    await page.open();
    await page.live(5_000);
    page.busy = 0;
    page.loseBook();
    await page.live(300);
    expect(page.panes.book.shield.value).toBe('repairing');
    expect(page.screen.books.get(page.viewIds[0]!)!.bids.length).toBeGreaterThan(0);
    await page.live(5_500);
    expect([page.panes.book.shield.value, fresh()['book']]).toEqual(['repairing', 'old']);
    page.findBook();
    await page.live(500);
    expect([page.panes.book.shield.value, fresh()['book']]).toEqual(['verified', 'live']);
  });
});

describe('a corrupted message', () => {
  const PRICE = { trades: /"price":"100\.00"/, candles: /"100\.00"/, tickers: /"bid1":"99/ };
  const BENT = { trades: '"price":"900.00"', candles: '"900.00"', tickers: '"bid1":"91' };

  it.each(['trades', 'candles', 'tickers'] as const)(
    'of %s is dropped, reported, and its channel resynced',
    async (name) => {
      await page.open();
      await page.live(3_000);
      const before = page.screen.connection!.resyncs;
      let bent = 0;
      page.world.quality = {
        ...page.world.quality,
        upMs: 100,
        downMs: 100,
        transform: (text) => {
          if (
            bent > 0 ||
            !text.includes(`"channel":"${name}"`) ||
            !text.includes('"kind":"delta"') ||
            !PRICE[name].test(text)
          )
            return text;
          bent += 1;
          return text.replace(PRICE[name], BENT[name]);
        },
      };
      const shields = new Set<string>();
      await page.live(3_000, () => {
        shields.add(page.panes[name].shield.value);
        const shown = [
          ...(page.screen.trades.get(page.viewIds[1]!) ?? []).map((row) => row[1]),
          ...(page.screen.candles.get(page.viewIds[2]!)?.columns[2] ?? []),
          ...[...page.screen.tickers.values()].map((row) => row[7]),
        ];
        expect(shown).not.toContain(90_000);
        expect(shown).not.toContain(900);
        expect(shown.every((value) => !(value! >= 9_100 && value! < 9_200))).toBe(true);
      });
      expect(bent).toBe(1);
      expect([...shields]).toContain('repairing');
      expect(page.screen.connection!.resyncs).toBe(before + 1);
      expect([page.panes[name].shield.value, fresh()[name]]).toEqual(['verified', 'live']);
    },
  );

  it('that repeats is resynced at most every five seconds', async () => {
    await page.open();
    await page.live(3_000);
    const subscribes: string[] = [];
    page.world.onClientMessage = (text) => {
      if (text.includes('"subscribe"')) subscribes.push(text);
    };
    page.world.quality = {
      ...page.world.quality,
      transform: (text) => (text.includes('"channel":"trades"') ? text.replace(/"cs":\d+/, '"cs":1') : text),
    };
    await page.live(20_000);
    expect(subscribes.length).toBeGreaterThan(1);
    expect(subscribes.length).toBeLessThanOrEqual(5);
    expect(page.panes.trades.shield.value).toBe('repairing');
    expect(fresh()['trades']).toBe('old');
    expect(page.panes.book.shield.value).toBe('verified');
  });
});

describe('an old book is never shown as live', () => {
  it.each([
    ['3 kB/s', { bytesPerSecond: 3_000 }],
    ['3 kB/s, 200 ms up', { bytesPerSecond: 3_000, upMs: 200 }],
    ['3 s down', { downMs: 3_000 }],
    ['3 s up', { upMs: 3_000 }],
    ['1.5 s each way', { upMs: 1_500, downMs: 1_500 }],
    ['6 s down', { downMs: 6_000 }],
  ])('on a connection of %s', async (_, speed) => {
    page.world.quality = { ...page.world.quality, ...speed };
    await page.open();
    const wrong: unknown[] = [];
    let shown = 0;
    let worst = 0;
    await page.live(40_000, () => {
      const behind = page.bookBehindMs;
      const {
        fresh: { value: age },
        shield: { value: shield },
      } = page.panes.book;
      if (!Number.isNaN(behind)) shown += 1;
      if (age === 'live' || shield === 'verified') worst = Math.max(worst, behind || 0);
      if ((age === 'live' || shield === 'verified') && behind > 2_000 + SLACK_MS)
        wrong.push([page.world.now - START_AT, behind, age, shield]);
      if (age === 'stale' && behind > 5_000 + SLACK_MS) wrong.push([page.world.now - START_AT, behind, age, shield]);
    });
    console.log(`oldest book shown as live: ${worst} ms`);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(shown).toBeGreaterThan(200);
  });

  it('when the latency of a good connection rises to 3 s', async () => {
    await page.open();
    await page.live(10_000);
    expect(fresh()).toEqual(ALL('live'));
    page.world.quality = { ...page.world.quality, downMs: 3_000 };
    await page.live(8_000);
    // Messages arrive every 100 ms, each three seconds old.
    await page.live(10_000, () => expect(fresh()).toEqual(ALL('stale')));
    page.world.quality = { ...page.world.quality, downMs: 7_000 };
    await page.live(12_000);
    await page.live(5_000, () => expect(fresh()['book']).toBe('old'));
  });
});
