// Every route in the engines of other browsers, as a visitor and with an account: no error, nothing wider than the
// screen, and prices that are live. ENGINES: those alone. A route with a finding leaves its picture.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../core/units/durations.ts';
import { routes } from '../support/browser/crawler.ts';
import { ExchangeProcess } from '../support/browser/exchange-process.ts';
import { ENGINES, type Engine, type EnginePage, openEngine } from '../support/browser/other-engines.ts';
import { ROOT } from '../support/data/shared-file.ts';
import { chosen } from './every-route.ts';

/** Limit for a route to load all that it shows. */
const IDLE_MS = 15_000;
const PICTURES = join(ROOT, 'test-results', 'engines');
const PASSWORD = 'correct-horse-9';

const SETTINGS = [
  { who: 'visitor', width: 390, language: 'en-US', theme: 'dark' },
  { who: 'account', width: 390, language: 'de-DE', theme: 'light' },
  { who: 'account', width: 1440, language: 'ar-AE', theme: 'dark' },
] as const;

let exchange: ExchangeProcess;
beforeAll(async () => {
  exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  mkdirSync(PICTURES, { recursive: true });
}, HOUR_MS);
afterAll(() => exchange?.stop());

async function call<T>(path: string, form: Record<string, string>): Promise<T> {
  const answer = await fetch(`${exchange.url}/mmtb-api${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { data: T }).data;
}

async function newToken(): Promise<string> {
  const email = `engines-${Date.now()}@example.com`;
  const { demoCode: code } = await call<{ demoCode: string }>('/common/code/send', { email, scene: 'register' });
  const form = { email, code, password: PASSWORD, rePassword: PASSWORD };
  return (await call<{ accesstoken: string }>('/user/register', form)).accesstoken;
}

/** Errors of the page from now on are collected in `found`. */
const COLLECT = `
  const found = window.found = [];
  addEventListener('error', ({ message }) => found.push('error: ' + message));
  addEventListener('unhandledrejection', ({ reason }) => found.push('rejection: ' + reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    found.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
  const report = console.error;
  console.error = (...words) => { found.push('console: ' + words.join(' ')); report(...words); };`;

/** Whether the page still loads, or shows a price that is not live. */
const IS_BUSY = `
  return document.querySelector('#page main, #page form, #page canvas, #page section') === null ||
    document.querySelector('[aria-busy="true"]') !== null ||
    [...document.querySelectorAll('[data-testid="feed-light"]')].some(({ dataset }) => dataset.shield !== 'verified');`;

const FINDINGS = `
  const { scrollWidth, clientWidth } = document.documentElement;
  return [...found.splice(0), ...(scrollWidth > clientWidth ? ['wider than the screen: ' + scrollWidth] : [])];`;

async function findingsOf(page: EnginePage, route: string): Promise<string[]> {
  await page.run(`history.pushState({}, '', arguments[0])`, route);
  await pause(500);
  const until = Date.now() + IDLE_MS;
  let isBusy = true;
  while (isBusy && Date.now() < until) {
    isBusy = await page.run<boolean>(IS_BUSY);
    if (isBusy) await pause(250);
  }
  return [...(await page.run<string[]>(FINDINGS)), ...(isBusy ? ['does not become idle and live'] : [])];
}

async function crawl(engine: Engine, { who, width, language, theme }: (typeof SETTINGS)[number]): Promise<string[]> {
  const page = await openEngine(engine, width, 844);
  const all: string[] = [];
  try {
    await page.go(`${exchange.url}/icon.svg`);
    const items = {
      fxproLanguage: language,
      fxproTheme: theme,
      fxproUserToken: who === 'visitor' ? '' : await newToken(),
    };
    await page.run(
      `for (const [name, value] of Object.entries(arguments[0])) localStorage.setItem(name, value)`,
      items,
    );
    await page.go(`${exchange.url}/pages/set/currency`);
    await page.run(COLLECT);
    // A replay is a document of its own.
    for (const route of routes().filter((path) => !path.startsWith('/replay/'))) {
      const findings = await findingsOf(page, route);
      all.push(...findings.map((finding) => `${route} ${finding}`));
      if (findings.length > 0)
        await page.picture(join(PICTURES, `${engine}-${width}${route.replace(/\W+/g, '-')}.png`));
    }
  } finally {
    await page.close();
  }
  return all;
}

const cases = chosen('ENGINES', ENGINES).flatMap((engine) =>
  SETTINGS.map((setting) => ({ engine: engine as Engine, setting, ...setting })),
);
it.each(cases)(
  'every route works in $engine for $who in $language, $theme, $width px wide',
  { timeout: HOUR_MS },
  async ({ engine, setting }) => expect(await crawl(engine, setting)).toEqual([]),
);
