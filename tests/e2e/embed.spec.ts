// The chart embedded in a foreign site: commands and events, origin checks, no storage, no other framed page.
import { type FrameLocator, type Page, expect, test } from '@playwright/test';
import { sharedExchange } from '../support/browser/shared-exchange.ts';
import { ForeignSite } from './support/foreign-site.ts';
import { RECORD } from '../../workers/recorder/recording-file.ts';
import { feedFile, tradeText } from '../support/data/generated-feed.ts';
import { btcInfo } from '../support/feed/btc-market.ts';
import { boxOf, collectPageErrors, visit } from '../support/browser/visitor.ts';

const MESSAGES = `
  window.received = [];
  window.addEventListener('message', (event) => { if (event.data && event.data.defiChart === 1) received.push(event.data); });
  window.ask = (fields) => new Promise((done) => {
    const id = 'no-' + Math.random();
    window.addEventListener('message', function answer({ data }) {
      if (data.id === id) { window.removeEventListener('message', answer); done(data); }
    });
    chart.contentWindow.postMessage({ defiChart: 1, id, ...fields }, EXCHANGE);
  });
`;

const exchange = sharedExchange();
let site: ForeignSite;
let otherFrame: ForeignSite;

test.beforeAll(async () => {
  otherFrame = await ForeignSite.open(
    {
      // Another frame of the same page, which sends commands to the chart without being its host.
      '/': `<script>setInterval(() => { for (const command of ['hello', 'setTheme', 'setSymbol', 'replayFile'])
      parent.frames[0].postMessage({ defiChart: 1, id: 'other-frame', command, theme: 'light', symbol: 'ETH/USDT', file: new Blob(['x']) }, '*'); }, 50);
      addEventListener('message', () => { document.title = 'message'; });</script>`,
    },
    exchange.url,
  );
  site = await ForeignSite.open(
    {
      '/loader': `<!doctype html><script src="${exchange.url}/embed.js"></script>
      <defi-chart symbol="BTC/USDT" interval="1m" main="MA(5,10),BOLL" sub="VOL,MACD" theme="dark" lang="en-US"></defi-chart>
      <script>window.chart = document.querySelector('defi-chart'); window.received = [];
      for (const name of ['ready', 'candle', 'crosshair', 'error']) chart.addEventListener(name, (event) => received.push({ event: name, detail: event.detail }));</script>`,
      '/frame': `<!doctype html><iframe id="chart" width="390" height="400"></iframe><iframe src="${otherFrame.origin}/"></iframe>
      <script>const EXCHANGE = '${exchange.url}'; ${MESSAGES} chart.src = EXCHANGE + '/pages/kline/kline?' + location.search.slice(1);</script>`,
      '/trade': `<!doctype html><iframe id="chart" src="${exchange.url}/pages/tabbar/trade"></iframe>`,
    },
    exchange.url,
  );
});
test.afterAll(() => Promise.all([site.close(), otherFrame.close()]));

interface FrameMessage {
  event: string;
  id?: string;
  code?: string;
  message?: string;
  value?: Record<string, unknown>;
  state?: Record<string, unknown>;
  detail?: Record<string, unknown>;
  replay?: { time: number; ended: boolean };
  candle?: { close: number };
}

const receivedBy = (page: Page): Promise<FrameMessage[]> =>
  page.evaluate(() => (window as unknown as { received: FrameMessage[] }).received);
const ask = (page: Page, fields: object): Promise<FrameMessage> =>
  page.evaluate((given) => (window as unknown as { ask(fields: object): Promise<FrameMessage> }).ask(given), fields);
const expectMessage = (page: Page, wanted: (one: FrameMessage) => boolean): Promise<void> =>
  expect.poll(async () => (await receivedBy(page)).some(wanted), { timeout: 30_000 }).toBe(true);

