// What public/theme.js does before the app: it leaves for a page of its own in old browsers, starts one worker, and
// shows its price while that is live.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenHtml } from '../../../src/app/startup/home-html.mjs';
import { LANGUAGES } from '../../../src/locales/languages.ts';
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
  runScript();
  load();
}

/** Runs the script in the page, with what a browser has or has not in place of the page's. */
function runScript(given: Record<string, unknown> = {}): void {
  const { document, localStorage, location } = page;
  const matchMedia = page.matchMedia.bind(page);
  const all = { window: page, document, localStorage, location, matchMedia, Worker: FakeWorker, AbortSignal, ...given };
  // eslint-disable-next-line no-new-func
  new Function(...Object.keys(all), SCRIPT)(...Object.values(all));
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

describe('a browser that cannot run the app', () => {
  const old = { documentElement: { dataset: {} }, addEventListener: (): void => {} };

  it.each([
    ['popovers', { document: old }],
    ['AbortSignal.any', { AbortSignal: {} }],
  ])('goes to a page of its own without %s', (_, given) => {
    open('/');
    const replace = vi.fn<(url: string) => void>();
    runScript({ location: { replace }, ...given });
    expect(replace.mock.calls).toEqual([['/old-browser.html']]);
  });

  it('reads there in every language which ones can', () => {
    const { document } = new Window();
    document.write(readFileSync(join(ROOT, 'public/old-browser.html'), 'utf8'));
    const texts = [...document.querySelectorAll('p')];
    expect(texts.map(({ lang }) => lang || 'en-US').toSorted()).toEqual(Object.keys(LANGUAGES).toSorted());
    for (const { textContent } of texts)
      for (const version of ['116', '17.4', '125']) expect(textContent).toContain(version);
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('Chrome or Edge 116, Safari 17.4, Firefox 125');
  });
});
