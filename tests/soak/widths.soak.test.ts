// Every route fits the screen, from the smallest phone to the widest desktop, in every language: none is wider, and no
// text is cut off or drawn over another. WIDTHS=320,360, WIDTHS_LANGUAGES=de-DE,ar-AE, WIDTHS_ROUTE=seconds,/wallet/:
// those.
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBusyAccount } from '../support/browser/busy-account.ts';
import { BROWSER_FLAGS, CHROMIUM } from '../support/browser/browser-path.ts';
import { Crawler, routes } from '../support/browser/crawler.ts';
import { ExchangeProcess } from '../support/browser/exchange-process.ts';

const WIDTHS = process.env['WIDTHS']?.split(',').map(Number) ?? [320, 360, 390, 768, 820, 1024, 1280, 1920, 3840];
const LANGUAGES = ['en-US', 'ar-AE', 'zh-TW', 'ko-KR', 'ja-JP', 'de-DE', 'fr-FR', 'ru-RU', 'vi'];
const chosen = process.env['WIDTHS_LANGUAGES']?.split(',') ?? LANGUAGES;
const only = (process.env['WIDTHS_ROUTE'] ?? '').split(',');
const HOUR_MS = 3_600_000;

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off', DEMO_REVIEWS: 'off', MARKET: 'sim:10@still' });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
}, HOUR_MS);
afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

it.each(['a visitor', 'an account'])('every route fits the screen of %s', { timeout: HOUR_MS }, async (who) => {
  let token = '';
  if (who === 'an account') {
    const registration = await browser.newPage();
    token = await createBusyAccount(registration, exchange.url);
    await registration.close();
  }
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 800 } });
  const crawler = new Crawler(await context.newPage(), exchange.url);
  await crawler.begin({ language: chosen[0]!, theme: 'dark', token, axe: false });
  const paths = routes().filter((path) => only.some((part) => path.includes(part)));
  for (const route of paths) await crawler.fit(route, chosen, WIDTHS);
  await context.close();
  expect(crawler.findings.map((one) => Object.values(one).join(' '))).toEqual([]);
});