test('<defi-chart> in a foreign site follows its attributes and methods and returns a picture', async ({ page }) => {
  const faults = collectPageErrors(page);
  await page.goto(`${site.origin}/loader`);
  const frame: FrameLocator = page.locator('defi-chart iframe').contentFrame();
  await expectMessage(
    page,
    (one) =>
      one.event === 'ready' &&
      one.detail?.['symbol'] === 'BTC/USDT' &&
      one.detail['main'] === 'MA(5,10),BOLL' &&
      one.detail['sub'] === 'VOL,MACD',
  );
  await expect(frame.locator('header')).toContainText('BTC/USDT');
  await expectMessage(page, (one) => one.event === 'candle' && Number(one.detail?.['close']) > 0);

  const ratio = await page.evaluate(() => devicePixelRatio);
  const box = await boxOf(frame.locator('canvas'));
  await expect(async () => {
    // Pointer listeners load after first paint, so the mouse has to move again.
    await page.mouse.move(box.x + box.width / 2 - 5, box.y + box.height / 3);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
    expect(
      (await receivedBy(page)).some(
        (one) =>
          one.event === 'crosshair' &&
          one.detail?.['symbol'] === 'BTC/USDT' &&
          Number(one.detail['high']) >= Number(one.detail['low']),
      ),
    ).toBe(true);
  }).toPass({ timeout: 30_000 });
  const pictures = await page.evaluate(async () => {
    const { chart } = window as unknown as {
      chart: HTMLElement & Record<string, (...args: string[]) => Promise<Blob>>;
    };
    const picture = async (): Promise<{ width: number; height: number; bytes: number; mean: number[] }> => {
      const blob = await chart['snapshot']!();
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(2, 2, 1, 1);
      return {
        width: bitmap.width,
        height: bitmap.height,
        bytes: blob.type === 'image/png' ? blob.size : 0,
        mean: [...data],
      };
    };
    const dark = await picture();
    await chart['setTheme']!('light');
    await chart['addIndicator']!('RSI(6)');
    return { dark, light: await picture() };
  });
  expect(pictures.dark).toMatchObject({ width: Math.round(box.width * ratio), height: Math.round(box.height * ratio) });
  expect(pictures.dark.bytes).toBeGreaterThan(3000);
  expect(pictures.dark.mean).toEqual([11, 15, 21, 255]);
  expect(pictures.light.mean).toEqual([244, 246, 250, 255]);

  await page.evaluate(() => document.querySelector('defi-chart')!.setAttribute('symbol', 'ETH/USDT'));
  await expectMessage(
    page,
    (one) => one.event === 'ready' && one.detail?.['symbol'] === 'ETH/USDT' && one.detail['sub'] === 'VOL,MACD,RSI(6)',
  );
  await expect(frame.locator('header')).toContainText('ETH/USDT');
  expect(faults).toEqual([]);

  await page.evaluate(() => document.querySelector('defi-chart')!.setAttribute('interval', '9m'));
  await expectMessage(page, (one) => one.event === 'error' && /one of 1s, 1m/.test(String(one.detail?.['message'])));
  await expect(frame.locator('header')).toContainText('1m');
});

test('the frame obeys its host page and ignores messages of other frames', async ({ page }) => {
  await page.goto(
    `${site.origin}/frame?embed=1&symbol=btcusdt&interval=5m&theme=dark&lang=zh-TW&origin=${site.origin}`,
  );
  await expectMessage(page, (one) => one.event === 'ready' && one.state?.['symbol'] === 'BTC/USDT');
  await page.waitForTimeout(500);
  expect((await ask(page, { command: 'hello' })).value).toMatchObject({
    symbol: 'BTC/USDT',
    interval: '5m',
    theme: 'dark',
    locale: 'zh-TW',
  });
  expect(await ask(page, { command: 'setSymbol' })).toMatchObject({
    event: 'error',
    code: 'malformed',
    message: expect.stringMatching(/^setSymbol needs "symbol"/),
  });
  expect(await ask(page, { command: 'setSymbol', symbol: 'NO/SUCH' })).toMatchObject({
    event: 'error',
    code: 'unknown-symbol',
  });
  expect(await ask(page, { command: 'addIndicator', indicator: 'MA(0)' })).toMatchObject({
    event: 'error',
    code: 'unknown-indicator',
    message: expect.stringContaining('from 1 to 1000'),
  });
  expect(await ask(page, { command: 'dance' })).toMatchObject({ event: 'error', code: 'unknown-command' });
  expect((await ask(page, { command: 'setLocale', locale: 'en-US' })).value).toMatchObject({
    symbol: 'BTC/USDT',
    locale: 'en-US',
  });
  expect((await ask(page, { command: 'snapshot', format: 'dataUrl' })).value).toMatchObject({
    png: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    widthPx: expect.any(Number),
  });
  expect((await receivedBy(page)).some(({ id }) => id === 'other-frame')).toBe(false);
});

