// The program as it is started, built once for a test file: what it says, what it answers, and how it ends.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { API_BASE, encodeForm } from '../../../core/endpoints/http.ts';
import { ROOT } from '../../support/shared.ts';

/** How it ended, with all that it wrote. */
interface Ended {
  code: number | null;
  text: string;
  tookMs: number;
}

/** A program that listens. */
export interface Program extends Omit<Launched, 'url'> {
  url: string;
  healthz(): Promise<{ status: number; code: number }>;
  call(path: string, form?: Record<string, string>, token?: string): Promise<Answer>;
  /** Waits until `/healthz` has this status; answers after how long, ms. Throws after `mostMs`. */
  until(status: 200 | 503, mostMs: number): Promise<number>;
}

/** A program that was started and may end before it listens. */
export interface Launched {
  child: ChildProcess;
  /** Where it listens; never resolves when it ends before. */
  url: Promise<string>;
  text(): string;
  ended: Promise<Ended>;
}

interface Answer {
  code: number;
  data: Record<string, never>;
}

/** Builds the server for this file's tests; answers how to launch it. `name` is the file's own. */
export function builtForFile(name: string): (env: Record<string, string>, argv?: string[]) => Launched {
  const output = join(ROOT, 'dist', `tests-${name}`);
  const running: ChildProcess[] = [];
  beforeAll(() => {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const { status, stderr } = spawnSync(
      process.execPath,
      [vite, 'build', '--ssr', '--outDir', output, '--logLevel', 'error'],
      { cwd: ROOT },
    );
    if (status !== 0) throw new Error(stderr.toString());
  }, 120_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(output, { recursive: true, force: true });
  });
  const script = `import(${JSON.stringify(join(output, 'main.js'))}).then(({ run }) => run(process.env))`;
  return (env, argv = [process.execPath]) => {
    const [command = '', ...args] = argv;
    const child = spawn(command, [...args, '--input-type=module', '-e', script], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
    });
    running.push(child);
    const began = performance.now();
    let text = '';
    child.stderr.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code) => resolve({ code, text, tookMs: performance.now() - began }));
    });
    const url = new Promise<string>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        text += bytes.toString();
        const found = /DeFi listens on (http:\S+)\//.exec(text)?.[1];
        if (found) resolve(found);
      });
    });
    return { child, url, ended, text: () => text };
  };
}

/** Posts a form to a call of the program at `url`. */
export async function callAt(
  url: string,
  path: string,
  form: Record<string, string> = {},
  token = '',
): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { accesstoken: token } : {}) };
  return (await (
    await fetch(url + API_BASE + path, { method: 'POST', body: encodeForm(form), headers })
  ).json()) as Answer;
}

/** Builds the server for this file's tests; answers how to start it, which throws when it ends before it listens. */
export function programForFile(name: string): (env: Record<string, string>, argv?: string[]) => Promise<Program> {
  const launch = builtForFile(name);
  return async (env, argv) => {
    const { child, ended, text, ...launched } = launch(env, argv);
    const url = await Promise.race([
      launched.url,
      ended.then(({ code }) => {
        throw new Error(`ended with ${code}: ${text()}`);
      }),
    ]);
    const healthz: Program['healthz'] = async () => {
      const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) });
      return { status: response.status, code: ((await response.json()) as { code: number }).code };
    };
    return {
      child,
      url,
      ended,
      healthz,
      text,
      call: (path, form, token) => callAt(url, path, form, token),
      async until(status, mostMs) {
        const began = performance.now();
        for (;;) {
          const now = await healthz().catch((error: unknown) => ({ status: 0, code: String(error) }));
          const tookMs = performance.now() - began;
          if (now.status === status) return tookMs;
          if (tookMs > mostMs)
            throw new Error(`/healthz is ${now.status} (${now.code}) after ${tookMs} ms, not ${status}:\n${text()}`);
          await pause(50);
        }
      },
    };
  };
}

/** Registers a user at the program; answers the session's token. */
export async function registered(url: string, email: string): Promise<string> {
  const {
    data: { demoCode },
  } = await callAt(url, '/common/code/send', { email, scene: 'register' });
  const { data } = await callAt(url, '/user/register', {
    email,
    code: demoCode ?? '',
    password: 'correct horse',
    rePassword: 'correct horse',
  });
  return data['accesstoken'] ?? '';
}
