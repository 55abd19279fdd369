// Gateways, a leading engine and a standby, as processes over real NATS and PostgreSQL.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { API_BASE } from '../../../core/endpoints/http.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { decodeFlowTile, flowTileStart } from '../../../core/market-data/flow-tile.ts';
import { PostgresObjects } from '../../../server/archive/objects/postgres-objects.ts';
import { readToken, tokenPath } from '../../../server/admin/operator-token.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { operatorBy } from '../../support/server/operator-client.ts';
import { SocketCaller } from '../../support/server/socket-caller.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { PASSWORD, callAt, launcherForFile, registered } from '../../support/server/server-process.ts';
import { databaseWithPast, freshDatabase, postgresForFile } from '../../support/server/test-database.ts';
import {
  type ClusterSettings,
  bookOf,
  healthOf,
  kill,
  launchEngine,
  listening,
  startGatewayNode,
  until,
} from './cluster-fixture.ts';

const BTC = '2';
const servers = natsForFile(2);
const server = postgresForFile();
const launch = launcherForFile();

/** `make`: a database that is empty, or has a past. */
async function settings(skip: (note: string) => never, make = databaseWithPast): Promise<ClusterSettings> {
  const database = server() ?? skip('no PostgreSQL at hand');
  return {
    natsUrl: servers()?.url ?? skip('no nats-server'),
    databaseUrl: (await make(database)).where,
    dataDir: dataFolder(onTestFinished),
  };
}

/** A leading engine, a standby that waits and follows, and a gateway that follows. */
async function withStandby(shared: ClusterSettings) {
  const first = await listening(launchEngine(launch, shared));
  const standby = launchEngine(launch, shared);
  const gateway = await startGatewayNode(launch, shared);
  await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
  for (const event of ['standby.waiting', 'standby.follows'])
    await until(event, async () => standby.text().includes(event));
  return { first, standby, gateway };
}

describe('a cluster', () => {
  it('is one exchange to its users: calls, books and balances at every gateway', async ({ skip }) => {
    const shared = await settings(skip, freshDatabase);
    const ARCHIVE_URL = (await freshDatabase(server()!)).where;
    const archived = { ...shared, env: { engine: { ARCHIVE_URL }, gateway: { ARCHIVE_URL } } };
    const content = Buffer.from('a file of a finished day');
    await storeFile(ARCHIVE_URL, content);
    const engine = await listening(launchEngine(launch, archived));
    const gateways = [await startGatewayNode(launch, shared), await startGatewayNode(launch, archived)];
    for (const { url } of gateways) await until('the gateway follows', async () => (await healthOf(url)) === 200);
    const [one, other] = [gateways[0]!.url, gateways[1]!.url];
    const token = await registered(one, 'user@example.com');
    expect((await callAt(other, '/user/info', {}, token)).code).toBe(0);
    const { data: ticker } = await callAt(one, '/coin/ticker', { coinInfoId: BTC });
    const price = String(Math.round(Number(ticker['last']) * 0.95));
    const order = { coinInfoId: BTC, side: 'buy', orderType: 'limit', price, amount: '0.01', clientNo: 'first' };
    const placed = await callAt(one, '/coin/order/add', order, token);
    expect(placed.code).toBe(0);
    const again = await callAt(other, '/coin/order/add', order, token);
    expect(again.data['id']).toBe(placed.data['id']);
    expect((await callAt(other, '/coin/order/list', { state: 'current' }, token)).code).toBe(0);
    await callAt(one, '/coin/collect/add', { coinInfoId: BTC }, token);
    const { data: infos } = await callAt(other, '/coin/infos', {}, token);
    expect(infos['list']).toContainEqual(expect.objectContaining({ id: 2, collect: 1 }));
    await expectDoneOnce([one, one, other, engine.url], token);
    await until('books agree', async () => {
      const books = await Promise.all([engine.url, one, other].map((url) => bookOf(url, BTC)));
      return books.every((book) => book === books[0]);
    });
    await expectAlert(one, other, token);
    await expectMaintenance(engine.url, other, shared.dataDir);
    await expectPast(engine.url, other);
    const file = await fetch(`${other}${API_BASE}/files/2/2026-01-02/trades.csv.gz`);
    expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, content]);
    for (const answer of [await tileAt(one, Date.now()), await fetch(`${one}${API_BASE}/files`)])
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 1421 }]);
    // A person reads why, in their language, and the page tries again.
    const page = await fetch(`${one}/docs/data`, { headers: { 'accept-language': 'de-DE' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/http-equiv="refresh"[^]+Vergangene Marktdaten sind/);
    await kill(gateways[0]!);
    expect((await callAt(other, '/user/info', {}, token)).code).toBe(0);
  }, 240_000);

  it('goes on when its engine ends: the standby leads, the order is there once', async ({ skip }) => {
    const { first, standby, gateway } = await withStandby(await settings(skip));
    const { place, clientNos } = await traderAt(gateway.url);
    expect((await place('a')).code).toBe(0);
    const seller = await marketTrader(gateway.url);
    const bought = await seller.trade('buy', 'bought');
    await kill(first);
    const began = performance.now();
    // Bots' orders end with the engine: until they are back, the only bid is 7 % below.
    const selling = answered(() => seller.trade('sell', 'sold'));
    const during = await answered(() => place('b'));
    console.log(`taken over: an order is answered ${Math.round(performance.now() - began)} ms after the kill`);
    expect(during.code).toBe(0);
    const sold = await selling;
    expect(Number(sold.data['avgPrice']) / Number(bought.data['avgPrice'])).toBeGreaterThan(0.98);
    expect((await place('a')).code).toBe(0);
    await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
    expect(await clientNos()).toEqual(['a', 'b']);
    const leader = await listening(standby);
    expect(standby.text()).toMatch(/"warm":1,"event":"engine.leads"/);
    await until('books agree', async () => {
      const books = await Promise.all([leader.url, gateway.url].map((url) => bookOf(url, BTC)));
      return books[0] === books[1];
    });
  }, 240_000);

  it('a leader that stood still commits nothing when it wakes, and ends', async ({ skip }) => {
    const { first, gateway } = await withStandby(await settings(skip));
    const trader = await traderAt(gateway.url);
    expect((await trader.place('a')).code).toBe(0);
    first.child.kill('SIGSTOP');
    await until('the standby leads', async () => (await trader.place('b')).code === 0, 60_000);
    // Calls that reached the old leader's process before it was stopped are still in its queue.
    const stale = callAt(first.url, '/coin/order/add', trader.form('stale'), trader.token).catch(() => ({
      code: 1500,
    }));
    first.child.kill('SIGCONT');
    const { code, text } = await first.ended;
    expect(code).toBe(1);
    expect(text).toMatch(/by another process|another process has owned|no NATS server/);
    expect((await stale).code).not.toBe(0);
    expect(await trader.clientNos()).toEqual(['a', 'b']);
  }, 240_000);

  it('a leader without NATS ends itself, and the cluster goes on when NATS is back', async ({ skip }) => {
    const { first, gateway } = await withStandby(await settings(skip));
    const trader = await traderAt(gateway.url);
    for (const at of [0, 1]) servers()!.kill(at);
    const { code, text } = await first.ended;
    for (const at of [0, 1]) await servers()!.restart(at);
    expect([code, text]).toEqual([1, expect.stringContaining('no NATS server')]);
    await until('the standby leads', async () => (await trader.place('a')).code === 0, 60_000);
    expect(await trader.clientNos()).toEqual(['a']);
  }, 240_000);
});

