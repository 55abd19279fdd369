// Pages in the engines of other browsers: WebKit, as on iPhones, by WebDriver, and Firefox by Marionette.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../data/free-port.mjs';

export const ENGINES = ['webkit', 'firefox'] as const;
export type Engine = (typeof ENGINES)[number];

/** A page of such a browser. A command that fails rejects with what the browser answers. */
export interface EnginePage {
  go(url: string): Promise<void>;
  /** Runs the body of a function with `arguments`, and returns what it returns. */
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

type Command = (name: string, parameters?: object) => Promise<unknown>;

const START_MS = 60_000;
const ATTEMPT_MS = 250;
const DISPLAY = ':97';

/** Opens a window about this wide, in px: as narrow as the engine lets it be. Throws without the system's packages. */
export async function openEngine(engine: Engine, width: number, height: number): Promise<EnginePage> {
  return engine === 'webkit' ? openWebKit(width, height) : openFirefox(width, height);
}

function installed(path: string, name: string): string {
  if (!existsSync(path)) throw new Error(`${path} is missing: install the package ${name}`);
  return path;
}

/** Repeats an attempt until it succeeds. Throws its last error after a minute. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(ATTEMPT_MS);
    }
  }
}

async function ended(processes: readonly ChildProcess[]): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
}

async function openWebKit(width: number, height: number): Promise<EnginePage> {
  const driver = installed('/usr/bin/WebKitWebDriver', 'webkit2gtk-driver');
  const screen = spawn(installed('/usr/bin/Xvfb', 'xvfb'), [DISPLAY, '-screen', '0', '1920x1200x24'], {
    stdio: 'ignore',
  });
  const port = await freePort();
  const env = { ...process.env, DISPLAY, LANG: 'C.UTF-8', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const server = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error !== undefined) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const binary = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } };
  const { sessionId } = (await eventually(() => request('POST', '/session', { capabilities }))) as {
    sessionId: string;
  };
  const post: Command = (path, body = {}) => request('POST', `/session/${sessionId}/${path}`, body);
  await post('window/rect', { width, height });
  return {
    go: async (url) => void (await post('url', { url })),
    run: async <T>(script: string, ...args: unknown[]) => (await post('execute/sync', { script, args })) as T,
    picture: async (file) =>
      writeFileSync(file, (await request('GET', `/session/${sessionId}/screenshot`)) as string, 'base64'),
    async close() {
      await request('DELETE', `/session/${sessionId}`);
      await ended([server, screen]);
    },
  };
}

async function openFirefox(width: number, height: number): Promise<EnginePage> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'defi-firefox-'));
  writeFileSync(join(profile, 'user.js'), `user_pref('marionette.port', ${port});\n`);
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const browser = spawn(installed('/usr/bin/firefox-esr', 'firefox-esr'), args, {
    env: { ...process.env, HOME: profile },
    stdio: 'ignore',
  });
  const command = marionette(
    await eventually(async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  await command('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  await command('WebDriver:SetWindowRect', { width, height });
  const valueOf = async (name: string, parameters: object): Promise<unknown> =>
    ((await command(name, parameters)) as { value: unknown }).value;
  return {
    go: async (url) => void (await command('WebDriver:Navigate', { url })),
    run: async <T>(script: string, ...scriptArgs: unknown[]) =>
      (await valueOf('WebDriver:ExecuteScript', { script, args: scriptArgs })) as T,
    picture: async (file) =>
      writeFileSync(file, (await valueOf('WebDriver:TakeScreenshot', { full: false })) as string, 'base64'),
    async close() {
      await ended([browser]);
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Commands of Marionette: messages of JSON with their length in front, "35:[0,1,…]". */
function marionette(socket: Socket): Command {
  const waiting = new Map<number, PromiseWithResolvers>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as unknown;
      received = received.subarray(end);
      // The greeting is an object.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { error: string; message: string } | null, unknown];
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result);
    }
  });
  let count = 0;
  return (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      const text = JSON.stringify([0, count, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

interface PromiseWithResolvers {
  resolve(value: unknown): void;
  reject(error: Error): void;
}
