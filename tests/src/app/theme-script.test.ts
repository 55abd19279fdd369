// What public/theme.js does before the app: it starts one worker, and shows its price while that is live.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screenHtml } from '../../../src/app/startup/home-html.mjs';
import { ROOT } from '../../support/data/shared-file.ts';

const SCRIPT = readFileSync(join(ROOT, 'public/theme.js'), 'utf8');
const FIRST_PAINT = screenHtml('<div id="root"></div>', {}, 'kline', 'de-DE');
const PRICE = { pair: 'BTC/USDT', last: '67.412,30', liveMs: 1_200 };

class FakeWorker extends EventTarget {
  static started: FakeWorker[] = [];
  readonly url: string;
  readonly name: string;
  constructor(url: string, { name }: { name: string }) {
    super();
    this.url = url;
    this.name = name;
    FakeWorker.started.push(this);
  }
  post(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

let page: Window;
const text = (): string => page.document.querySelector('.first-paint h1')!.textContent.trim();
const shield = (): string | null =>
  page.document.querySelector('.first-paint [data-shield]')!.getAttribute('data-shield');

/** Opens a page at `address` and loads the link that names the worker. */
function open(address: string, stored: Record<string, string> = {}): void {
  page = new Window({ url: `https://defi.example${address}`, width: 390, height: 844 });
  for (const [key, value] of Object.entries(stored)) page.localStorage.setItem(key, value);
  page.document.documentElement.lang = 'de-DE';
  page.document.head.innerHTML = '<meta name="api-origin" content="self">';
  page.document.body.innerHTML = FIRST_PAINT;
  const names = ['window', 'document', 'localStorage', 'location', 'matchMedia', 'Worker'];
  const values = [page, page.document, page.localStorage, page.location, page.matchMedia.bind(page), FakeWorker];
  // eslint-disable-next-line no-new-func
  new Function(...names, SCRIPT)(...values);
  load();
}

/** The browser loaded an element that names the worker. */
function load(): void {
  const link = page.document.createElement('link');
  link.dataset['marketWorker'] = '/assets/market.worker-1.js';
  page.document.head.append(link);
  link.dispatchEvent(new page.Event('load'));
}

beforeEach(() => {
  FakeWorker.started = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('starts one worker for the market in the address, in the language of the page', () => {
  open('/pages/kline/kline?coinInfoId=2');
  load();
  expect(FakeWorker.started.map(({ url, name }) => [url, name])).toEqual([
    ['/assets/market.worker-1.js', 'market-self de-DE 2'],
  ]);
});

it('asks for no price without a market, and on a later visit, whose language may be another', () => {
  open('/pages/kline/kline');
  open('/pages/kline/kline?coinInfoId=2', { fxproLang: '"vi"' });
  expect(FakeWorker.started.map(({ name }) => name)).toEqual(['market-self', 'market-self']);
});

it('shows a price while it is live: not when the worker takes it back, nor when that is silent', () => {
  open('/pages/kline/kline?coinInfoId=2');
  const [worker] = FakeWorker.started;
  expect([text(), shield()]).toEqual(['', 'loading']);
  worker!.post({ earlyPrice: PRICE });
  expect([text(), shield()]).toEqual(['BTC/USDT 67.412,30', 'verified']);
  worker!.post({ earlyPrice: null });
  expect([text(), shield()]).toEqual(['', 'loading']);
  worker!.post({ earlyPrice: PRICE });
  vi.advanceTimersByTime(1_000);
  worker!.post({ earlyPrice: { ...PRICE, last: '67.412,40' } });
  vi.advanceTimersByTime(1_000);
  expect([text(), shield()]).toEqual(['BTC/USDT 67.412,40', 'verified']);
  vi.advanceTimersByTime(300);
  expect([text(), shield()]).toEqual(['', 'loading']);
});

it("leaves the app's own page alone", () => {
  open('/pages/kline/kline?coinInfoId=2');
  page.document.getElementById('root')!.innerHTML = '<h1>App</h1>';
  FakeWorker.started[0]!.post({ earlyPrice: PRICE });
  FakeWorker.started[0]!.post({ id: 'an answer to a call' });
  expect(page.document.body.textContent).toBe('App');
});
