// A tape replaces the market of an exchange with existing orders: watch only, balances unchanged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedFile } from '../../support/data/shared-file.ts';
import { startRunning } from '../../support/server/running-exchange.ts';

const tape = sharedFile('recordings/l2/binance-spot-BTCUSDT-20240808.ndjson.gz');
const dataDir = mkdtempSync(join(tmpdir(), 'defi-watched-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe.skipIf(tape === null)('a watched market', () => {
  it('lists only the tape, refuses orders on it, and allows cancelling old orders', async () => {
    const sim = await startRunning({ DATA_DIR: dataDir });
    const { token } = await sim.user('watcher@example.com');
    const last = Number((await sim.call('/coin/ticker', { coinInfoId: 2 })).data.last);
    const order = { coinInfoId: 2, side: 'buy', orderType: 'limit', price: (last * 0.92).toFixed(1), amount: '0.001' };
    const {
      data: { id },
    } = await sim.call('/coin/order/add', { ...order, clientNo: 'before' }, token);
    await sim.exchange.close();

    const watched = await startRunning({ DATA_DIR: dataDir, MARKET: `replay:${tape}@max` });
    const {
      data: { list },
    } = await watched.call('/coin/infos');
    expect(list.map((info: { pair: string }) => info.pair)).toEqual(['', 'BTC/USDT']);
    const market = list[1];
    expect(market).toMatchObject({ watchOnly: 1 });
    expect(
      (await watched.call('/coin/order/add', { ...order, coinInfoId: market.id, clientNo: 'on-tape' }, token)).code,
    ).toBe(2008);
    expect((await watched.call('/coin/order/add', { ...order, clientNo: 'unlisted' }, token)).code).toBe(1404);
    expect((await watched.call('/coin/order/list', { state: 'current' }, token)).data.list).toMatchObject([
      { id, symbol: 'BTC' },
    ]);
    expect((await watched.call('/coin/order/close', { id }, token)).data.list).toMatchObject([{ id, status: 4 }]);
    expect((await watched.call('/coin/assets', { hideZero: 1 }, token)).data.assets).toMatchObject([
      { coinInfoId: 1, balanceSpot: '10000' },
    ]);
    await expect
      .poll(async () => (await watched.call('/coin/books', { coinInfoId: market.id, depth: 20 })).data.bids?.length, {
        timeout: 30_000,
      })
      .toBe(20);
    await watched.exchange.close();

    const again = await startRunning({ DATA_DIR: dataDir });
    expect((await again.call('/coin/order/query', { id }, token)).data).toMatchObject({ status: 4 });
    await again.stop();
  });
});
