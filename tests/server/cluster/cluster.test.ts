// Gateways, a leading engine and a standby, as processes over real NATS and PostgreSQL.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataFolder } from '../../support/server/data-folder.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { callAt, launcherForFile, registered } from '../../support/server/server-process.ts';
import { freshDatabase, postgresForFile } from '../../support/server/test-database.ts';
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
const servers = natsForFile();
const server = postgresForFile();
const launch = launcherForFile();

async function settings(skip: (note: string) => never): Promise<ClusterSettings> {
  const database = server() ?? skip('no PostgreSQL at hand');
  return {
    natsUrl: servers()?.url ?? skip('no nats-server'),
    databaseUrl: (await freshDatabase(database)).where,
    dataDir: dataFolder(onTestFinished),
  };
}

describe('a cluster', () => {
  it('is one exchange to its users: calls, books and balances at every gateway', async ({ skip }) => {
    const shared = await settings(skip);
    const engine = await listening(launchEngine(launch, shared));
    const gateways = [await startGatewayNode(launch, shared), await startGatewayNode(launch, shared)];
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
    await until('books agree', async () => {
      const books = await Promise.all([engine.url, one, other].map((url) => bookOf(url, BTC)));
      return books.every((book) => book === books[0]);
    });
    await kill(gateways[0]!);
    expect((await callAt(other, '/user/info', {}, token)).code).toBe(0);
  }, 120_000);

  it('goes on when its engine ends: the standby leads, the order is there once', async ({ skip }) => {
    const shared = await settings(skip);
    const first = await listening(launchEngine(launch, shared));
    const standby = launchEngine(launch, shared);
    const gateway = await startGatewayNode(launch, shared);
    await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
    await until('the standby waits', async () => standby.text().includes('standby.waiting'));
    const token = await registered(gateway.url, 'user@example.com');
    const { data: ticker } = await callAt(gateway.url, '/coin/ticker', { coinInfoId: BTC });
    const price = String(Math.round(Number(ticker['last']) * 0.95));
    const place = (clientNo: string) =>
      callAt(
        gateway.url,
        '/coin/order/add',
        { coinInfoId: BTC, side: 'buy', orderType: 'limit', price, amount: '0.001', clientNo },
        token,
      );
    expect((await place('a')).code).toBe(0);
    await kill(first);
    const began = performance.now();
    let during = await place('b');
    while (during.code !== 0 && performance.now() - began < 20_000) {
      await pause(50);
      during = await place('b');
    }
    console.log(`taken over: an order is answered ${Math.round(performance.now() - began)} ms after the kill`);
    expect(during.code).toBe(0);
    expect((await place('a')).code).toBe(0);
    await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
    const { data } = await callAt(gateway.url, '/coin/order/list', { state: 'current' }, token);
    expect((data['list'] as unknown as { clientNo: string }[]).map(({ clientNo }) => clientNo).sort()).toEqual([
      'a',
      'b',
    ]);
    const leader = await listening(standby);
    await until('books agree', async () => {
      const books = await Promise.all([leader.url, gateway.url].map((url) => bookOf(url, BTC)));
      return books[0] === books[1];
    });
  }, 120_000);
});
