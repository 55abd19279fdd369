// Every route, for visitors and accounts: no error, missing text, overflow, covered button, layout shift or axe
// finding. CRAWL=full: every language in both themes at four widths; CRAWL=fr-FR,vi: those languages.
import { type Page, expect, test } from '@playwright/test';
import { LANGUAGE_CODES } from '../../core/units/language.ts';
import { REPLAY_MARKET } from '../../src/lib/replay-address.ts';
import { Crawler, type Setting, routes } from '../support/browser/crawler.ts';
import { createBusyAccount } from '../support/browser/busy-account.ts';
import { exchangeForRun } from '../support/browser/visitor.ts';

const LANGUAGES: readonly string[] = LANGUAGE_CODES;
const PHONE = { width: 390, height: 844 };
const THEMES = ['dark', 'light'] as const;
/** Languages checked with axe: one of each writing direction. */
const WITH_AXE = new Set(['en-US', 'ar-AE']);
/** Languages of a full crawl; empty for the short one. */
const FULL = parseLanguages(process.env['CRAWL'] ?? '');
/** Limit for one setting with all routes, in ms. */
const SETTING_MS = 300_000;
const ONLY = (process.env['CRAWL_ROUTE'] ?? '').split(',');

test.use({ serviceWorkers: 'allow' });
// Long: its stories are shared out among the workers.
test.describe.configure({ mode: 'parallel' });
const fixture = exchangeForRun();

function parseLanguages(list: string): readonly string[] {
  if (list === 'full') return LANGUAGES;
  const names = list.split(',').filter((language) => language !== '');
  const unknown = names.filter((language) => !LANGUAGES.includes(language));
  if (unknown.length > 0) throw new Error(`CRAWL is "full" or some of ${LANGUAGES.join()}, not ${unknown.join()}`);
  return names;
}

/** Small phone of a visitor in the short crawl. */
const SMALL = { width: 360, height: 640 };
const TABLET = { width: 820, height: 1180 };
const DESKTOP = { width: 1440, height: 900 };
const WIDE = { width: 1920, height: 1080 };

/** The short crawl visits a visitor's pages once, an account's in the other theme and the other writing direction. */
function phoneSettings(token: string): Setting[] {
  return [
    { language: 'en-US', theme: 'dark', token: '', axe: true, size: SMALL },
    { language: 'en-US', theme: 'light', token, axe: true, size: PHONE },
    { language: 'ar-AE', theme: 'dark', token, axe: true, size: PHONE },
  ];
}

function desktopSettings(token: string): Setting[] {
  return [{ language: 'en-US', theme: 'dark', token, axe: true, size: { width: 1280, height: 800 } }];
}

async function crawl(page: Page, all: Setting[]): Promise<void> {
  const crawler = new Crawler(page, fixture.exchange.url, FULL.length > 0);
  // A replay is a document of its own, and loads for seconds: the short crawl leaves it to its own tests.
  const paths = routes().filter(
    (route) => ONLY.some((part) => route.includes(part)) && (FULL.length > 0 || !route.startsWith(REPLAY_MARKET)),
  );
  for (const setting of all) {
    await crawler.begin(setting);
    for (const route of paths) await crawler.visit(route);
  }
  const faulty = new Set(crawler.findings.map(({ route }) => route));
  console.log(paths.map((route) => `${faulty.has(route) ? 'FAULT' : 'ok   '} ${route}`).join('\n'));
  console.log(`${paths.length} routes, ${crawler.visits} visits, ${crawler.findings.length} findings`);
  expect([...new Set(crawler.findings.map(({ where, route, what }) => `${where} ${route} ${what}`))]).toEqual([]);
}

/** A crawl in `settings` of a new account's token, which is '' in those of a visitor. */
function crawlTest(name: string, settings: (token: string) => Setting[]): void {
  test(`every route renders without findings ${name}`, async ({ page, browser }) => {
    test.setTimeout(SETTING_MS);
    const all = settings(await createBusyAccount(page, fixture.exchange.url));
    test.setTimeout(SETTING_MS * all.length);
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-US' });
    await crawl(await context.newPage(), all);
    await context.close();
  });
}

if (FULL.length === 0) {
  crawlTest('on phone', phoneSettings);
  crawlTest('on desktop', desktopSettings);
}
for (const language of FULL)
  for (const [name, size] of Object.entries({ phone: SMALL, tablet: TABLET, desktop: DESKTOP, wide: WIDE }))
    for (const theme of THEMES)
      for (const who of ['visitor', 'account'])
        crawlTest(`in ${language}, ${theme}, on ${name}, as ${who}`, (token) => [
          { language, theme, token: who === 'visitor' ? '' : token, axe: WITH_AXE.has(language), size },
        ]);
