// @vitest-environment happy-dom
// A window that uses the market worker of its opener, and what it does when that ends.
import { expose } from 'comlink';
import { beforeEach, expect, it, vi } from 'vitest';
import { MessageChannel as Channel, type MessagePort as Port } from 'node:worker_threads';
import type { View } from '../../../core/worker-protocol/worker-protocol.ts';
import { workerLock } from '../../../core/worker-protocol/worker-protocol.ts';
import { OpenerMarket } from '../../../src/api/opener-market.ts';
import type { ShareRequest } from '../../../src/api/shared-market.ts';
import { CONFIG, type FakeMarketWorker, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';

const TICKERS: View = { kind: 'tickers' };
const TRADES: View = { kind: 'trades', coinInfoId: 2, rows: 40 };
const CALL = { path: '/coin/order/add', form: {}, token: 'token', language: 'en-US' };

/** Exclusive locks of one browser; a window that is gone gives its own up by `release`. */
class Locks {
  readonly #queues = new Map<string, { run: () => unknown; done: (result: unknown) => void }[]>();
  readonly #held = new Map<string, () => void>();

  request(name: string, run: () => unknown): Promise<unknown> {
    return new Promise((done) => {
      const queue = this.#queues.get(name) ?? [];
      queue.push({ run, done });
      this.#queues.set(name, queue);
      if (!this.#held.has(name)) this.#next(name);
    });
  }

  release(name: string): void {
    this.#held.get(name)?.();
  }

  get held(): string[] {
    return [...this.#held.keys()];
  }

  #next(name: string): void {
    const first = this.#queues.get(name)?.shift();
    this.#held.delete(name);
    if (!first) return;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#next(name);
    };
    this.#held.set(name, release);
    queueMicrotask(() => {
      void Promise.resolve(first.run()).then((result) => {
        first.done(result);
        release();
      });
    });
  }
}

let locks: Locks;
/** The worker of the opener, and those that this window started. */
let shared: FakeMarketWorker;
let own: FakeMarketWorker[];
let lock: string;
let answers: boolean;

class OwnWorker {
  readonly #port: Port;

  constructor() {
    const { port1, port2 } = new Channel();
    const worker = fakeMarketWorker();
    own.push(worker);
    expose(worker, port1 as never);
    this.#port = port2;
  }

  addEventListener(kind: string, listener: () => void): void {
    if (kind === 'message') (this.#port as unknown as EventTarget).addEventListener(kind, listener);
  }

  removeEventListener(): void {}
  start(): void {
    this.#port.start();
  }

  postMessage(message: unknown, transfer: never[]): void {
    this.#port.start();
    this.#port.postMessage(message, transfer);
  }
}

const opener = {
  postMessage: (request: ShareRequest, _origin: string, [port]: [Port]) => {
    ({ lock } = request);
    if (!answers) return;
    void locks.request(workerLock(lock), () => new Promise(() => {}));
    expose(shared, port as never);
  },
} as unknown as Window;

beforeEach(() => {
  locks = new Locks();
  shared = fakeMarketWorker();
  own = [];
  answers = true;
  vi.stubGlobal('MessageChannel', Channel);
  vi.stubGlobal('Worker', OwnWorker);
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
});

async function started(): Promise<OpenerMarket> {
  const market = new OpenerMarket(
    opener,
    () => {},
    () => {},
  );
  await market.start(CONFIG, new Channel().port1 as never);
  return market;
}

it('is served by the opener, whose session it leaves alone', async () => {
  const market = await started();
  await market.setSession('token');
  await market.open(1, TICKERS);
  await market.open(2, TRADES);
  await market.close(2);
  expect(shared.calls).toEqual(['open tickers', 'open trades', 'close trades']);
  expect(own).toHaveLength(0);
  expect(locks.held).toContain(lock);
});

it('opens what it shows in a worker of its own when that of the opener ends', async () => {
  const market = await started();
  await market.setSession('token');
  await market.setSaving(true);
  await market.open(1, TICKERS);
  await market.open(2, TRADES);
  await market.close(1);
  locks.release(workerLock(lock));
  await expect.poll(() => own[0]?.calls).toEqual(['session token', 'saving true', 'open trades']);
  await market.change(2, { ...TRADES, rows: 20 });
  await market.setSession(null);
  expect(own[0]!.calls.slice(3)).toEqual(['change trades', 'session null']);
  expect(locks.held).not.toContain(lock);
});

it('a call that the ended worker did not answer has an unknown outcome', async () => {
  const market = await started();
  shared.call = () => new Promise(() => {});
  const answer = market.call(CALL);
  await expect.poll(() => locks.held).toContain(workerLock(lock));
  locks.release(workerLock(lock));
  expect(await answer).toEqual({ sent: true, answer: null });
});

it('starts a worker of its own when the opener does not answer, with each view once', async () => {
  answers = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const market = new OpenerMarket(
    opener,
    () => {},
    () => {},
  );
  const ready = market.start(CONFIG, new Channel().port1 as never);
  const opened = market.open(1, TICKERS);
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await Promise.all([ready, opened]);
  expect(own).toHaveLength(1);
  expect(own[0]!.calls.filter((name) => name.startsWith('open'))).toEqual(['open tickers']);
  expect(locks.held).not.toContain(lock);
});