test('a replay in a frame is the chart alone, shows its time, and obeys its page', async ({ page }) => {
  const at = Date.now() - 1_000;
  await page.goto(`${site.origin}/frame?embed=1&symbol=btcusdt&interval=1m&replay=${at}&origin=${site.origin}`);
  await expectMessage(page, (one) => one.event === 'ready' && one.state?.['symbol'] === 'BTC/USDT');
  const replays = async () => (await receivedBy(page)).filter(({ event }) => event === 'replay');
  await expect.poll(async () => (await replays()).length).toBeGreaterThan(0);
  expect(await ask(page, { command: 'replayStep', by: 'back' })).toMatchObject({ code: 'malformed' });
  expect(await ask(page, { command: 'replayStep', by: 'event' })).toMatchObject({ event: 'answer' });
  const frame = page.locator('#chart').contentFrame();
  await expect(frame.locator('header [data-fresh="stale"]')).toContainText(String(new Date(at).getFullYear()));
  // The app is another document: none of it may start in a frame of a foreign site.
  await expect(frame.locator('canvas')).toHaveCount(1);
  await expect(frame.getByTestId('book-bids')).toHaveCount(0);
  await expect(frame.locator('main, nav')).toHaveCount(0);
});

test('a replay in a frame plays the file of its page, asks nothing of the exchange then, and refuses a bad one', async ({
  page,
}) => {
  const zero = Date.UTC(2025, 3, 5, 9);
  const info = { ...btcInfo(), pair: 'BTC/USDT', priceTick: '0.5', pricePrecision: 1 };
  const bytes = feedFile(
    info,
    zero,
    Array.from({ length: 300 }, (_, second) => {
      const text = tradeText(1 + second, zero + second * 1_000, `${1_000 + (second % 40)}.5`);
      return [RECORD.text, second * 1_000, text] as const;
    }),
  );
  await page.goto(
    `${site.origin}/frame?embed=1&symbol=ethusdt&interval=1m&main=VPVR,FOOTPRINT&replay=${Date.now() - 1_000}&origin=${site.origin}`,
  );
  await expectMessage(page, (one) => one.event === 'ready' && one.state?.['symbol'] === 'ETH/USDT');
  const hand = (content: Uint8Array): Promise<FrameMessage> =>
    page.evaluate((text) => {
      const file = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
      return (window as unknown as { ask(fields: object): Promise<FrameMessage> }).ask({ command: 'replayFile', file });
    }, Buffer.from(content).toString('base64'));
  expect(await hand(bytes.subarray(0, 40))).toMatchObject({
    event: 'error',
    code: 'bad-file',
    message: expect.stringMatching(/no complete message/),
  });
  expect((await ask(page, { command: 'hello' })).value).toMatchObject({ symbol: 'ETH/USDT' });
  expect(await hand(bytes)).toMatchObject({ event: 'answer', value: { symbol: 'BTC/USDT', main: 'VPVR,FOOTPRINT' } });
  await expectMessage(page, (one) => one.event === 'ready' && one.state?.['symbol'] === 'BTC/USDT');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(coin|forex)\//.test(request.url())) asked.push(request.url());
  });
  const frame = page.locator('#chart').contentFrame();
  await expect(frame.locator('header [data-fresh="stale"]')).toContainText('2025');
  expect(await ask(page, { command: 'replaySpeed', speed: 500 })).toMatchObject({ event: 'answer' });
  expect(await ask(page, { command: 'replayPlay' })).toMatchObject({ event: 'answer' });
  await expectMessage(
    page,
    ({ event, replay }) => event === 'replay' && replay!.ended && replay!.time === zero + 299_000,
  );
  await expectMessage(page, ({ event, candle }) => event === 'candle' && candle!.close === 1_019.5);
  expect(await ask(page, { command: 'setSymbol', symbol: 'ETH/USDT' })).toMatchObject({ code: 'unknown-symbol' });
  expect(asked).toEqual([]);
});

test('unknown symbol, interval and indicator are reported, and the chart starts with the defaults', async ({
  page,
}) => {
  await page.goto(`${site.origin}/frame?embed=1&symbol=NO/SUCH&interval=9m&main=NONE&origin=${site.origin}`);
  await expectMessage(page, (one) => one.code === 'unknown-symbol');
  const frame = page.locator('#chart').contentFrame();
  await expect(frame.getByText('This market does not exist')).toBeVisible();
  expect((await receivedBy(page)).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['unknown-interval', 'unknown-indicator', 'unknown-symbol']),
  );
  expect((await ask(page, { command: 'setSymbol', symbol: 'ETH/USDT' })).value).toMatchObject({
    symbol: 'ETH/USDT',
    interval: '15m',
    main: 'MA',
  });
  await expectMessage(page, (one) => one.event === 'ready');
  await expect(frame.getByText('This market does not exist')).toBeHidden();
});

