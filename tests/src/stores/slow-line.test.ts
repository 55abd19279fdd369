// @vitest-environment happy-dom
// A page on a slow line: the real feed, worker and panes on one virtual clock. What is old is never shown as if it were
// not, whatever arrives.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallPath } from '../../../core/endpoints/endpoints.ts';
import { Feed } from '../../../server/feed/feed.ts';
import { coinHandlers } from '../../../server/gateway/routes/coin-routes.ts';
import type { PrivateFeed } from '../../../server/gateway/socket/private-feed.ts';
import { joinMarket } from '../../../src/api/market-worker.ts';
import { type OpenView, openView } from '../../../src/api/view.ts';
import { measureAge } from '../../../src/stores/market/connection.ts';
import { type ViewFreshness, createFreshness } from '../../../src/stores/market/view-freshness.ts';
import { receive } from '../../../src/stores/market/frame-receiver.ts';
import { createMarketWorker } from '../../../workers/pipeline.ts';
import { seeded } from '../../server/exchange/twins/random-commands.ts';
import { MemoryStore, infoOf, randomLevels } from '../../server/feed/feed-fixture.ts';
import { HostileWorld } from '../../simulation/hostile-world.ts';
import { FakeScreen } from '../../workers/fake-platform.ts';
import { CONFIG, fakeMarket } from './fake-market.ts';

const START_AT = Date.UTC(2026, 10, 20, 12);
const STEP_MS = 50;
/** What the measuring of ages and the pace of the book may add. */
const SLACK_MS = 400;
const INFO = infoOf(2);

class Street {
  readonly world: HostileWorld;
  readonly screen = new FakeScreen();
  readonly panes = {
    book: createFreshness(),
    trades: createFreshness(),
    candles: createFreshness(),
    tickers: createFreshness(),
  };
  /** Levels changed a beat; 0: the market is quiet. */
  busy = 4;
  private readonly views: OpenView[] = [];
  private readonly random = seeded(5);
  private readonly feed: Feed;
  /** When each version of the book was left behind. */
  private readonly left = new Map<number, number>();
  private tradeId = 0;

  constructor() {
    let now = (): number => START_AT;
    this.feed = new Feed({
      instruments: [infoOf(1, { pair: '' }), INFO],
      store: new MemoryStore(),
      now: () => now(),
      timer: false,
    });
    const handlers = coinHandlers({ feed: this.feed, instruments: [INFO] });
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
      return { code: 0, msg: '', data: await (handlers[path] as (request: unknown) => unknown)(request) };
    };
    this.world = new HostileWorld({
      feed: this.feed,
      privateFeed: {} as PrivateFeed,
      uidOf: async () => null,
      post,
      random: this.random,
      startAt: START_AT,
    });
    now = () => this.world.now;
    this.say();
  }

  async open(): Promise<void> {
    const market = createMarketWorker(this.world);
    const post = this.screen.post.bind(this.screen);
    this.screen.post = (frame) => {
      receive(frame);
      post(frame);
    };
    joinMarket(
      { ...fakeMarket(), ...market, start: async () => undefined, hostChart: async () => undefined },
      CONFIG,
      receive,
    );
    await market.start(CONFIG, this.screen);
    const sink = (pane: ViewFreshness) => ({ section: () => undefined, failed: () => undefined, pane: pane.update });
    const at = { coinInfoId: 2 };
    this.views.push(
      openView({ kind: 'book', ...at, depth: 50, interval: 100, groupTicks: 1, rows: 20 }, sink(this.panes.book)),
      openView({ kind: 'trades', ...at, rows: 20 }, sink(this.panes.trades)),
      openView({ kind: 'candles', ...at, interval: '1m', indicators: [] }, sink(this.panes.candles)),
      openView({ kind: 'tickers' }, sink(this.panes.tickers)),
    );
  }

  close(): void {
    for (const view of this.views) view.close();
  }

  /** Lets `ms` pass; `look` sees every step. */
  async live(ms: number, look: () => void = () => undefined): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.say();
      this.feed.pump(this.world.now);
      await this.world.pass(STEP_MS);
      vi.setSystemTime(this.world.now);
      measureAge(this.world.now);
      look();
    }
  }

  /** For how long the book that is shown has been another one, ms; NaN while none is shown. */
  get bookBehindMs(): number {
    const seq = this.screen.books.get(this.views[0]!.id)?.seq ?? -1;
    const since = [...this.left].find(([version]) => version >= seq)?.[1];
    return seq < 0 ? NaN : since === undefined ? 0 : this.world.now - since;
  }

  get viewIds(): number[] {
    return this.views.map(({ id }) => id);
  }

  loseBook(): void {
    this.feed.apply([{ kind: 'bookReset', coinInfoId: 2 }], this.world.now);
  }

  findBook(): void {
    this.feed.apply(
      [
        { kind: 'bookReset', coinInfoId: 2 },
        { kind: 'level', coinInfoId: 2, side: 1, priceTicks: 9_990, lots: 5 },
      ],
      this.world.now,
    );
  }

  private say(): void {
    const { now } = this.world;
    const before = this.feed.market(2)!.book.version;
    const trade =
      this.random() < 0.3 && this.busy > 0
        ? [
            {
              kind: 'trade' as const,
              coinInfoId: 2,
              id: ++this.tradeId,
              priceTicks: 10_000,
              lots: 5,
              side: 'buy' as const,
              ts: now,
            },
          ]
        : [];
    if (this.busy > 0) this.feed.apply([...randomLevels(this.random, 10_000, this.busy), ...trade], now);
    if (this.feed.market(2)!.book.version > before) this.left.set(before, now);
  }
}

