// A cluster of built nodes on this machine, and a user who places orders at one of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { API_BASE, encodeForm } from '../../core/endpoints/http.ts';
import { buildStale } from '../../server/build-stale.mjs';
import { BUILDS } from '../../server/build-stamp.mjs';
import { ROOT } from '../../tests/support/data/shared-file.ts';
import { startFlags } from '../harness/start-flags.ts';

export interface ClusterNode {
  child: ChildProcess;
  /** Resolves with the address when it listens. */
  url: Promise<string>;
  text(): string;
  ended: Promise<unknown>;
}

export class Nodes {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'defi-cluster-bench-'));
  readonly #running = new Set<ChildProcess>();

  static async built(): Promise<Nodes> {
    await buildStale(['server'], console.log);
    return new Nodes();
  }

  launch(env: Record<string, string>): ClusterNode {
    const built = (file: string): string => JSON.stringify(pathToFileURL(join(ROOT, BUILDS.server.output, file)));
    // Rows are written on a thread, as under `npm start`.
    const options = `{ rowsThread: new URL(${built('rows-thread.js')}) }`;
    const script = `import(${built('main.js')}).then(({ run }) => run(process.env, ${options}))`;
    const child = spawn(process.execPath, [...startFlags(), '-e', script], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', RATE_LIMIT: 'off', DATA_DIR: this.dataDir, ...env },
    });
    this.#running.add(child);
    let text = '';
    const ended = new Promise((resolve) => {
      child.on('close', resolve);
    });
    const url = new Promise<string>((resolve) => {
      const read = (bytes: Buffer): void => {
        text += bytes.toString();
        const found = /DeFi listens on (http:\S+)\//.exec(text)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
    });
    return { child, url, ended, text: () => text };
  }

  end(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Waits until a condition holds; throws Error after a minute. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const from = performance.now(); !(await condition()); await pause(10))
    if (performance.now() - from > 60_000) throw new Error('not within a minute');
}

interface Answer {
  code: number;
  data: Record<string, string>;
}

export async function call(url: string, path: string, form: Record<string, string>, token = ''): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(token ? { accesstoken: token } : {}) };
  return (await (
    await fetch(url + API_BASE + path, { method: 'POST', body: encodeForm(form), headers })
  ).json()) as Answer;
}

/** Registers a user with demo money; resolves with their access token. */
export async function newUser(url: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { data: sent } = await call(url, '/common/code/send', { email, scene: 'register' });
  const password = 'correct horse';
  const form = { email, code: sent['demoCode'] ?? '', password, rePassword: password };
  const { data } = await call(url, '/user/register', form);
  if (!data['accesstoken']) throw new Error('no user could be registered');
  return data['accesstoken'];
}

/** A user with demo money; `place` resolves with the code of the answer to an order that rests, or to its cancel. */
export class Trader {
  readonly #url: string;
  readonly #token: string;
  readonly #price: string;
  #number = 0;
  #restingId = '';

  constructor(url: string, token: string, price: string) {
    this.#url = url;
    this.#token = token;
    this.#price = price;
  }

  static async at(url: string): Promise<Trader> {
    const token = await newUser(url);
    const { data: ticker } = await call(url, '/coin/ticker', { coinInfoId: '2' });
    return new Trader(url, token, String(Math.round(Number(ticker['last']) * 0.93)));
  }

  async act(): Promise<number> {
    const clientNo = `b${(this.#number += 1)}`;
    if (this.#restingId) {
      const { code } = await call(this.#url, '/coin/order/close', { id: this.#restingId, clientNo }, this.#token);
      if (code === 0) this.#restingId = '';
      return code;
    }
    const order = { coinInfoId: '2', side: 'buy', orderType: 'limit', price: this.#price, amount: '0.0001', clientNo };
    const { code, data } = await call(this.#url, '/coin/order/add', order, this.#token);
    if (code === 0) this.#restingId = String(data['id']);
    return code;
  }
}