test('the frame neither reads nor writes storage and has no session', async ({ page, context }) => {
  await context.addInitScript(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    for (const name of ['getItem', 'setItem', 'removeItem', 'clear', 'key'] as const) {
      const inner = Storage.prototype[name] as (...args: unknown[]) => unknown;
      Object.assign(Storage.prototype, {
        [name](this: Storage, ...args: unknown[]): unknown {
          touched.push(`${name} ${args.join()}`);
          return inner.apply(this, args);
        },
      });
    }
  });
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['accesstoken']) tokens.push(request.url());
  });
  // On the exchange's own origin, where the frame could read its storage.
  await page.goto(`${exchange.url}/theme.js`);
  const stored = {
    fxproUserToken: 'secret',
    fxproTheme: 'system',
    fxproLanguage: 'ko-KR',
    mainInd: 'EMA',
    subInd: 'KDJ',
  };
  await page.evaluate(
    ([items, harness]) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
      const frame = document.createElement('iframe');
      frame.src = '/pages/kline/kline?embed=1&theme=dark&lang=en-US&origin=' + location.origin;
      document.body.replaceChildren(frame);
      Object.assign(window, { EXCHANGE: location.origin, chart: frame });
      new Function(harness)();
    },
    [stored, MESSAGES] as const,
  );
  await expectMessage(
    page,
    (one) => one.event === 'ready' && one.state?.['main'] === 'MA' && one.state['theme'] === 'dark',
  );
  await ask(page, { command: 'setTheme', theme: 'light' });
  await ask(page, { command: 'setIndicators', main: '', sub: 'RSI' });
  await ask(page, { command: 'setLocale', locale: 'ja-JP' });
  const frame = page.frames().find((one) => one.url().includes('embed=1'))!;
  expect(await frame.evaluate(() => (window as unknown as { touched: string[] }).touched)).toEqual([]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(stored);
  expect(tokens).toEqual([]);
});

/** Records the lines of the guide's list from now on: the list shows five, and each new candle takes one. */
async function recordLines(page: Page): Promise<() => Promise<string[]>> {
  await page.locator('main ol').evaluate((list) => {
    const lines: string[] = [];
    Object.assign(window, { lines });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) lines.push(node.textContent ?? '');
    }).observe(list, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { lines: string[] }).lines);
}

for (const theme of ['dark', 'light'] as const) {
  test(`the embedding guide shows a working chart under its own CSP, ${theme}`, async ({ page }) => {
    const faults = collectPageErrors(page);
    await page.addInitScript((value) => {
      if (self === top) localStorage.setItem('fxproTheme', value);
    }, theme);
    await visit(page, `${exchange.url}/embed/`);
    const frame = page.locator('defi-chart iframe').contentFrame();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /^candle BTC\/USDT 1m close/ })
        .first(),
    ).toBeVisible({ timeout: 30_000 });
    // Same origin, hence same process: headless Chromium reports a leaving mouse to no other process.
    const box = await boxOf(frame.locator('canvas'));
    const lines = await recordLines(page);
    await expect(async () => {
      await page.mouse.move(box.x + 95, box.y + 100);
      await page.mouse.move(box.x + 100, box.y + 100);
      expect(await lines()).toContainEqual(expect.stringMatching(/^crosshair BTC/));
    }).toPass();
    await page.mouse.move(box.x + 100, box.y - 60);
    await expect.poll(lines).toContain('crosshair null');
    await page.getByLabel('Market').selectOption('ETH/USDT');
    await expect(frame.locator('header')).toContainText('ETH/USDT');
    await expect(page.locator('pre').first()).toContainText('symbol="ETH/USDT"');
    await page.getByRole('button', { name: 'Take a picture' }).click();
    await expect(page.getByAltText('Picture of the chart')).toHaveJSProperty('complete', true);
    expect(
      await page.getByAltText('Picture of the chart').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(300);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(faults).toEqual([]);
  });
}

test('no other page of the exchange can be framed', async ({ page, request }) => {
  await page.goto(`${site.origin}/trade`);
  await page.waitForTimeout(1_000);
  expect(
    page
      .frames()
      .map((one) => one.url())
      .filter((url) => url.startsWith(exchange.url)),
  ).toEqual([]);
  for (const path of [
    '/',
    '/pages/tabbar/trade',
    '/pages/kline/kline',
    '/pages/kline/kline?embed=0',
    '/pages/tabbar/trade?embed=1',
    '/pages/kline/kline/?embed=1',
    '/chart-frame.html',
    '/embed',
  ]) {
    const headers = (await request.get(exchange.url + path)).headers();
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options'], path).toBe('DENY');
  }
  const open = await request.get(`${exchange.url}/pages/kline/kline?embed=1`);
  expect(open.headers()['content-security-policy']).toContain('frame-ancestors *');
  expect(open.headers()['x-frame-options']).toBeUndefined();
});
