// The program as started: prints its address, persists data, locks its folder, ends on a signal.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { MAX_OPEN_ORDERS } from '../../../server/exchange/matching/validate-spot-order.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { fill, smallDisk } from '../../support/data/small-disk.ts';
import { prepareData } from '../../support/data/prepared-data.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { type Launched, launcherForFile, callAt, registered } from '../../support/server/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'defi-process-'));
// Registered first, so that it runs last, after the programs have ended.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const build = launcherForFile();
const launch = (env: Record<string, string>): Launched => build({ DATA_DIR: dataDir, ...env });

type Candles = { period: string; list: [number, ...string[]][] }[];

/** The newest candles of a market whose stored ones are up to a minute old. */
async function candlesAt(url: string): Promise<Candles> {
  return Promise.all(
    ['1m', '1h', '1d'].map(async (period) => {
      const { data } = await callAt(url, '/coin/candles', { coinInfoId: '2', period, limit: '3' });
      return { period, list: data['list'] as unknown as Candles[number]['list'] };
    }),
  );
}

/** Every candle is there, from its first price on, with as much traded or more. */
function expectContained(before: Candles, after: Candles): void {
  for (const [index, { period, list }] of before.entries())
    for (const [start, open, high, low, , lots] of list) {
      const now = after[index]!.list.find(([at]) => at === start);
      // A minute later an older one is not among the newest.
      if (!now && start !== list.at(-1)![0]) continue;
      expect([period, now?.[1]]).toEqual([period, open]);
      expect(Number(now![2]), period).toBeGreaterThanOrEqual(Number(high));
      expect(Number(now![3]), period).toBeLessThanOrEqual(Number(low));
      expect(Number(now![5]), period).toBeGreaterThanOrEqual(Number(lots));
    }
}

