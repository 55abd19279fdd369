// What a person does in the app, in the words of the tests.
import { type Locator, type Page, expect, test } from '@playwright/test';
import { Exchange } from './exchange.ts';
import { STORY, hear } from './called-endpoints.ts';

/** What a page complains of from now on: errors that nobody caught, and those it writes to the console. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  hear(page);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  return faults;
}

/** What a browser keeps that was here before: what is asked and told once, was. */
export const BEEN_HERE: Record<string, string> = {
  fxproLooksAsked: '1',
  fxproHintsSeen: JSON.stringify(['/pages/tabbar/contracts', '/pages/tabbar/trade', '/pages/kline/kline']),
};

/** Makes a page one of a browser that was here before. */
async function comeBack(page: Page): Promise<void> {
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) if (self === top) localStorage.setItem(name, value);
  }, BEEN_HERE);
}

/** What the stories of one file share. */
export interface Street {
  exchange: Exchange;
  /** What the page of this story complained of. */
  faults: string[];
}

/**
 * One exchange for the stories of a file, each with a page that is listened to. To be called once, before the stories.
 * `env` adds to its settings.
 */
export function street(env: Record<string, string> = {}): Street {
  const shared = {} as Street;
  test.beforeAll(async () => {
    shared.exchange = await Exchange.start({ RATE_LIMIT: 'off', ...env });
  });
  test.afterAll(() => shared.exchange.stop());
  test.beforeEach(async ({ page }) => {
    shared.faults = faultsOf(page);
    await comeBack(page);
  });
  return shared;
}

/** Opens a page in English, as a returning visitor's browser would. */
export async function visit(page: Page, url: string): Promise<void> {
  await comeBack(page);
  await page.addInitScript(() => localStorage.setItem('fxproLanguage', 'en-US'));
  await page.goto(url);
}

/** Fills the form as a newcomer: the code is shown, because a demo exchange sends no mail. */
export async function register(page: Page, url: string): Promise<{ email: string; password: string }> {
  const email = `visitor-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
  const password = 'correct-horse-9';
  await visit(page, `${url}/pages/common/reg`);
  await page.getByTestId('email').fill(email);
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toContainText('sends no mail');
  await page.getByTestId('password').fill(password);
  await page.getByTestId('re-password').fill(password);
  await page.getByTestId('terms').check();
  await page.getByTestId('submit').click();
  await expect(page).not.toHaveURL(/common\/reg/);
  return { email, password };
}

/** A call as the page makes it, with the session the page has. */
export async function call<T>(page: Page, path: string, form: Record<string, string> = {}): Promise<T> {
  return page.evaluate(
    async ([target, body, story]) => {
      const answer = await fetch(`/mmtb-api${target}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...story,
          accesstoken: localStorage.getItem('fxproUserToken') ?? '',
        },
        body,
      });
      return ((await answer.json()) as { data: unknown }).data;
    },
    [path, new URLSearchParams(form).toString(), STORY] as const,
  ) as Promise<T>;
}

interface AssetsAnswer {
  assets: { coinInfoId: number; balanceSpot: string; balanceSpotFreeze: string }[];
}

/** Available and frozen of a coin in the spot account, as the exchange says. */
export async function spot(page: Page, coinInfoId: number): Promise<{ available: string; frozen: string }> {
  const { assets } = await call<AssetsAnswer>(page, '/coin/assets');
  const asset = assets.find((candidate) => candidate.coinInfoId === coinInfoId);
  return { available: asset?.balanceSpot ?? '0', frozen: asset?.balanceSpotFreeze ?? '0' };
}

/** Where a canvas stands; asked again while a picture takes over from the one before. */
export async function boxOf(canvas: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box = await canvas.boundingBox();
  await expect.poll(async () => (box ??= await canvas.boundingBox())).not.toBeNull();
  return box!;
}
