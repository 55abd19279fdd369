// A Chromium with one page, driven by the DevTools protocol alone.
// A test driver listens to all sockets of all workers: it would receive every message, which costs the page more than
// the messages do, and at 10,000 a second its own replies wait behind them for minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM } from '../../tests/support/browser/browser-path.ts';
import type { TraceEvent } from '../chart/trace.ts';

const ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  '--mute-audio',
  '--password-store=basic',
  '--lang=en-US',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  // As a browser draws by itself where there is no GPU; a GPU played by software costs six times as much, and no device
  // does that.
  '--disable-gpu',
];
/** An answer that takes longer never comes: a run ends rather than hang. */
const TIMEOUT_MS = 60_000;
/** A browser that does not close on request is killed. */
const CLOSING_MS = 5_000;

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}
interface Waiting {
  done: (result: unknown) => void;
  failed: (error: Error) => void;
}

export class Devtools {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #lastId = 0;
  #rest = '';
  #session = '';

  private constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'defi-bench-'));
    this.#child = spawn(
      CHROMIUM,
      [...ARGS, `--user-data-dir=${this.#folder}`, '--remote-debugging-pipe', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    const answers = this.#child.stdio[4] as Readable;
    answers.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
    this.#child.on('exit', () => this.#fail('the browser ended'));
  }

  /** Starts a browser with an empty page of `width` x `height` CSS px. */
  static async open(width: number, height: number): Promise<Devtools> {
    const tools = new Devtools();
    const { targetInfos } = await tools.#browser<{ targetInfos: { type: string; targetId: string }[] }>(
      'Target.getTargets',
    );
    const page = targetInfos.find(({ type }) => type === 'page');
    if (!page) throw new Error('the browser has no page');
    tools.#session = (
      await tools.#browser<{ sessionId: string }>('Target.attachToTarget', { targetId: page.targetId, flatten: true })
    ).sessionId;
    await tools.send('Page.enable');
    await tools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    tools.on('Inspector.targetCrashed', () => tools.#fail('the page crashed'));
    return tools;
  }

  /** Of the browser. */
  get pid(): number {
    return this.#child.pid!;
  }

  /** A command to the page. Throws Error when it is refused or does not answer. */
  send<T>(method: string, params: object = {}): Promise<T> {
    return this.#command<T>({ method, params, sessionId: this.#session });
  }

  /**
   * Runs `source` in the page's next worker before its own code; resolves to the session of the worker for `evaluate`.
   */
  async instrumentWorker(source: string): Promise<string> {
    const attached = new Promise<string>((done) =>
      this.on('Target.attachedToTarget', (params) => done((params as { sessionId: string }).sessionId)),
    );
    await this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    const worker = await attached;
    await this.evaluate(source, worker);
    await this.#command({ method: 'Runtime.runIfWaitingForDebugger', params: {}, sessionId: worker });
    return worker;
  }

  /** Value of an expression in the page, or in a worker; a promise is waited for. Throws what it throws. */
  async evaluate<T>(expression: string, sessionId = this.#session): Promise<T> {
    const { result, exceptionDetails } = await this.#command<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>({ method: 'Runtime.evaluate', params: { expression, awaitPromise: true, returnByValue: true }, sessionId });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the page threw');
    return result.value;
  }

  /** Subscribes to one kind of event; a second listener replaces the first. */
  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  /** What all threads do for `ms`. */
  async trace(categories: readonly string[], ms: number): Promise<TraceEvent[]> {
    const complete = new Promise<{ stream: string }>((done) =>
      this.on('Tracing.tracingComplete', (params) => done(params as { stream: string })),
    );
    await this.#browser('Tracing.start', {
      transferMode: 'ReturnAsStream',
      traceConfig: {
        includedCategories: categories.filter((name) => !name.startsWith('-')),
        excludedCategories: categories.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
      },
    });
    await new Promise((done) => {
      setTimeout(done, ms);
    });
    await this.#browser('Tracing.end');
    const { stream } = await complete;
    let text = '';
    for (let eof = false; !eof;) {
      const part = await this.#browser<{ data: string; eof: boolean }>('IO.read', { handle: stream, size: 1 << 22 });
      text += part.data;
      eof = part.eof;
    }
    await this.#browser('IO.close', { handle: stream });
    return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, 'exit');
      const late = setTimeout(() => this.#child.kill('SIGKILL'), CLOSING_MS);
      // The browser may be gone before it answers: what counts is that it is gone.
      this.#browser('Browser.close').catch(() => {});
      await gone;
      clearTimeout(late);
    }
    // Its helpers may still write for a moment.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #browser<T>(method: string, params: object = {}): Promise<T> {
    return this.#command<T>({ method, params });
  }

  #command<T>(command: { method: string; params: object; sessionId?: string }): Promise<T> {
    const id = ++this.#lastId;
    return new Promise<T>((done, failed) => {
      const timer = setTimeout(
        () => this.#settle(id)?.failed(new Error(`${command.method} was not answered`)),
        TIMEOUT_MS,
      );
      this.#waiting.set(id, {
        done: (result) => {
          clearTimeout(timer);
          done(result as T);
        },
        failed: (error) => {
          clearTimeout(timer);
          failed(error);
        },
      });
      (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, ...command })}\0`);
    });
  }

  #read(chunk: string): void {
    const parts = (this.#rest + chunk).split('\0');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#take(JSON.parse(part) as Message);
  }

  #take({ id, method, params, result, error }: Message): void {
    if (id === undefined) return this.#listeners.get(method ?? '')?.(params);
    const waiting = this.#settle(id);
    if (error) waiting?.failed(new Error(error.message));
    else waiting?.done(result);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #fail(reason: string): void {
    for (const id of this.#waiting.keys()) this.#settle(id)?.failed(new Error(reason));
  }
}
