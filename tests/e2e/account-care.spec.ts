// Account upkeep: passwords, authenticator, favourites, margin of a position, conversion, notices.
import { type Page, expect, test } from '@playwright/test';
import { authenticator, bindAuthenticator, fundContracts, photograph } from './support/journey.ts';
import { NetworkLine } from './support/network-line.ts';
import {
  call,
  exchangeForRun,
  navigate,
  register,
  registerByForm,
  spotBalance,
  visit,
} from '../support/browser/visitor.ts';

const USDT = 1;
const EURUSD = 201;
const PERPETUAL = 103;
const OTHER = 'battery-staple-8';
const THIRD = 'staple-correct-7';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${fixture.exchange.url}${path}`);
};

/** A long position of the page's user, with money beside it. */
async function openPosition(page: Page): Promise<void> {
  await fundContracts(page, '2000');
  await call(page, '/coin/contract/order/add', {
    coinInfoId: String(PERPETUAL),
    direction: 'long',
    orderType: 'market',
    multiple: '10',
    amount: '1',
    clientNo: 'e2e-position',
  });
}

/** Fills in the new password twice, with the e-mailed code that demo mode shows. */
async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toBeVisible();
  await page.getByTestId('password').fill(password);
  await page.getByTestId('re-password').fill(password);
  await page.getByTestId('submit').click();
}

test('a password is changed, then reset by e-mail, and logs in', async ({ page }) => {
  const { email, password } = await registerByForm(page, fixture.exchange.url);
  await navigate(page, '/pages/user/modifyPassword');
  await expect(page.locator('form input[autocomplete="username"]')).toHaveValue(email);
  await page.getByTestId('old-password').fill(password);
  await setPassword(page, OTHER);
  await expect(page).toHaveURL(/set\/index/);
  await page.evaluate(() => localStorage.setItem('fxproUserToken', ''));
  await open(page, '/pages/user/forgetPassword');
  await page.getByTestId('email').fill(email);
  await setPassword(page, THIRD);
  // The address changes before the page does, and both pages have these fields.
  await expect(page.getByTestId('re-password')).toBeHidden();
  await expect(page).toHaveURL(/common\/login/);
  await page.getByTestId('email').fill(email);
  await page.getByTestId('password').fill(THIRD);
  await page.getByTestId('submit').click();
  await expect(page).not.toHaveURL(/common\/login/);
});

/** Presses the button of a form, whose call the exchange answers without the page. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(path));
  await page.route(`**/mmtb-api${path}`, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await page.getByTestId('submit').click();
  await lost;
}

test('what the exchange did though its answer was lost is found at the next try, or by itself', async ({ page }) => {
  await visit(page, `${fixture.exchange.url}/pages/common/reg`);
  // A code for a mistyped address does not hold up one for the right address.
  for (const domain of ['exmaple', 'example']) {
    await page.getByTestId('email').fill(`lost-${Date.now()}@${domain}.com`);
    await expect(page.getByTestId('code-note')).toHaveCount(0);
    await page.getByTestId('send-code').click();
    await expect(page.getByTestId('code-note')).toBeVisible();
  }
  await page.getByTestId('terms').check();
  for (const field of ['password', 're-password']) await page.getByTestId(field).fill(OTHER);
  await loseAnswer(page, '/user/register');
  await expect(page.getByText('Cannot reach the exchange')).toBeVisible();
  await page.getByTestId('submit').click();
  await expect(page).not.toHaveURL(/common\/reg/);

  // The page may be loaded again while the secret is typed into an authenticator.
  await navigate(page, '/pages/user/google');
  const secret = page.locator('code').first();
  const prepared = (await secret.textContent())!;
  await page.reload();
  await expect(secret).toHaveText(prepared);
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toBeVisible();
  const code = authenticator(prepared.trim());
  await page.getByTestId('google-code').fill(await code());
  await loseAnswer(page, '/user/bind/google');
  await expect(page.getByText('its recovery codes were not shown here')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByTestId('password').fill(OTHER);
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toBeVisible();
  await page.getByTestId('google-code').fill(await code());
  await loseAnswer(page, '/user/bind/google/reset');
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();

  await navigate(page, '/pages/user/kyc');
  await page.getByLabel('Country or region').selectOption({ index: 1 });
  await page.getByTestId('full-name').fill('Ada Lovelace');
  await page.getByTestId('cert-no').fill('P1234567');
  const picture = await photograph(page);
  for (const side of ['Front', 'Back']) await page.getByLabel(`${side} of the document`).setInputFiles(picture);
  await page.getByTestId('consent').check();
  await loseAnswer(page, '/user/kyc');
  await expect(
    page
      .getByRole('main')
      .getByText(/Under review|Verified/)
      .first(),
  ).toBeVisible();
  // The browser logs what failed.
  fixture.pageErrors = [];
});

test('an authenticator is bound and removed again with its code', async ({ page }) => {
  const { password } = await register(page, fixture.exchange.url);
  const code = await bindAuthenticator(page, fixture.exchange.url);
  await navigate(page, '/pages/user/resetGoogle');
  await page.getByTestId('password').fill(password);
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toBeVisible();
  await page.getByTestId('google-code').fill(await code());
  await page.getByTestId('submit').click();
  await expect(page).toHaveURL(/user\/google/);
  await expect(page.getByTestId('google-code')).toBeVisible();
});

test('a market is added to the favourites and removed, and a forex chart loads its candles', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await open(page, '/pages/markets/index');
  const star = page.getByTestId('star-BTC').first();
  // Its name is what it does: "pressed" beside "remove" would mean that it is removed.
  for (const name of ['Remove BTC/USDT from favorites', 'Add BTC/USDT to favorites']) {
    await star.click();
    await expect(star).toHaveAccessibleName(name);
  }
  await expect(star).not.toHaveAttribute('aria-pressed');
  const candles = page.waitForRequest(/forex\/candles/);
  await navigate(page, `/pages/kline/kline?coinInfoId=${EURUSD}`);
  await candles;
});

test('margin whose answer is late is added once, however often its sheet is opened meanwhile', async ({ page }) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  try {
    await register(page, line.url);
    await openPosition(page);
    const added = async (): Promise<number> =>
      Number((await call<{ list: { addMgn: string }[] }>(page, '/coin/contract/order/list/active')).list[0]!.addMgn);
    await page.goto(`${line.url}/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
    // The sheet is loaded with its first opening.
    await page.getByTestId('position-margin').click();
    await expect(page.getByTestId('margin-amount')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    line.mute();
    for (const presses of [1, 2]) {
      await page.getByTestId('position-margin').click();
      await page.getByTestId('margin-amount').fill('25');
      for (let press = 0; press < presses; press += 1)
        await page.getByTestId('save-margin').evaluate((button: HTMLElement) => button.click());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    line.release();
    await expect.poll(added).toBe(25);
    await page.getByTestId('position-margin').click();
    await expect(page.getByTestId('margin-amount')).toHaveValue('');
    expect(await added()).toBe(25);
  } finally {
    await line.close();
  }
});