let street: Street;
beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }));
beforeEach(async () => {
  vi.setSystemTime(START_AT);
  street = new Street();
  return () => street.close();
});

const fresh = (): Record<string, string> =>
  Object.fromEntries(Object.entries(street.panes).map(([name, pane]) => [name, pane.fresh.value]));
const ALL = (state: string): Record<string, string> => ({ book: state, trades: state, candles: state, tickers: state });

describe('a good line', () => {
  it('is live all the time, in a busy market', async () => {
    street.world.speed = { ...street.world.speed, upMs: 60, downMs: 60 };
    await street.open();
    await street.live(3_000);
    const seen = new Set<string>();
    await street.live(20_000, () => seen.add(JSON.stringify([fresh(), street.panes.book.shield.value])));
    expect([...seen]).toEqual([JSON.stringify([ALL('live'), 'verified'])]);
  });
});

describe('a quiet market', () => {
  it('is live all the time, on a good line and on one of 3 kB/s', async () => {
    for (const bytesPerSecond of [Infinity, 3_000]) {
      street.world.speed = { ...street.world.speed, upMs: 150, downMs: 150, bytesPerSecond };
      if (bytesPerSecond === Infinity) await street.open();
      await street.live(3_000);
      street.busy = 0;
      await street.live(6_000);
      const seen = new Set<string>();
      await street.live(20_000, () => seen.add(JSON.stringify([fresh(), street.panes.book.shield.value])));
      expect([...seen]).toEqual([JSON.stringify([ALL('live'), 'verified'])]);
      street.busy = 1;
    }
  });

  it('is told of with less than 200 bytes a second', async () => {
    await street.open();
    await street.live(3_000);
    street.busy = 0;
    await street.live(3_000);
    street.world.carried = 0;
    await street.live(10_000);
    // Heartbeats, pongs, and the tickers of every ten seconds.
    console.log(`a quiet second takes ${street.world.carried / 10} bytes`);
    expect(street.world.carried / 10).toBeLessThan(200);
  });

  it.each(['books', 'trades', 'candles', 'tickers'])(
    'that is muted is grey after 2 s and old after 5, and only its pane: %s',
    async (channel) => {
      const name = channel === 'books' ? 'book' : (channel as 'trades' | 'candles' | 'tickers');
      await street.open();
      await street.live(5_000);
      // The line goes on, and nothing is said that would show a hole: but nobody says either that there was nothing to
      // say.
      street.world.speed = { ...street.world.speed, muted: (text) => text.includes(`"channel":"${channel}"`) };
      await street.live(2_600);
      expect({ ...fresh(), [name]: 'live' }).toEqual(ALL('live'));
      expect([name, fresh()[name], street.panes[name].shield.value]).toEqual([name, 'stale', 'stale']);
      await street.live(3_200);
      expect(fresh()[name]).toBe('old');
    },
  );

  it.each(['books', 'trades', 'candles', 'tickers'])(
    'of which a last word was lost is fetched anew within two heartbeats: %s',
    async (channel) => {
      const name = channel === 'books' ? 'book' : (channel as 'trades' | 'candles' | 'tickers');
      await street.open();
      await street.live(5_000);
      const before = street.screen.link!.resyncs;
      const deltas = `"channel":"${channel}"`;
      street.world.speed = {
        ...street.world.speed,
        muted: (text) => text.includes(deltas) && text.includes('"kind":"delta"'),
      };
      await street.live(600);
      street.busy = 0;
      await street.live(600);
      street.world.speed = { ...street.world.speed, muted: () => false };
      await street.live(3_000);
      expect(street.screen.link!.resyncs).toBeGreaterThan(before);
      expect([name, street.panes[name].shield.value, fresh()[name]]).toEqual([name, 'verified', 'live']);
      expect(street.bookBehindMs).toBe(0);
    },
  );

  it('of which the book is lost is not verified, nor is it empty: its last picture stands and ages, until it is known again', async () => {
    await street.open();
    await street.live(5_000);
    street.busy = 0;
    street.loseBook();
    await street.live(300);
    expect(street.panes.book.shield.value).toBe('repairing');
    expect(street.screen.books.get(street.viewIds[0]!)!.bids.length).toBeGreaterThan(0);
    await street.live(5_500);
    expect([street.panes.book.shield.value, fresh()['book']]).toEqual(['repairing', 'old']);
    street.findBook();
    await street.live(500);
    expect([street.panes.book.shield.value, fresh()['book']]).toEqual(['verified', 'live']);
  });
});

