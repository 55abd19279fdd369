// Reads that are refused for their number come again after the time that the refusal names.
import { type Page, type Request, expect, test } from '@playwright/test';
import { accountOf } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, exchangeForFile } from '../../support/browser/visitor.ts';

const fixture = exchangeForFile({ RATE_LIMIT: 'on' });
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/** Code of a refusal for too many requests. */
const TOO_MANY = 1429;

/** Pages, and what shows that their reads came back. */
const PAGES: [path: string, shown: (page: Page) => Promise<void>][] = [
  ['/pages/order/myOrder', (page) => expect(page.getByTestId('order-spot')).toHaveCount(1)],
  ['/pages/tabbar/contracts?coinInfoId=102', (page) => expect(page.getByTestId('position')).toHaveCount(1)],
  ['/pages/wallet/record?type=0', (page) => expect(page.getByTestId('record').first()).toBeVisible()],
  ['/pages/user/security', (page) => expect(page.getByTestId('security-level')).toBeVisible()],
];

/** Of the one account that the exchange lets an address register in a minute. */
let token: string;
test.beforeAll(async ({ browser }) => {
  token = await accountOf(browser, fixture.exchange.url);
});

/** Spends the account's reads beside the page until `done`, as another of its devices would. */
async function flood(done: () => boolean): Promise<void> {
  while (!done())
    await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${fixture.exchange.url}/mmtb-api/coin/assets`, {
          method: 'POST',
          headers: { accesstoken: token, 'content-type': 'application/x-www-form-urlencoded' },
        }).then((answer) => answer.text()),
      ),
    );
}

for (const [path, shown] of PAGES)
  test(`refused reads of ${path} come again`, async ({ page }) => {
    await page.addInitScript(
      (items) => {
        for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
      },
      { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
    );
    /** Calls by path: when each was made, and when it was first refused and for how long; ms, the browser's clock. */
    const asked = new Map<string, number[]>();
    const refused = new Map<string, { atMs: number; waitMs: number }>();
    const note = async (request: Request): Promise<void> => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/mmtb-api/')) return;
      const { startTime, responseStart } = request.timing();
      asked.set(pathname, [...(asked.get(pathname) ?? []), startTime]);
      // The last ones may come when the page is being closed.
      const { code, data } = (await request
        .response()
        .then((response) => response!.json())
        .catch(() => ({ code: 0 }))) as { code: number; data?: { retryAfter: number } };
      if (code === TOO_MANY && !refused.has(pathname))
        refused.set(pathname, { atMs: startTime + responseStart, waitMs: data!.retryAfter * 1000 });
    };
    const noted: Promise<void>[] = [];
    page.on('requestfinished', (request) => noted.push(note(request)));
    const until = Date.now() + 60_000;
    const isOver = (): boolean => refused.size > 0 || Date.now() > until;
    // Again where the flood had left the reads of this second to the page, which makes them once.
    const load = async (): Promise<void> => {
      while (!isOver()) {
        await page.goto(fixture.exchange.url + path, { waitUntil: 'networkidle' });
        await Promise.all(noted);
      }
    };
    await Promise.all([flood(isOver), load()]);
    expect([...refused.keys()]).not.toEqual([]);
    await shown(page);
    await expect(page.locator('#page').getByRole('alert')).toHaveCount(0);
    for (const [pathname, { atMs, waitMs }] of refused)
      await expect
        .poll(() => asked.get(pathname)!.some((ms) => ms >= atMs + waitMs - 50), { message: pathname })
        .toBe(true);
  });
