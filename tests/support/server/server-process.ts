// The built exchange in a process of its own: its output, its answers, and how it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { API_BASE, encodeForm } from '../../../core/endpoints/http.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { buildStale } from '../../../server/build-stale.mjs';
import { BUILDS, isStale } from '../../../server/build-stamp.mjs';
import { MAKING_MS, madeOnce } from '../data/made-once.ts';
import { msUntil, ownWait, stopwatch } from '../data/processor-wait.ts';
import { ROOT } from '../data/shared-file.ts';
import { noteWriter } from './data-folder.ts';

/** Exit of a program, with all of its output. */
interface Ended {
  code: number | null;
  text: string;
}

/** A program that listens on `url`. */
export interface Program extends Omit<Launched, 'url'> {
  url: string;
  healthz(): Promise<{ status: number; code: number }>;
  call(path: string, form?: Record<string, string>, token?: string): Promise<Answer>;
  /**
   * Waits until `/healthz` has this status; returns how long that took, in ms, without what the program waited for a
   * processor, and this process after its last look. Throws after `mostMs` of that.
   */
  until(status: 200 | 503, mostMs: number, waiting?: number): Promise<number>;
}

/** A program that was started and may exit before it listens. */
export interface Launched {
  child: ChildProcess;
  /** Address it listens on; never resolves when it exits before. */
  url: Promise<string>;
  text(): string;
  ended: Promise<Ended>;
  /** How long it takes to end from now on, in ms, without what it waits for a processor. */
  msToEnd(): Promise<number>;
}

interface Answer {
  code: number;
  data: Record<string, never>;
}

/** Builds the server where it is older than its sources. Test files that need it share one build. */
async function ensureBuilt(): Promise<void> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  await madeOnce(
    join(ROOT, 'dist', '.server-build-lock'),
    () => !isStale('server'),
    () => buildStale(['server'], () => undefined),
  );
}

/**
 * Builds the server where needed; returns a function that launches it, or another build of it. All processes end with
 * the file's tests.
 */
export function launcherForFile(): (env: Record<string, string>, argv?: string[], build?: string) => Launched {
  const running: ChildProcess[] = [];
  beforeAll(ensureBuilt, 2 * MAKING_MS);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  return (env, argv = [process.execPath], build = join(ROOT, BUILDS.server.output)) => {
    const built = (file: string): string => JSON.stringify(pathToFileURL(join(build, file)));
    // Engines of a cluster write rows on a thread, as under `npm start`; of one process, other tests have the thread.
    const options = env['ROLE'] === 'engine' ? `{ rowsThread: new URL(${built('rows-thread.js')}) }` : '{}';
    const script = `import(${built('main.js')}).then(({ run }) => run(process.env, ${options}))`;
    const [command = '', ...args] = argv;
    const child = spawn(command, [...args, '-e', script], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
    });
    running.push(child);
    let text = '';
    child.stderr.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code) => resolve({ code, text }));
    });
    if (env['DATA_DIR'] !== undefined) noteWriter({ dataDir: env['DATA_DIR'], child, ended });
    const url = new Promise<string>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        text += bytes.toString();
        const found = /DeFi listens on (http:\S+)\//.exec(text)?.[1];
        if (found) resolve(found);
      });
    });
    return { child, url, ended, text: () => text, msToEnd: () => msUntil(ended, child.pid ?? 0) };
  };
}

/** Posts a form to an endpoint of the program at `url`. */
export async function callAt(
  url: string,
  path: string,
  form: Record<string, string> = {},
  token = '',
  more: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { ...type, ...(token ? { accesstoken: token } : {}), ...more };
  return (await (
    await fetch(url + API_BASE + path, { method: 'POST', body: encodeForm(form), headers })
  ).json()) as Answer;
}

/** Like `launcherForFile`, but waits until the program listens. Throws when it exits before that. */
export function programForFile(): (env: Record<string, string>, argv?: string[]) => Promise<Program> {
  const launch = launcherForFile();
  return async (env, argv) => {
    const { child, ended, text, msToEnd, ...launched } = launch(env, argv);
    const url = await Promise.race([
      launched.url,
      ended.then(({ code }) => {
        throw new Error(`ended with ${code}: ${text()}`);
      }),
    ]);
    const healthz = async (mostMs = 30_000): ReturnType<Program['healthz']> => {
      const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(mostMs) });
      return { status: response.status, code: ((await response.json()) as { code: number }).code };
    };
    return {
      child,
      url,
      ended,
      msToEnd,
      healthz: () => healthz(),
      text,
      call: (path, form, token) => callAt(url, path, form, token),
      async until(status, mostMs, waiting = 1) {
        const elapsedMs = stopwatch(child.pid ?? 0, waiting);
        let sinceLookMs = ownWait();
        for (;;) {
          const now = await healthz(2_000).catch((error: unknown) => ({ status: 0, code: String(error) }));
          const tookMs = elapsedMs() - sinceLookMs();
          if (now.status === status) return tookMs;
          if (tookMs > mostMs)
            throw new Error(`/healthz is ${now.status} (${now.code}) after ${tookMs} ms, not ${status}:\n${text()}`);
          sinceLookMs = ownWait();
          await pause(50);
        }
      },
    };
  };
}

/** Of each user that is registered. */
export const PASSWORD = 'correct horse';

/** Registers a user at the program at `url`; returns the session's token. Throws Error when that is refused. */
export async function registered(url: string, email: string): Promise<string> {
  const accepted = async (path: string, form: Record<string, string>): Promise<Answer['data']> => {
    for (const began = performance.now(); ;) {
      const { code, data } = await callAt(url, path, form);
      if (code === 0) return data;
      // 1500: it is not done, where an engine was late.
      if (code !== CODE.busy || performance.now() - began > 30_000) throw new Error(`${path} is refused with ${code}`);
      await pause(100);
    }
  };
  const { demoCode } = await accepted('/common/code/send', { email, scene: 'register' });
  const { accesstoken } = await accepted('/user/register', {
    email,
    code: demoCode ?? '',
    password: PASSWORD,
    rePassword: PASSWORD,
  });
  return accesstoken ?? '';
}
