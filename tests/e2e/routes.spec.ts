// Every route, for a visitor and for an account: no error, no missing word, nothing too wide, nothing that jumps, nothing that axe finds. CRAWL=full: every language and theme.
import { type Page, expect, test } from '@playwright/test';
import { Crawler, type Setting, routes } from './crawler.ts';
import { call, register, street } from './visitor.ts';

const FULL = process.env['CRAWL'] === 'full';
const OTHERS = ['zh-TW', 'ko-KR', 'ja-JP', 'de-DE', 'fr-FR', 'ru-RU', 'vi'];
const THEMES = ['dark', 'light'] as const;
const ONLY = process.env['CRAWL_ROUTE'];

const here = street();

/** An account that has something of everything: orders, a position, a transfer. Gives its token. */
async function member(page: Page): Promise<string> {
  await register(page, here.exchange.url);
  const last = Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: '2' })).last);
  await call(page, '/coin/order/add', { coinInfoId: '2', side: 'buy', orderType: 'market', total: '500', clientNo: 'crawl-1' });
  await call(page, '/coin/order/add', { coinInfoId: '2', side: 'buy', orderType: 'limit', price: String(Math.floor(last * 0.97)), amount: '0.01', clientNo: 'crawl-2' });
  await call(page, '/coin/transfer', { coinInfoId: '1', type: 'transfer_to_contract', amount: '2000', clientNo: 'crawl-3' });
  await call(page, '/coin/contract/order/add', { coinInfoId: '102', direction: 'long', orderType: 'market', multiple: '10', amount: '0.05', clientNo: 'crawl-4' });
  return (await page.evaluate(() => localStorage.getItem('fxproUserToken')))!;
}

/** In the quick part a visitor's pages are looked at once, an account's in the other theme and in the other direction. */
function settings(token: string): Setting[] {
  const quick: Setting[] = [
    { language: 'en-US', theme: 'dark', token: '', axe: true },
    { language: 'en-US', theme: 'light', token, axe: true },
    { language: 'ar-AE', theme: 'dark', token, axe: true },
  ];
  if (!FULL) return quick;
  return [
    ...quick,
    { language: 'en-US', theme: 'dark', token, axe: true },
    { language: 'en-US', theme: 'light', token: '', axe: true },
    { language: 'ar-AE', theme: 'light', token, axe: true },
    { language: 'ar-AE', theme: 'dark', token: '', axe: true },
    { language: 'ar-AE', theme: 'light', token: '', axe: true },
    ...OTHERS.flatMap((language) => THEMES.flatMap((theme) => [token, ''].map((who): Setting => ({ language, theme, token: who, axe: false })))),
  ];
}

async function crawl(page: Page, all: Setting[]): Promise<void> {
  const crawler = new Crawler(page, here.exchange.url);
  const paths = routes().filter((route) => ONLY === undefined || route.includes(ONLY));
  for (const setting of all) {
    await crawler.begin(setting);
    for (const route of paths) await crawler.visit(route);
  }
  const faulty = new Set(crawler.findings.map(({ route }) => route));
  console.log(paths.map((route) => `${faulty.has(route) ? 'FAULT' : 'ok   '} ${route}`).join('\n'));
  console.log(`${paths.length} routes, ${crawler.visits} visits, ${crawler.findings.length} findings`);
  expect([...new Set(crawler.findings.map(({ where, route, what }) => `${where} ${route} ${what}`))]).toEqual([]);
}

test('every route stands, by phone', async ({ page, browser }) => {
  test.setTimeout(FULL ? 7_200_000 : 300_000);
  const token = await member(page);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  await crawl(await context.newPage(), settings(token));
  await context.close();
});

test('every route stands, by desk', async ({ page, browser }) => {
  test.setTimeout(300_000);
  const token = await member(page);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await crawl(await context.newPage(), [{ language: 'en-US', theme: 'dark', token, axe: true }]);
  await context.close();
});