describe('the program', () => {
  it('keeps users, sessions and money after SIGTERM and after SIGKILL', async () => {
    const first = launch({});
    let url = await first.url;
    const email = 'keeper@example.com';
    const token = await registered(url, email);
    first.child.kill('SIGTERM');
    expect(await first.msToEnd()).toBeLessThan(5_000);
    expect(await first.ended).toMatchObject({ code: 0 });

    const second = launch({});
    url = await second.url;
    expect((await callAt(url, '/user/info', {}, token)).data['user']).toMatchObject({ email, usdtAmountSpot: '10000' });
    const last = Number((await callAt(url, '/coin/ticker', { coinInfoId: '2' })).data['last']);
    const stored = await candlesAt(url);
    await expect.poll(() => candlesAt(url), { timeout: 60_000 }).not.toEqual(stored);
    // What bots did before is durable with the order.
    const shown = await candlesAt(url);
    const order = await callAt(
      url,
      '/coin/order/add',
      {
        coinInfoId: '2',
        side: 'buy',
        orderType: 'limit',
        price: (last * 0.92).toFixed(1),
        amount: '0.001',
        clientNo: 'kept',
      },
      token,
    );
    expect(order.code).toBe(0);
    // Who reads the newest moments has them written.
    const span = { startTime: `${Date.now() - 60_000}`, endTime: `${Date.now()}` };
    expect((await callAt(url, '/coin/events', { coinInfoId: '2', ...span })).code).toBe(0);
    second.child.kill('SIGKILL');
    await second.ended;

    const third = launch({});
    url = await third.url;
    expectContained(shown, await candlesAt(url));
    expect((await callAt(url, '/coin/order/list', { state: 'current' }, token)).data['list']).toMatchObject([
      { clientNo: 'kept', status: 1 },
    ]);
    expect((await callAt(url, '/coin/order/close', { all: '1' }, token)).code).toBe(0);
    expect((await callAt(url, '/user/info', {}, token)).data['user']).toMatchObject({ usdtAmountSpot: '10000' });

    const refused = launch({});
    expect(await refused.msToEnd()).toBeLessThan(4_000);
    const intruder = await refused.ended;
    expect(intruder.code).toBe(1);
    expect(intruder.text).toMatch(/is in use by another process/);
    expect(intruder.text.trim().split('\n')).toHaveLength(1);
    third.child.kill('SIGINT');
    expect(await third.ended).toMatchObject({ code: 0 });
  }, 240_000);

  it('answers running calls at SIGTERM, and has persisted all that it answered', async () => {
    const first = launch({});
    const url = await first.url;
    const token = await registered(url, 'under-way@example.com');
    const last = Number((await callAt(url, '/coin/ticker', { coinInfoId: '2' })).data['last']);
    const answered: string[] = [];
    const orders = Array.from({ length: MAX_OPEN_ORDERS }, async (_, n) => {
      // Half of them at once, so that many run at the end; the others are spread over the shutdown.
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, n - MAX_OPEN_ORDERS / 2));
      });
      const form = {
        coinInfoId: '2',
        side: 'buy',
        orderType: 'limit',
        price: (last * 0.92).toFixed(1),
        amount: '0.0001',
        clientNo: `u-${n}`,
      };
      const answer = await callAt(url, '/coin/order/add', form, token).catch(() => null);
      if (!answer) return;
      expect(answer.code).toBe(0);
      if (answered.push(form.clientNo) === 20) first.child.kill('SIGTERM');
    });
    await Promise.all(orders);
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(answered.length).toBeGreaterThanOrEqual(20);
    await expect(callAt(url, '/user/info', {}, token)).rejects.toThrow();
    const second = launch({});
    const again = await second.url;
    for (const clientNo of answered)
      expect((await callAt(again, '/coin/order/query', { clientNo }, token)).data).toMatchObject({
        clientNo,
        status: 1,
      });
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
  }, 240_000);

  it.each([
    [{ PORT: 'no' }, /^PORT must be/],
    [{ MARKET: 'real' }, /MARKET=real is unknown/],
    [{ MARKET: 'replay:/no/such/tape' }, /cannot be read/],
    [{ DATA_DIR: '/dev/null/x' }, /ENOTDIR/],
    [{ DATA_DIR: '/dev/null' }, /EEXIST/],
    // The system answers ENOENT there although the folder above is there.
    [{ DATA_DIR: '/proc/x' }, /ENOENT|EROFS/],
  ])('says in one sentence why it cannot start with %o', async (env: Record<string, string>, sentence) => {
    const { code, text } = await launch(env).ended;
    expect(code).toBe(1);
    expect(text).toMatch(sentence);
    expect(text.trim().split('\n')).toHaveLength(1);
  });

  it('names the data folder when its disk is full', async ({ skip }) => {
    const disk = smallDisk();
    if (disk === null) return skip('this user may not mount a disk');
    fill(disk);
    const { code, text } = await launch({ DATA_DIR: disk }).ended;
    expect(code).toBe(1);
    expect(text).toBe(`${disk}: that disk is full (SQLITE_FULL)\n`);
  });

  it.each([
    ['all', 1],
    ['gateway', 0],
  ])('ends at a signal while it starts as %s, with code %i', async (role, code) => {
    // It accepts and stays silent, and so the start waits.
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = `127.0.0.1:${portOf(silent)}`;
    const env = { ROLE: role, NATS_URL: `nats://${address}`, DATABASE_URL: `postgres://${address}/none` };
    const connected = once(silent, 'connection');
    const program = launch({ ...env, DATA_DIR: dataFolder(onTestFinished) });
    await connected;
    program.child.kill('SIGTERM');
    const sentence =
      'Ended while it was starting. What was answered before is not lost; the next start completes the rows.\n';
    expect(await program.ended).toEqual({ code, text: sentence });
  });

  it('ends at once at a second signal, and says so', async () => {
    const dataDir = dataFolder(onTestFinished);
    await prepareData(dataDir, {});
    const program = launch({ DATA_DIR: dataDir });
    await program.url;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) program.child.kill(signal);
    const { code, text } = await program.ended;
    expect([code, text.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/^Ended at once, as the second/)]);
  }, 60_000);

  it('goes on when its log has no reader, and ends in order when its terminal is closed', async () => {
    const archive = { ARCHIVE_URL: 's3+http://KEY:SECRET@127.0.0.1:9/bucket' };
    const lost = launch({ DATA_DIR: dataFolder(onTestFinished), ...archive });
    const url = await lost.url;
    lost.child.stderr?.destroy();
    // A line for each attempt at the store, every five seconds.
    await pause(6_000);
    expect((await callAt(url, '/coin/infos')).code).toBe(0);
    lost.child.kill('SIGHUP');
    expect(await lost.ended).toMatchObject({ code: 0 });
  }, 60_000);
});
