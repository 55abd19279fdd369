// Checks every route in one page of a visitor and one of an account, for the soaks of the screens.
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBusyAccount } from '../support/browser/busy-account.ts';
import { BROWSER_FLAGS, CHROMIUM } from '../support/browser/browser-path.ts';
import { Crawler, routes } from '../support/browser/crawler.ts';
import { recordLayoutShifts } from '../support/browser/layout-shifts.ts';
import { ExchangeProcess } from '../support/browser/exchange-process.ts';

const HOURS_MS = 3 * 3_600_000;
const STILL = 'sim:10@still';

/** The texts of a setting of the environment, divided by commas; where there is none, `all`. */
export function chosen(setting: string, all: readonly string[]): readonly string[] {
  return process.env[setting]?.split(',') ?? all;
}

export interface RouteSoak {
  /** What holds, as "fits the screen". */
  holds: string;
  /** Setting of the environment with parts of the paths that are checked; absent: all. */
  setting: string;
  axe: boolean;
  /** Each is made of every route, in one page. */
  checks: readonly ((crawler: Crawler, route: string) => Promise<void>)[];
  /** Widths in px that have a page of their own; absent: one page, whose width the checks change. */
  widths?: readonly number[];
  /** Absent: a repeatable market without movement. */
  market?: string;
}

export function soakEveryRoute({ holds, setting, axe, checks, widths = [390], market = STILL }: RouteSoak): void {
  const paths = routes().filter((path) => chosen(setting, ['']).some((part) => path.includes(part)));
  let exchange: ExchangeProcess;
  let browser: Browser;

  beforeAll(async () => {
    exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off', DEMO_REVIEWS: 'off', MARKET: market });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
  }, HOURS_MS);
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  const visits = ['a visitor', 'an account'].flatMap((who) => widths.map((width) => [who, width] as const));
  it.each(visits)(`every route ${holds} of %s at first %i px wide`, { timeout: HOURS_MS }, async (who, width) => {
    let token = '';
    if (who === 'an account') {
      const registration = await browser.newPage();
      token = await createBusyAccount(registration, exchange.url);
      await registration.close();
    }
    // Colours that fade would be judged half-way.
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await recordLayoutShifts(page);
    const crawler = new Crawler(page, exchange.url);
    await crawler.begin({ language: 'en-US', theme: 'dark', token, axe });
    for (const check of checks) for (const route of paths) await check(crawler, route);
    await context.close();
    console.log(
      `${who}, ${width} px: ${paths.length} routes, ${crawler.checks} checks, ${crawler.findings.length} findings`,
    );
    expect(crawler.findings.map((one) => Object.values(one).join(' '))).toEqual([]);
  });
}