test('margin is added to a position, it is closed, money is converted, and the notices are read', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await openPosition(page);
  await open(page, `/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  await page.getByTestId('position-margin').click();
  await page.getByTestId('margin-amount').fill('25');
  await page.getByTestId('save-margin').click();
  await expect(page.getByTestId('save-margin')).toHaveCount(0);
  await page.getByTestId('position-close').click();
  await page.getByTestId('close-position').click();
  await expect(page.getByTestId('position')).toHaveCount(0);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByTestId('contract-row')).toContainText('Closed manually');

  await navigate(page, '/pages/wallet/convert');
  const before = Number((await spotBalance(page, USDT)).available);
  // What is typed is quoted without a tap, in place; of two amounts the last.
  const card = page.getByTestId('quote-card');
  await expect(card).toContainText('--');
  const top = (await card.boundingBox())!;
  await page.getByTestId('convert-amount').fill('250');
  await page.getByTestId('convert-amount').fill('100');
  await expect(page.getByTestId('convert')).toContainText('100 USDT');
  await expect(card).not.toContainText('--');
  expect(await card.boundingBox()).toEqual(top);
  const paid = async (): Promise<number> => before - Number((await spotBalance(page, USDT)).available);
  await expect(async () => {
    // A quote is valid for ten seconds: one that is over by now is requested again.
    const quote = page.getByTestId('quote').and(page.locator(':enabled'));
    if (await quote.isVisible()) await quote.click();
    await page.getByTestId('convert').click({ timeout: 5_000 });
  }).toPass();
  await expect.poll(paid).toBeCloseTo(100, 6);

  await navigate(page, '/pages/notice/noticeList');
  const readAll = page.getByRole('button', { name: 'Mark all as read' });
  await readAll.click();
  await expect(readAll).toHaveCount(0);
});
