// Every route, for a visitor and for an account: no error, no missing word, nothing too wide, nothing that jumps,
// nothing that axe finds. CRAWL=full: every language in both themes; CRAWL=fr-FR,vi: those languages.
import { type Page, expect, test } from '@playwright/test';
import { Crawler, type Setting, routes } from './support/crawler.ts';
import { call, register, street } from './support/visitor.ts';

const LANGUAGES = ['en-US', 'ar-AE', 'zh-TW', 'ko-KR', 'ja-JP', 'de-DE', 'fr-FR', 'ru-RU', 'vi'];
const THEMES = ['dark', 'light'] as const;
/** Searched for faults of access: a language of either direction stands for the others. */
const SEARCHED = new Set(['en-US', 'ar-AE']);
/** Languages that are gone through whole; none for the quick part. */
const WHOLE = languages(process.env['CRAWL'] ?? '');
/** Time for one setting: all routes, in ms. */
const SETTING_MS = 300_000;
const ONLY = process.env['CRAWL_ROUTE'];

const here = street();

/** An account that has something of everything: orders, a position, a transfer. Gives its token. */
async function member(page: Page): Promise<string> {
  await register(page, here.exchange.url);
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

function languages(asked: string): string[] {
  if (asked === 'full') return LANGUAGES;
  const list = asked.split(',').filter((language) => language !== '');
  const strange = list.filter((language) => !LANGUAGES.includes(language));
  if (strange.length > 0) throw new Error(`CRAWL is "full" or some of ${LANGUAGES.join()}, not ${strange.join()}`);
  return list;
}

/**
 * In the quick part a visitor's pages are looked at once, an account's in the other theme and in the other direction.
 */
function byPhone(token: string): Setting[] {
  if (WHOLE.length > 0) return whole([token, '']);
  return [
    { language: 'en-US', theme: 'dark', token: '', axe: true },
    { language: 'en-US', theme: 'light', token, axe: true },
    { language: 'ar-AE', theme: 'dark', token, axe: true },
  ];
}

function byDesk(token: string): Setting[] {
  return WHOLE.length > 0 ? whole([token]) : [{ language: 'en-US', theme: 'dark', token, axe: true }];
}

function whole(tokens: string[]): Setting[] {
  return WHOLE.flatMap((language) =>
    THEMES.flatMap((theme) =>
      tokens.map((token): Setting => ({ language, theme, token, axe: SEARCHED.has(language) })),
    ),
  );
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

for (const [name, viewport, settings] of [
  ['phone', { width: 390, height: 844 }, byPhone],
  ['desk', { width: 1280, height: 800 }, byDesk],
] as const) {
  test(`every route stands, by ${name}`, async ({ page, browser }) => {
    test.setTimeout(SETTING_MS);
    const all = settings(await member(page));
    test.setTimeout(SETTING_MS * all.length);
    const context = await browser.newContext({ viewport, locale: 'en-US' });
    await crawl(await context.newPage(), all);
    await context.close();
  });
}