type Answered = Awaited<ReturnType<typeof callAt>>;

/** Makes a named call until it is accepted, a minute at most. */
async function answered(call: () => Promise<Answered>): Promise<Answered> {
  const began = performance.now();
  for (;;) {
    const answer = await call();
    if (answer.code === 0 || performance.now() - began > 60_000) return answer;
    await pause(50);
  }
}

/** A user who trades at the market without a bound. */
async function marketTrader(url: string) {
  const token = await registered(url, 'market@example.com');
  const order = { coinInfoId: BTC, orderType: 'market' };
  return {
    trade: (side: 'buy' | 'sell', clientNo: string) =>
      callAt(
        url,
        '/coin/order/add',
        { ...order, side, ...(side === 'buy' ? { total: '200' } : { amount: '0.001' }), clientNo },
        token,
      ),
  };
}

/** Stores a file of a finished day, as an engine does. */
async function storeFile(url: string, content: Buffer): Promise<void> {
  const entry = {
    coinInfoId: 2,
    day: '2026-01-02',
    name: 'trades.csv.gz',
    rows: 1,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const objects = new PostgresObjects(url);
  await objects.write('files/2/2026-01-02/trades.csv.gz/000000', content);
  await objects.write('lists/2/2026-01-02', Buffer.from(JSON.stringify([entry])));
  await objects.close();
}

/** A tile of seconds that contains `ts`. */
function tileAt(url: string, ts: number): Promise<Response> {
  const query = new URLSearchParams({ coinInfoId: BTC, barMs: '1000', levelTicks: '1' });
  query.set('fromMs', String(flowTileStart(ts, 1_000)));
  return fetch(`${url}${API_BASE}/tiles/flow?${query}`);
}

/** A call that a browser sends once more by itself is done once, whichever nodes get it. */
async function expectDoneOnce(urls: string[], token: string): Promise<void> {
  const { data } = await callAt(urls[0]!, '/user/code/send', { scene: 'password' }, token);
  const newPassword = 'battery staple';
  const form = { oldPassword: PASSWORD, newPassword, rePassword: newPassword, code: data['demoCode'] ?? '' };
  const codes: number[] = [];
  for (const url of urls) {
    const key = { 'idempotency-key': 'a-call-of-a-page' };
    codes.push((await callAt(url, '/user/update/password', form, token, key)).code);
  }
  expect(codes).toEqual(urls.map(() => 0));
  expect((await callAt(urls[0]!, '/user/update/password', form, token)).code).toBe(CODE.loginWrong);
}

/** An alert that is set at one gateway is shown by the other when the market is there. */
async function expectAlert(setAt: string, shownAt: string, token: string): Promise<void> {
  const socket = await SocketCaller.open(shownAt, token);
  socket.send({ type: 'subscribe', reqId: 1, args: [{ channel: 'notices' }] });
  await until('subscribed', async () => socket.received.some(({ type }) => type === 'subscribed'));
  const { data: ticker } = await callAt(setAt, '/coin/ticker', { coinInfoId: BTC });
  // One on each side of the price, which moves.
  for (const ticks of [-1, 1].map((side) => Math.round(Number(ticker['last']) * 100) + side))
    await callAt(setAt, '/user/notice', { alertCoin: BTC, alertTicks: String(ticks), alertChannels: '1' }, token);
  const shown = () => socket.received.find(({ type, channel }) => type === 'data' && channel === 'notices');
  await until('the alert is shown', async () => shown() !== undefined);
  expect(shown().data).toMatchObject({ category: 'risk', channels: 1 });
  expect(shown().data.title).toMatch(/BTC\/USDT/);
  await socket.close();
}

/** Maintenance is announced where users are connected, and once. */
async function expectMaintenance(engine: string, gateway: string, dataDir: string): Promise<void> {
  const socket = await SocketCaller.open(gateway);
  const operator = operatorBy(
    async (path, body, headers) => {
      const answer = await fetch(`${engine}${path}`, { method: 'POST', body, headers });
      return { statusCode: answer.status, body: await answer.text(), headers: {} };
    },
    readToken(tokenPath(dataDir)),
  );
  const announced = () => socket.received.filter(({ type, event }) => type === 'notice' && event === 'maintenance');
  for (const value of ['on', 'on', 'off'])
    expect((await operator.act('parameter.set', { name: 'maintenance', value })).code).toBe(0);
  await until('maintenance is announced', async () => announced().length > 0, 10_000);
  expect(announced()).toHaveLength(1);
  await socket.close();
}

/** The gateway reads what the engine records: the same bars and the same book, once they are stored. */
async function expectPast(engine: string, gateway: string): Promise<void> {
  const ts = Date.now();
  const bars = async (url: string): Promise<unknown> => {
    const answer = await tileAt(url, ts);
    if (!answer.ok) return answer.status;
    const { untilMs, time, levelCount, sold, bought } = decodeFlowTile(new Uint8Array(await answer.arrayBuffer()));
    if (untilMs < ts) return untilMs;
    // The two are fetched one after the other: bars that end later may differ.
    const count = time.filter((start) => start + 1_000 <= ts).length;
    const cells = levelCount.slice(0, count).reduce((sum, levels) => sum + levels, 0);
    return [time.slice(0, count), sold.slice(0, cells), bought.slice(0, cells)];
  };
  await until('the past is stored', async () => Array.isArray(await bars(gateway)));
  expect(await bars(gateway)).toEqual(await bars(engine));
  const figures = await (await fetch(`${gateway}/metrics`)).text();
  expect(Number(/^exchange_archive_followed_age_seconds ([\d.]+)/m.exec(figures)?.[1])).toBeLessThan(60);
  // The last one is not stored yet.
  for (const time of [ts - 1_000, ts, Date.now() - 1]) {
    const books = await Promise.all(
      [engine, gateway].map((url) => callAt(url, '/coin/books', { coinInfoId: BTC, time: String(time) })),
    );
    expect(books[1], `${time}`).toMatchObject({ code: 0, data: books[0]!.data });
  }
}

interface Trader {
  token: string;
  form(clientNo: string): Record<string, string>;
  place(clientNo: string): ReturnType<typeof callAt>;
  /** Client numbers of all open orders. */
  clientNos(): Promise<string[]>;
}

/** A new user who places orders that do not fill. */
async function traderAt(url: string): Promise<Trader> {
  const token = await registered(url, 'user@example.com');
  const { data: ticker } = await callAt(url, '/coin/ticker', { coinInfoId: BTC });
  const price = String(Math.round(Number(ticker['last']) * 0.93));
  const form = (clientNo: string): Record<string, string> => ({
    coinInfoId: BTC,
    side: 'buy',
    orderType: 'limit',
    price,
    amount: '0.001',
    clientNo,
  });
  return {
    token,
    form,
    place: (clientNo) => callAt(url, '/coin/order/add', form(clientNo), token),
    async clientNos() {
      const { data } = await callAt(url, '/coin/order/list', { state: 'current' }, token);
      return (data['list'] as unknown as { clientNo: string }[]).map(({ clientNo }) => clientNo).sort();
    },
  };
}
