// The program as it is started, built once for a test file: what it says, what it answers, and how it ends.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { API_BASE, encodeForm } from '../../contract/door.ts';
import { ROOT } from '../shared.ts';

export interface Ended { code: number | null; text: string }

export interface Program {
  child: ChildProcess;
  /** Where it listens; rejects when it ends before. */
  url: string;
  text(): string;
  ended: Promise<Ended>;
  healthz(): Promise<{ status: number; code: number }>;
  call(path: string, form?: Record<string, string>, token?: string): Promise<{ code: number; data: Record<string, never> }>;
  /** Waits until `/healthz` has this status; answers after how long, ms. Throws after `mostMs`. */
  until(status: 200 | 503, mostMs: number): Promise<number>;
}

/** Builds the server for this file's tests; answers how to start it. `name` is the file's own. */
export function programForFile(name: string): (env: Record<string, string>, argv?: string[]) => Promise<Program> {
  const output = join(ROOT, 'dist', `tests-${name}`);
  const running: ChildProcess[] = [];
  beforeAll(() => {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--ssr', '--outDir', output, '--logLevel', 'error'], { cwd: ROOT });
    if (status !== 0) throw new Error(stderr.toString());
  }, 120_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(output, { recursive: true, force: true });
  });
  const script = `import(${JSON.stringify(join(output, 'main.js'))}).then(({ run }) => run(process.env))`;
  return async (env, argv = [process.execPath]) => {
    const [command = '', ...args] = argv;
    const child = spawn(command, [...args, '--input-type=module', '-e', script], {
      cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
    });
    running.push(child);
    let text = '';
    child.stderr.on('data', (bytes: Buffer) => { text += bytes.toString(); });
    const ended = new Promise<Ended>((resolve) => { child.on('close', (code) => resolve({ code, text })); });
    const url = await Promise.race([
      new Promise<string>((resolve) => {
        child.stdout.on('data', (bytes: Buffer) => {
          text += bytes.toString();
          const found = /DeFi listens on (http:\S+)\//.exec(text)?.[1];
          if (found) resolve(found);
        });
      }),
      ended.then(({ code }) => { throw new Error(`ended with ${code}: ${text}`); }),
    ]);
    const healthz: Program['healthz'] = async () => {
      const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) });
      return { status: response.status, code: ((await response.json()) as { code: number }).code };
    };
    return {
      child, url, ended, healthz, text: () => text,
      async call(path, form = {}, token = '') {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { accesstoken: token } : {}) };
        return (await (await fetch(url + API_BASE + path, { method: 'POST', body: encodeForm(form), headers })).json()) as { code: number; data: Record<string, never> };
      },
      async until(status, mostMs) {
        const began = performance.now();
        for (;;) {
          const now = await healthz().catch((error: unknown) => ({ status: 0, code: String(error) }));
          const tookMs = performance.now() - began;
          if (now.status === status) return tookMs;
          if (tookMs > mostMs) throw new Error(`/healthz is ${now.status} (${now.code}) after ${tookMs} ms, not ${status}:\n${text}`);
          await pause(50);
        }
      },
    };
  };
}

export async function registered({ call }: Program, email: string): Promise<string> {
  const { data: { demoCode } } = await call('/common/code/send', { email, scene: 'register' });
  const { data } = await call('/user/register', { email, code: demoCode ?? '', password: 'correct horse', rePassword: 'correct horse' });
  return data['accesstoken'] ?? '';
}
