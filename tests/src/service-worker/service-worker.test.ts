// The service worker: which requests it answers, and from where.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ROOT } from '../../support/data/shared-file.ts';

/** A script, no module: it has no types to import. */
const SCRIPT = join(ROOT, 'src/service-worker/service-worker.ts');
const ORIGIN = 'https://exchange.example';
const HASHED = `${ORIGIN}/assets/market.worker-abc.js`;
const FRAME = `${ORIGIN}/pages/kline/kline?embed=1`;

interface FetchEvent {
  request: { method: string; url: string; mode: string; destination: string };
  respondWith: (answer: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

let onFetch: (event: FetchEvent) => void;
const storing = vi.fn(async (_request: unknown, _answer: Response) => undefined);
const cache = Object.fromEntries([['put', storing]]);
const caches = { open: vi.fn(async () => cache), match: vi.fn(async (): Promise<Response | undefined> => undefined) };
const network = vi.fn(async () => new Response('from the network'));
const warn = vi.spyOn(console, 'warn');

beforeEach(async () => {
  vi.resetModules();
  vi.resetAllMocks();
  warn.mockImplementation(() => undefined);
  caches.open.mockResolvedValue(cache);
  network.mockImplementation(async () => new Response('from the network'));
  vi.stubGlobal('SHELL', ['/']);
  vi.stubGlobal('BUILD', 'build');
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('self', {
    location: new URL(ORIGIN),
    addEventListener: (name: string, listener: typeof onFetch) => {
      if (name === 'fetch') onFetch = listener;
    },
  });
  await import(SCRIPT);
});
afterEach(() => void vi.unstubAllGlobals());

/** The answer to a request, when what it leaves behind has ended; null where the browser is left to itself. */
async function answerTo(url: string, mode: string, destination: string): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  const work: Promise<unknown>[] = [];
  onFetch({
    request: { method: 'GET', url, mode, destination },
    respondWith: (given) => (answer = given),
    waitUntil: (more) => void work.push(more),
  });
  const text = answer === null ? null : await (await (answer as Promise<Response>)).text();
  await Promise.all(work);
  return text;
}

it('gives the page of the app where the network does not answer', async () => {
  network.mockRejectedValue(new TypeError('no network'));
  caches.match.mockResolvedValue(new Response('the app'));
  expect(await answerTo(`${ORIGIN}/pages/tabbar/trade`, 'navigate', 'document')).toBe('the app');
});

it('never gives the page of the app to the frame of an embedded chart', async () => {
  network.mockRejectedValue(new TypeError('no network'));
  caches.match.mockResolvedValue(new Response('the app'));
  expect(await answerTo(FRAME, 'navigate', 'iframe')).toBeNull();
});

it('stores a part of the build, and gives it from there', async () => {
  expect(await answerTo(HASHED, 'no-cors', 'script')).toBe('from the network');
  expect(await storing.mock.calls[0]![1].text()).toBe('from the network');
  caches.match.mockResolvedValue(new Response('stored'));
  expect(await answerTo(HASHED, 'no-cors', 'script')).toBe('stored');
  expect(network).toHaveBeenCalledOnce();
});

it('gives a part of the build that cannot be stored, or looked up', async () => {
  storing.mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  expect(await answerTo(HASHED, 'same-origin', 'worker')).toBe('from the network');
  caches.match.mockRejectedValue(new DOMException('', 'UnknownError'));
  caches.open.mockRejectedValue(new DOMException('', 'UnknownError'));
  expect(await answerTo(HASHED, 'same-origin', 'worker')).toBe('from the network');
  expect(warn).toHaveBeenCalledTimes(2);
});
