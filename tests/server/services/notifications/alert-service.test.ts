// The alert service on both stores: one notice per trigger over restarts, rearming, push only where requested.
import { describe, expect, it, onTestFinished } from 'vitest';
import { ALERT_CHANNEL } from '../../../../core/endpoints/alert.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { Alerts } from '../../../../server/services/notifications/alerts.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { Notices } from '../../../../server/services/notifications/notices.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import type { Store } from '../../../../server/store/store.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const server = postgresForFile();
const BTC = 2;
const ME = 10_000;
const YOU = 10_001;
const languageOf = async (uid: number): Promise<string> => (uid === ME ? 'de-DE' : 'en-US');

/** Prices and risk for the service, and what it sent. */
interface World {
  last: number;
  risk: number;
  notices: { uid: number; title: string; channels: unknown }[];
  pushed: string[];
}

async function openService(
  db: TestDatabase,
  world: World,
): Promise<{ alerts: Alerts; store: Store; close(): Promise<void> }> {
  const store = await db.open();
  await migrate(store, accountMigrations);
  const notices = new Notices(store, languageOf, () => 1_700_000_000_000);
  notices.onNotice((uid, notice) => world.notices.push({ uid, title: notice.title, channels: notice.channels }));
  const alerts = await Alerts.open({
    store,
    notices,
    push: { send: async (_, { title }) => void world.pushed.push(title) },
    listed: new Map([[BTC, instrumentOf(btcInfo())]]),
    lastTicks: () => world.last,
    riskPercent: (uid) => (uid === ME ? world.risk : 0),
    languageOf,
    now: () => 1_700_000_000_000,
    log: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  return {
    alerts,
    store,
    close: async () => {
      await alerts.close();
      await store.close();
    },
  };
}

describe.each(STORE_KINDS)('alerts on %s', (kind) => {
  it('trigger once, also over a restart; a repeating one again after the price has moved away', async ({ skip }) => {
    const db = await databaseOf(kind, server, skip);
    const world: World = { last: 100, risk: 0, notices: [], pushed: [] };
    const first = await openService(db, world);
    await first.alerts.set(ME, { coinInfoId: BTC, priceTicks: 110 }, { repeat: false, channels: ALERT_CHANNEL.toast });
    await first.alerts.set(ME, { coinInfoId: BTC, priceTicks: 90 }, { repeat: true, channels: 7 });
    await first.alerts.set(YOU, { coinInfoId: BTC, priceTicks: 300 }, { repeat: false, channels: 7 });
    for (const last of [109, 110, 109, 111]) {
      world.last = last;
      await first.alerts.check();
    }
    expect(world.notices).toEqual([{ uid: ME, title: 'Preisalarm: BTC/USDT ≥ 1,10', channels: ALERT_CHANNEL.toast }]);
    expect(world.pushed).toEqual([]);
    world.last = 90;
    await first.alerts.check();
    await first.close();
    const second = await openService(db, world);
    onTestFinished(() => second.close());
    for (const last of [89, 95, 90, 88]) {
      world.last = last;
      await second.alerts.check();
    }
    expect(world.notices.map(({ title }) => title).slice(1)).toEqual([
      'Preisalarm: BTC/USDT ≤ 0,90',
      'Preisalarm: BTC/USDT ≤ 0,90',
    ]);
    expect(world.pushed).toEqual(['Preisalarm: BTC/USDT ≤ 0,90', 'Preisalarm: BTC/USDT ≤ 0,90']);
    expect((await second.alerts.list(ME)).map(({ priceTicks, waiting }) => [priceTicks, waiting])).toEqual([
      [90, 1],
      [110, 0],
    ]);
  });

  it('that fired are kept up to the newest fifty, so that one that waits is never out of the list', async ({
    skip,
  }) => {
    const db = await databaseOf(kind, server, skip);
    const world: World = { last: 100, risk: 0, notices: [], pushed: [] };
    const { alerts, close } = await openService(db, world);
    onTestFinished(close);
    const once = { repeat: false, channels: ALERT_CHANNEL.toast };
    await alerts.set(ME, { coinInfoId: BTC, priceTicks: 10_000 }, once);
    await alerts.set(YOU, { coinInfoId: BTC, priceTicks: 101 }, once);
    for (let fired = 0; fired < 60; fired += 1) {
      world.last = 100;
      await alerts.set(ME, { coinInfoId: BTC, priceTicks: 101 + fired }, once);
      world.last = 101 + fired;
      await alerts.check();
    }
    expect(world.notices).toHaveLength(61);
    const mine = await alerts.list(ME);
    expect(mine.map(({ priceTicks, waiting }) => [priceTicks, waiting])).toEqual([
      ...Array.from({ length: 50 }, (_, at) => [160 - at, 0]),
      [10_000, 1],
    ]);
    expect(await alerts.list(YOU)).toHaveLength(1);
  });

  it('never get the number of one that was removed: a removal that is sent again removes no other', async ({
    skip,
  }) => {
    const db = await databaseOf(kind, server, skip);
    const { alerts, close } = await openService(db, { last: 100, risk: 0, notices: [], pushed: [] });
    onTestFinished(close);
    const once = { repeat: false, channels: ALERT_CHANNEL.toast };
    await alerts.set(ME, { coinInfoId: BTC, priceTicks: 110 }, once);
    const [{ id } = { id: 0 }] = await alerts.list(ME);
    await alerts.remove(ME, id);
    await alerts.set(ME, { coinInfoId: BTC, priceTicks: 120 }, once);
    await alerts.remove(ME, id);
    expect(await alerts.list(ME)).toMatchObject([{ priceTicks: 120 }]);
  });

  it('of a margin ratio trigger when it is reached; concurrent checks and changes do not conflict', async ({
    skip,
  }) => {
    const db = await databaseOf(kind, server, skip);
    const world: World = { last: 100, risk: 79, notices: [], pushed: [] };
    const { alerts, close } = await openService(db, world);
    onTestFinished(close);
    await Promise.all(
      [ME, ME, YOU].map((uid) => alerts.set(uid, { coinInfoId: 0, ratePercent: 80 }, { repeat: false, channels: 7 })),
    );
    await alerts.check();
    expect(world.notices).toEqual([]);
    world.risk = 80;
    await Promise.all([alerts.check(), alerts.check(), alerts.remove(YOU, 1), alerts.move(ME, 1, 5), alerts.check()]);
    expect(world.notices).toEqual([
      { uid: ME, title: 'Risikoalarm: Alle Positionen: Margin-Quote ≥ 80\u00a0%', channels: 7 },
    ]);
    expect((await alerts.list(ME)).map(({ ratePercent, waiting }) => [ratePercent, waiting])).toEqual([[80, 0]]);
    expect(await alerts.list(YOU)).toHaveLength(1);
  });
});
