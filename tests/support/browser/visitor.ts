// Fixture of a browser test (exchange, page errors) and the actions of a user: visit, register, call.
import { type Locator, type Page, expect, test } from '@playwright/test';
import { ExchangeProcess } from './exchange-process.ts';
import { type SharedExchange, sharedExchange } from './shared-exchange.ts';
import { TEST_CALL, recordCalls } from './called-endpoints.ts';

/** Collects uncaught errors and console errors of a page from now on. */
export function collectPageErrors(page: Page): string[] {
  const faults: string[] = [];
  recordCalls(page);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  return faults;
}

/** Local storage of a returning visitor: onboarding is done. */
export const RETURNING_VISITOR: Record<string, string> = {
  fxproLooksAsked: '1',
  fxproHintsSeen: JSON.stringify(['/pages/tabbar/contracts', '/pages/tabbar/trade', '/pages/kline/kline']),
};

/** Makes the browser of a page a returning visitor's. */
async function markReturning(page: Page): Promise<void> {
  await page.addInitScript((items) => {
    for (const [name, value] of Object.entries(items)) if (self === top) localStorage.setItem(name, value);
  }, RETURNING_VISITOR);
}

/** Shared by the tests of one file. */
export interface BrowserFixture<Exchange = SharedExchange> {
  exchange: Exchange;
  /** Errors of the current test's page. */
  pageErrors: string[];
}

/**
 * One exchange for all tests of a file, and the errors of each test's page. Call it once, before the tests. `env` adds
 * to the settings of the exchange. For files that kill or stop their exchange, move its prices or change its settings;
 * others use `exchangeForRun`.
 */
export function exchangeForFile(env: Record<string, string> = {}): BrowserFixture<ExchangeProcess> {
  const fixture = pageFixture<ExchangeProcess>();
  test.beforeAll(async () => {
    fixture.exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off', ...env });
  });
  test.afterAll(() => fixture.exchange.stop());
  return fixture;
}

/** The exchange of all files of a run, which register users of their own. Otherwise like `exchangeForFile`. */
export function exchangeForRun(): BrowserFixture {
  const fixture = pageFixture<SharedExchange>();
  fixture.exchange = sharedExchange();
  return fixture;
}

function pageFixture<Exchange>(): BrowserFixture<Exchange> {
  const fixture = {} as BrowserFixture<Exchange>;
  test.beforeEach(async ({ page }) => {
    fixture.pageErrors = collectPageErrors(page);
    await markReturning(page);
  });
  return fixture;
}

/** Opens a page in English, as a returning visitor's browser would. */
export async function visit(page: Page, url: string): Promise<void> {
  await markReturning(page);
  await page.addInitScript(() => localStorage.setItem('fxproLanguage', 'en-US'));
  await page.goto(url);
}

/** Goes to another page of the app that runs, as a link does: a load takes a second of the processor. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
}

const PASSWORD = 'correct-horse-9';

function newEmail(): string {
  return `visitor-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
}

/** Registers a new user with the form, which shows the code, because a demo exchange sends no email. */
export async function registerByForm(page: Page, url: string): Promise<{ email: string; password: string }> {
  const email = newEmail();
  await visit(page, `${url}/pages/common/reg`);
  await page.getByTestId('email').fill(email);
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toContainText('sends no email');
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('re-password').fill(PASSWORD);
  await page.getByTestId('terms').check();
  await page.getByTestId('submit').click();
  await expect(page).not.toHaveURL(/common\/reg/);
  return { email, password: PASSWORD };
}

/**
 * Registers a new user and logs the page's browser in, without starting the app: two pages of it cost a second of the
 * processor. The page then shows a picture of the same origin.
 */
export async function register(
  page: Page,
  url: string,
  email = newEmail(),
): Promise<{ email: string; password: string }> {
  await visit(page, `${url}/icon.svg`);
  const { demoCode } = await call<{ demoCode: string }>(page, '/common/code/send', { email, scene: 'register' });
  const { accesstoken, ...info } = await call<{ accesstoken: string }>(page, '/user/register', {
    email,
    code: demoCode,
    password: PASSWORD,
    rePassword: PASSWORD,
  });
  await page.evaluate(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    {
      fxproUserToken: accesstoken,
      fxproUserInfo: JSON.stringify(info),
      loginInfo: JSON.stringify({ email }),
    },
  );
  return { email, password: PASSWORD };
}

/** Calls an endpoint from the page, with the page's session; returns `data` of the envelope. */
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
    [path, new URLSearchParams(form).toString(), TEST_CALL] as const,
  ) as Promise<T>;
}

interface AssetsAnswer {
  assets: { coinInfoId: number; balanceSpot: string; balanceSpotFreeze: string }[];
}

/** Available and frozen balance of a coin in the spot account. */
export async function spotBalance(page: Page, coinInfoId: number): Promise<{ available: string; frozen: string }> {
  const { assets } = await call<AssetsAnswer>(page, '/coin/assets');
  const asset = assets.find((candidate) => candidate.coinInfoId === coinInfoId);
  return { available: asset?.balanceSpot ?? '0', frozen: asset?.balanceSpotFreeze ?? '0' };
}

/** Bounding box of a canvas; retried while one canvas replaces another. */
export async function boxOf(canvas: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box = await canvas.boundingBox();
  await expect.poll(async () => (box ??= await canvas.boundingBox())).not.toBeNull();
  return box!;
}