describe('a bent message', () => {
  const PRICE = { trades: /"price":"100\.00"/, candles: /"100\.00"/, tickers: /"bid1":"99/ };
  const BENT = { trades: '"price":"900.00"', candles: '"900.00"', tickers: '"bid1":"91' };

  it.each(['trades', 'candles', 'tickers'] as const)(
    'of %s is dropped, said, and its channel asked for anew',
    async (name) => {
      await street.open();
      await street.live(3_000);
      const before = street.screen.link!.resyncs;
      let bent = 0;
      street.world.speed = {
        ...street.world.speed,
        upMs: 100,
        downMs: 100,
        bent: (text) => {
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
      await street.live(3_000, () => {
        shields.add(street.panes[name].shield.value);
        const shown = [
          ...(street.screen.trades.get(street.viewIds[1]!) ?? []).map((row) => row[1]),
          ...(street.screen.candles.get(street.viewIds[2]!)?.columns[2] ?? []),
          ...[...street.screen.tickers.values()].map((row) => row[7]),
        ];
        expect(shown).not.toContain(90_000);
        expect(shown).not.toContain(900);
        expect(shown.every((value) => !(value! >= 9_100 && value! < 9_200))).toBe(true);
      });
      expect(bent).toBe(1);
      expect([...shields]).toContain('repairing');
      expect(street.screen.link!.resyncs).toBe(before + 1);
      expect([street.panes[name].shield.value, fresh()[name]]).toEqual(['verified', 'live']);
    },
  );

  it('that comes again and again is asked for at most every five seconds', async () => {
    await street.open();
    await street.live(3_000);
    const subscribes: string[] = [];
    street.world.onSaid = (text) => {
      if (text.includes('"subscribe"')) subscribes.push(text);
    };
    street.world.speed = {
      ...street.world.speed,
      bent: (text) => (text.includes('"channel":"trades"') ? text.replace(/"cs":\d+/, '"cs":1') : text),
    };
    await street.live(20_000);
    expect(subscribes.length).toBeGreaterThan(1);
    expect(subscribes.length).toBeLessThanOrEqual(5);
    expect(street.panes.trades.shield.value).toBe('repairing');
    expect(fresh()['trades']).toBe('old');
    expect(street.panes.book.shield.value).toBe('verified');
  });
});

describe('a book is never silently old', () => {
  it.each([
    ['3 kB/s', { bytesPerSecond: 3_000 }],
    ['3 kB/s, 200 ms up', { bytesPerSecond: 3_000, upMs: 200 }],
    ['3 s down', { downMs: 3_000 }],
    ['3 s up', { upMs: 3_000 }],
    ['1.5 s each way', { upMs: 1_500, downMs: 1_500 }],
    ['6 s down', { downMs: 6_000 }],
  ])('on a line of %s', async (_, speed) => {
    street.world.speed = { ...street.world.speed, ...speed };
    await street.open();
    const wrong: unknown[] = [];
    let shown = 0;
    let worst = 0;
    await street.live(40_000, () => {
      const behind = street.bookBehindMs;
      const {
        fresh: { value: age },
        shield: { value: shield },
      } = street.panes.book;
      if (!Number.isNaN(behind)) shown += 1;
      if (age === 'live' || shield === 'verified') worst = Math.max(worst, behind || 0);
      if ((age === 'live' || shield === 'verified') && behind > 2_000 + SLACK_MS)
        wrong.push([street.world.now - START_AT, behind, age, shield]);
      if (age === 'stale' && behind > 5_000 + SLACK_MS) wrong.push([street.world.now - START_AT, behind, age, shield]);
    });
    console.log(`oldest book that was shown as live: ${worst} ms`);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(shown).toBeGreaterThan(200);
  });

  it('when a good line becomes one of 3 s', async () => {
    await street.open();
    await street.live(10_000);
    expect(fresh()).toEqual(ALL('live'));
    street.world.speed = { ...street.world.speed, downMs: 3_000 };
    await street.live(8_000);
    // Words come every 100 ms; each of them is three seconds old.
    await street.live(10_000, () => expect(fresh()).toEqual(ALL('stale')));
    street.world.speed = { ...street.world.speed, downMs: 7_000 };
    await street.live(12_000);
    await street.live(5_000, () => expect(fresh()['book']).toBe('old'));
  });
});
