// The program on a full or unavailable store: it answers 1500, loses nothing, and continues by itself.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { JOURNAL_FOLDER } from '../../../server/store/log/log-copy.ts';
import { prepareData } from '../../support/data/prepared-data.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { type TestServer, startPostgres } from '../../support/server/postgres.mjs';
import { fill, smallDisk } from '../../support/data/small-disk.ts';
import { type Program, programForFile, registered } from '../../support/server/server-process.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';
import { databaseWithPast, postgresForFile } from '../../support/server/test-database.ts';

const launch = programForFile();

/** A price far below the market. */
async function restingPrice({ call }: Program): Promise<string> {
  const { data } = await call('/coin/ticker', { coinInfoId: '2' });
  return (Number(data['last'] ?? 0) * 0.92).toFixed(1);
}

/** Places an order. An order answered with 0 must exist afterwards, any other must not. */
async function buy(program: Program, token: string, clientNo: string, price?: string): Promise<number> {
  const form = {
    coinInfoId: '2',
    side: 'buy',
    orderType: 'limit',
    price: price ?? (await restingPrice(program)),
    amount: '0.001',
    clientNo,
  };
  return (await program.call('/coin/order/add', form, token)).code;
}

/** Orders placed one after another for a second, and their answers. */
async function bought(program: Program, token: string, name: string, price: string): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  for (let at = 0; at < 20; at += 1) {
    const clientNo = `${name}n${at}`;
    answers.set(clientNo, await buy(program, token, clientNo, price));
    await pause(50);
  }
  return answers;
}

/** What was answered with 0 is there, and nothing else. */
async function expectThere(program: Program, token: string, answers: ReadonlyMap<string, number>): Promise<void> {
  const there = await ordersOf(program, token);
  for (const [clientNo, code] of answers)
    expect(there.includes(clientNo), `${clientNo} was answered ${code}`).toBe(code === 0);
}

async function ordersOf({ call }: Program, token: string): Promise<string[]> {
  const { data } = await call('/coin/order/list', { state: 'current', pageSize: '100' }, token);
  return (data['list'] as unknown as { clientNo: string }[]).map(({ clientNo }) => clientNo).sort();
}

describe('a full disk', () => {
  // Rows are written every ten seconds; what is answered meanwhile is in the journal.
  it.for([
    ['everything', 3_000],
    ['rows alone, while the journal has space', 13_000],
  ] as const)(
    'of %s is reported within %i ms; recovers within five seconds, with all that was answered',
    { timeout: 180_000 },
    async ([what, reportMs], { skip }) => {
      const disk = smallDisk();
      if (disk === null) return skip('this user may not mount a disk');
      const dataDir = join(disk, 'data');
      mkdirSync(dataDir);
      if (what !== 'everything') symlinkSync(dataFolder(onTestFinished), join(dataDir, JOURNAL_FOLDER));
      await prepareData(dataDir, {});
      const program = await launch({ DATA_DIR: dataDir });
      expect(await program.healthz()).toEqual({ status: 200, code: 0 });
      const token = await registered(program.url, 'full@example.com');
      expect(await buy(program, token, 'before')).toBe(0);
      const price = await restingPrice(program);
      for (let round = 0; round < 2; round += 1) {
        const free = fill(disk);
        const reported = program.until(503, reportMs);
        const answers = await bought(program, token, `r${round}`, price);
        const reportedMs = await reported;
        expect((await program.call('/coin/ticker', { coinInfoId: '2' })).code).toBe(CODE.busy);
        expect(await program.healthz()).toEqual({ status: 503, code: CODE.busy });
        expect(program.text().match(/"event":"exchange.paused"/g)?.length).toBe(round + 1);
        await pause(1_500);
        expect((await program.call('/user/info', {}, token)).code).toBe(CODE.busy);
        free();
        const backMs = await program.until(200, 5_000);
        await expectThere(program, token, answers);
        expect(await ordersOf(program, token)).toContain('before');
        expect(await buy(program, token, `after${round}`)).toBe(0);
        console.log(
          `a full disk: reported after ${Math.round(reportedMs)} ms, back ${Math.round(backMs)} ms after it was freed`,
        );
      }
      const isFull = what === 'everything';
      if (isFull) {
        fill(disk);
        await program.until(503, reportMs);
      }
      program.child.kill('SIGTERM');
      const { code, text } = await program.ended;
      expect(code).toBe(isFull ? 1 : 0);
      // The journal or the rows may be the first to meet it.
      if (isFull)
        expect(text).toMatch(/Ended while the exchange was paused: .*that disk is full \((ENOSPC|SQLITE_FULL)\)/);
      expect(text, 'the log is JSON').not.toMatch(/^store\./m);
    },
  );
});

describe('PostgreSQL that is unavailable', () => {
  let server: TestServer | null = null;
  const dataDir = mkdtempSync(join(tmpdir(), 'defi-away-'));
  afterAll(() => {
    server?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([3_000, 14_000])(
    'for %i ms is reported; recovers within five seconds of its return',
    { timeout: 180_000 },
    async (awayMs) => {
      server ??= await startPostgres();
      if (server === null) return;
      const program = await launch({ DATA_DIR: dataDir, DATABASE_URL: server.url });
      const token = await registered(program.url, `away${awayMs}@example.com`);
      expect(await buy(program, token, 'before')).toBe(0);
      const there = await ordersOf(program, token);
      server.crash();
      const reportedMs = await program.until(503, 20_000);
      expect((await program.call('/user/info', {}, token)).code).toBe(CODE.busy);
      await pause(awayMs);
      expect((await program.healthz()).status).toBe(503);
      server.start();
      const backMs = await program.until(200, 6_000, 2);
      expect(await ordersOf(program, token)).toEqual(there);
      expect(await buy(program, token, `after${awayMs}`)).toBe(0);
      console.log(
        `PostgreSQL away for ${awayMs} ms: reported after ${Math.round(reportedMs)} ms, back ${Math.round(backMs)} ms after its return`,
      );
      program.child.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
    },
  );
});

describe('PostgreSQL that hangs', () => {
  const server = postgresForFile();

  it(
    'is reported within two seconds, and not waited for at SIGTERM: the program says so, and ends within 5 s',
    { timeout: 120_000 },
    async ({ skip }) => {
      const { where } = await databaseWithPast(server() ?? skip('no PostgreSQL at hand'));
      const url = new URL(where);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
      onTestFinished(() => proxy.close());
      const program = await launch({
        DATA_DIR: dataFolder(onTestFinished),
        DATABASE_URL: where.replace(url.host, proxy.address),
      });
      const token = await registered(program.url, 'hangs@example.com');
      proxy.pause();
      await program.until(503, 2_000);
      // No order is refused by then: it waits.
      const waiting = buy(program, token, 'waits');
      proxy.resume();
      expect(await waiting).toBe(0);
      await program.until(200, 2_000);
      proxy.pause();
      expect(await program.call('/coin/ticker', { coinInfoId: '2' })).toMatchObject({ code: 0 });
      program.child.kill('SIGTERM');
      expect(await program.msToEnd()).toBeLessThan(5_000);
      const { code, text } = await program.ended;
      expect(code).toBe(1);
      expect(text).toMatch(/Ended without its store, which does not answer/);
    },
  );
});
