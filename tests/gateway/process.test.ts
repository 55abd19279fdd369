// The program as it is started: says where it listens, keeps what it answered, shares its folder with nobody, ends when asked.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, encodeForm } from '../../contract/door.ts';
import { MOST_OPEN_ORDERS } from '../../server/exchange/matching/admit.ts';
import { ROOT } from '../shared.ts';

const OUTPUT = join(ROOT, 'dist', 'tests-process');
const START = `import(${JSON.stringify(join(OUTPUT, 'main.js'))}).then(({ run }) => run(process.env))`;
const dataDir = mkdtempSync(join(tmpdir(), 'defi-process-'));
const running: ChildProcess[] = [];

beforeAll(() => {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--ssr', '--outDir', OUTPUT, '--logLevel', 'error'], { cwd: ROOT });
  if (status !== 0) throw new Error(stderr.toString());
}, 60_000);
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(OUTPUT, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

interface Ended { code: number | null; text: string; tookMs: number }

function launch(env: Record<string, string>): { child: ChildProcess; url: Promise<string>; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', START], {
    cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', DATA_DIR: dataDir, ...env },
  });
  running.push(child);
  let text = '';
  const began = performance.now();
  const url = new Promise<string>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const found = /DeFi listens on (http:\S+)\//.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  child.stderr.on('data', (bytes: Buffer) => { text += bytes.toString(); });
  const ended = new Promise<Ended>((resolve) => { child.on('close', (code) => resolve({ code, text, tookMs: performance.now() - began })); });
  return { child, url, ended };
}

async function call(url: string, path: string, form: Record<string, string>, token = ''): Promise<{ code: number; data: Record<string, never> }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { accesstoken: token } : {}) };
  return (await (await fetch(url + API_BASE + path, { method: 'POST', body: encodeForm(form), headers })).json()) as { code: number; data: Record<string, never> };
}

describe('the program', () => {
  it('keeps people, sessions and money past SIGTERM and past SIGKILL', async () => {
    const first = launch({});
    let url = await first.url;
    const email = 'keeper@example.com';
    const { data: { demoCode } } = await call(url, '/common/code/send', { email, scene: 'register' });
    const person = await call(url, '/user/register', { email, code: demoCode ?? '', password: 'correct horse', rePassword: 'correct horse' });
    const token = person.data['accesstoken'] ?? '';
    const asked = performance.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(performance.now() - asked).toBeLessThan(5_000);

    const second = launch({});
    url = await second.url;
    expect((await call(url, '/user/info', {}, token)).data['user']).toMatchObject({ email, usdtAmountSpot: '10000' });
    const last = Number((await call(url, '/coin/ticker', { coinInfoId: '2' })).data['last']);
    const order = await call(url, '/coin/order/add', {
      coinInfoId: '2', side: 'buy', orderType: 'limit', price: (last * 0.92).toFixed(1), amount: '0.001', clientNo: 'kept',
    }, token);
    expect(order.code).toBe(0);
    second.child.kill('SIGKILL');
    await second.ended;

    const third = launch({});
    url = await third.url;
    expect((await call(url, '/coin/order/list', { state: 'current' }, token)).data['list']).toMatchObject([{ clientNo: 'kept', status: 1 }]);
    expect((await call(url, '/coin/order/close', { all: '1' }, token)).code).toBe(0);
    expect((await call(url, '/user/info', {}, token)).data['user']).toMatchObject({ usdtAmountSpot: '10000' });

    const intruder = await launch({}).ended;
    expect(intruder.code).toBe(1);
    expect(intruder.text).toMatch(/is in use by another process/);
    expect(intruder.text.trim().split('\n')).toHaveLength(1);
    expect(intruder.tookMs).toBeLessThan(4_000);
    third.child.kill('SIGINT');
    expect(await third.ended).toMatchObject({ code: 0 });
  }, 60_000);

  it('answers what is under way when it is asked to end, and has kept all that it answered', async () => {
    const first = launch({});
    const url = await first.url;
    const email = 'under-way@example.com';
    const { data: { demoCode } } = await call(url, '/common/code/send', { email, scene: 'register' });
    const person = await call(url, '/user/register', { email, code: demoCode ?? '', password: 'correct horse', rePassword: 'correct horse' });
    const token = person.data['accesstoken'] ?? '';
    const last = Number((await call(url, '/coin/ticker', { coinInfoId: '2' })).data['last']);
    const answered: string[] = [];
    const orders = Array.from({ length: MOST_OPEN_ORDERS }, async (_, n) => {
      // Half of them at once, so that many are under way at the end; the others spread over it: those that come too late find nobody.
      await new Promise((resolve) => { setTimeout(resolve, Math.max(0, n - MOST_OPEN_ORDERS / 2)); });
      const form = { coinInfoId: '2', side: 'buy', orderType: 'limit', price: (last * 0.92).toFixed(1), amount: '0.0001', clientNo: `u-${n}` };
      const answer = await call(url, '/coin/order/add', form, token).catch(() => null);
      if (!answer) return;
      expect(answer.code).toBe(0);
      if (answered.push(form.clientNo) === 20) first.child.kill('SIGTERM');
    });
    await Promise.all(orders);
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(answered.length).toBeGreaterThanOrEqual(20);
    await expect(call(url, '/user/info', {}, token)).rejects.toThrow();
    const second = launch({});
    const again = await second.url;
    for (const clientNo of answered) expect((await call(again, '/coin/order/query', { clientNo }, token)).data).toMatchObject({ clientNo, status: 1 });
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
  }, 60_000);

  it.each([
    [{ PORT: 'no' }, /^PORT must be/], [{ MARKET: 'real' }, /MARKET=real is unknown/], [{ MARKET: 'replay:/no/such/tape' }, /cannot be read/], [{ DATA_DIR: '/dev/null/x' }, /ENOTDIR/],
  ])('says in one sentence why it cannot start with %o', async (env: Record<string, string>, sentence) => {
    const { code, text } = await launch(env).ended;
    expect(code).toBe(1);
    expect(text).toMatch(sentence);
    expect(text.trim().split('\n')).toHaveLength(1);
  });
});
