// Every route, for visitors and accounts: no error, missing text, overflow, covered button, layout shift or axe
// finding.
// CRAWL=full: every language in both themes; CRAWL=fr-FR,vi: those languages.
import { type Page, expect, test } from '@playwright/test';
import { Crawler, type Setting, routes } from '../support/browser/crawler.ts';
import { call, register, exchangeForWorker } from '../support/browser/visitor.ts';

const LANGUAGES = ['en-US', 'ar-AE', 'zh-TW', 'ko-KR', 'ja-JP', 'de-DE', 'fr-FR', 'ru-RU', 'vi'];
const PHONE = { width: 390, height: 844 };
const THEMES = ['dark', 'light'] as const;
/** Languages checked with axe: one of each writing direction. */
const WITH_AXE = new Set(['en-US', 'ar-AE']);
/** Languages of a full crawl; empty for the short one. */
const FULL = parseLanguages(process.env['CRAWL'] ?? '');
/** Limit for one setting with all routes, in ms. */
const SETTING_MS = 300_000;
const ONLY = process.env['CRAWL_ROUTE'];

const fixture = exchangeForWorker();

/** Registers an account with orders, a position and a transfer; returns its token. */
async function createAccount(page: Page): Promise<string> {
  await register(page, fixture.exchange.url);
  const last = Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: '2' })).last);
  await call(page, '/coin/order/add', {
    coinInfoId: '2',
    side: 'buy',
    orderType: 'market',
    total: '500',
    clientNo: 'crawl-1',
  });
  await call(page, '/coin/order/add', {
    coinInfoId: '2',
    side: 'buy',
    orderType: 'limit',
    price: String(Math.floor(last * 0.97)),
    amount: '0.01',
    clientNo: 'crawl-2',
  });
  await call(page, '/coin/transfer', {
    coinInfoId: '1',
    type: 'transfer_to_contract',
    amount: '2000',
    clientNo: 'crawl-3',
  });
  await call(page, '/coin/contract/order/add', {
    coinInfoId: '102',
    direction: 'long',
    orderType: 'market',
    multiple: '10',
    amount: '0.05',
    clientNo: 'crawl-4',
  });
  return (await page.evaluate(() => localStorage.getItem('fxproUserToken')))!;
}

function parseLanguages(list: string): string[] {
  if (list === 'full') return LANGUAGES;
  const names = list.split(',').filter((language) => language !== '');
  const unknown = names.filter((language) => !LANGUAGES.includes(language));
  if (unknown.length > 0) throw new Error(`CRAWL is "full" or some of ${LANGUAGES.join()}, not ${unknown.join()}`);
  return names;
}

/** Small phone of a visitor in the short crawl. */
const SMALL = { width: 360, height: 640 };

/** The short crawl visits a visitor's pages once, an account's in the other theme and the other writing direction. */
function phoneSettings(token: string): Setting[] {
  if (FULL.length > 0) return fullSettings([token, '']);
  return [
    { language: 'en-US', theme: 'dark', token: '', axe: true, size: SMALL },
    { language: 'en-US', theme: 'light', token, axe: true, size: PHONE },
    { language: 'ar-AE', theme: 'dark', token, axe: true },
  ];
}

function desktopSettings(token: string): Setting[] {
  return FULL.length > 0 ? fullSettings([token]) : [{ language: 'en-US', theme: 'dark', token, axe: true }];
}

function fullSettings(tokens: string[]): Setting[] {
  return FULL.flatMap((language) =>
    THEMES.flatMap((theme) =>
      tokens.map((token): Setting => ({ language, theme, token, axe: WITH_AXE.has(language) })),
    ),
  );
}

async function crawl(page: Page, all: Setting[]): Promise<void> {
  const crawler = new Crawler(page, fixture.exchange.url);
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

for (const [name, viewport, settings] of [
  ['phone', PHONE, phoneSettings],
  ['desktop', { width: 1280, height: 800 }, desktopSettings],
] as const) {
  test(`every route renders without findings on ${name}`, async ({ page, browser }) => {
    test.setTimeout(SETTING_MS);
    const all = settings(await createAccount(page));
    test.setTimeout(SETTING_MS * all.length);
    const context = await browser.newContext({ viewport, locale: 'en-US' });
    await crawl(await context.newPage(), all);
    await context.close();
  });
}
