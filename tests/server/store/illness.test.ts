// The program on a store that is full or away: it says so, answers 1500, loses nothing, and goes on by itself when the
// store is back.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { type TestServer, startPostgres } from '../../support/postgres.mjs';
import { type Program, programForFile, registered } from './started-program.ts';

const launch = programForFile('illness');
const SMALL_DISK_MB = 256;

/** A disk of its own; null where this user may not mount one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'defi-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MB}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    if (status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return status === 0 ? folder : null;
}

/** Until nothing more goes in, though the exchange writes too. */
function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k']);
  return () => rmSync(path);
}

/** Far below the market. */
async function restingPrice({ call }: Program): Promise<string> {
  const { data } = await call('/coin/ticker', { coinInfoId: '2' });
  return (Number(data['last'] ?? 0) * 0.92).toFixed(1);
}

/** What is answered with 0 is there afterwards, the rest is not. */
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

async function ordersOf({ call }: Program, token: string): Promise<string[]> {
  const { data } = await call('/coin/order/list', { state: 'current' }, token);
  return (data['list'] as unknown as { clientNo: string }[]).map(({ clientNo }) => clientNo).sort();
}

describe('a full disk', () => {
  it(
    'is told within three seconds, and gone on from within five of its end, with all that was answered',
    { timeout: 120_000 },
    async ({ skip }) => {
      const disk = smallDisk();
      if (disk === null) return skip('this user may not mount a disk');
      const dataDir = join(disk, 'data');
      mkdirSync(dataDir);
      const program = await launch({ DATA_DIR: dataDir });
      expect(await program.healthz()).toEqual({ status: 200, code: 0 });
      const token = await registered(program.url, 'full@example.com');
      expect(await buy(program, token, 'before')).toBe(0);
      const price = await restingPrice(program);
      for (let round = 0; round < 2; round += 1) {
        const free = fill(disk);
        const told = program.until(503, 3_000);
        const answers = new Map<string, number>();
        for (let at = 0; at < 20; at += 1) {
          const clientNo = `r${round}n${at}`;
          answers.set(clientNo, await buy(program, token, clientNo, price));
          await pause(50);
        }
        const toldMs = await told;
        expect((await program.call('/coin/ticker', { coinInfoId: '2' })).code).toBe(CODE.busy);
        expect(await program.healthz()).toEqual({ status: 503, code: CODE.busy });
        await pause(1_500);
        expect((await program.call('/user/info', {}, token)).code).toBe(CODE.busy);
        free();
        const backMs = await program.until(200, 5_000);
        const there = await ordersOf(program, token);
        for (const [clientNo, code] of answers)
          expect(there.includes(clientNo), `${clientNo} was answered ${code}`).toBe(code === 0);
        expect(there).toContain('before');
        expect(await buy(program, token, `after${round}`)).toBe(0);
        console.log(
          `a full disk: told after ${Math.round(toldMs)} ms, back ${Math.round(backMs)} ms after it was freed`,
        );
      }
      program.child.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
    },
  );
});

describe('PostgreSQL that goes away', () => {
  let server: TestServer | null = null;
  const dataDir = mkdtempSync(join(tmpdir(), 'defi-away-'));
  afterAll(() => {
    server?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([3_000, 14_000])(
    'for %i ms is told, and gone on with within five seconds of its return',
    { timeout: 120_000 },
    async (awayMs) => {
      server ??= await startPostgres();
      if (server === null) return;
      const program = await launch({ DATA_DIR: dataDir, DATABASE_URL: server.url });
      const token = await registered(program.url, `away${awayMs}@example.com`);
      expect(await buy(program, token, 'before')).toBe(0);
      const there = await ordersOf(program, token);
      server.crash();
      const toldMs = await program.until(503, 20_000);
      expect((await program.call('/user/info', {}, token)).code).toBe(CODE.busy);
      await pause(awayMs);
      expect((await program.healthz()).status).toBe(503);
      server.start();
      const backMs = await program.until(200, 6_000);
      expect(await ordersOf(program, token)).toEqual(there);
      expect(await buy(program, token, `after${awayMs}`)).toBe(0);
      console.log(
        `PostgreSQL away for ${awayMs} ms: told after ${Math.round(toldMs)} ms, back ${Math.round(backMs)} ms after its return`,
      );
      program.child.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
    },
  );
});
