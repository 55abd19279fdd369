// A deposit that is applied for and credited, and a withdrawal through all of its checks.
import { type Page, expect, test } from '@playwright/test';
import { bindAuthenticator, journey, photograph, submitOrder, tapTwice } from './support/journey.ts';
import { call, exchangeForRun, navigate, register, spotBalance } from '../support/browser/visitor.ts';

const USDT = 1;
const BTC = 2;
/** Demo reviews pass after some seconds, then the simulated chain confirms. */
const REVIEWED = { timeout: 45_000 };
/** A valid address of the network that belongs to no user. */
const FOREIGN_ADDRESS = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${fixture.exchange.url}${path}`);
};

/** Applies for the credit of a deposit, with a picture of the payment. */
async function applyFor(page: Page, amount: string): Promise<void> {
  await open(page, '/pages/wallet/recharge');
  const generated: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/generate') && generated.push(request.url())));
  await tapTwice(page.getByTestId('generate'));
  await expect(page.getByTestId('address')).toHaveText(/^\w{20,}$/);
  await page.getByText('Deposit request', { exact: true }).click();
  await page.getByTestId('apply-amount').fill(amount);
  const screenshot = page.getByLabel('Payment screenshot');
  expect(generated).toHaveLength(1);
  // A phone would open its camera at once, where no screenshot can be chosen.
  await expect(screenshot).not.toHaveAttribute('capture');
  await screenshot.setInputFiles(await photograph(page));
  await page.getByTestId('apply').click();
  await expect(page.getByTestId('fund-order')).toContainText(amount);
}

/** Pictures are made smaller only once the returned function is called. */
async function holdPictures(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const decode = createImageBitmap;
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    Object.assign(window, {
      finishPictures: finish,
      createImageBitmap: async (file: Blob) => {
        await held;
        return decode(file);
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { finishPictures(): void }).finishPictures());
}

async function verify(page: Page): Promise<void> {
  await navigate(page, '/pages/user/kyc');
  await page.getByLabel('Country or region').selectOption({ index: 1 });
  await page.getByTestId('full-name').fill('Ada Lovelace');
  await page.getByTestId('cert-no').fill('P1234567');
  const picture = await photograph(page);
  const finishPictures = await holdPictures(page);
  await page.getByLabel('Front of the document').setInputFiles(picture);
  await page.getByLabel('Back of the document').setInputFiles(picture);
  await page.getByTestId('consent').check();
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/user/kyc') && sent.push(request.url())));
  // A double tap while the pictures are made smaller: the form waits for them and is sent once.
  const submit = page.getByTestId('submit');
  await submit.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent).toEqual([]);
  await finishPictures();
  await expect(page).toHaveURL(/waitingReview/);
  expect(sent).toHaveLength(1);
}

journey('a deposit is applied for, credited and listed in the records', async (page) => {
  await register(page, fixture.exchange.url);
  await applyFor(page, '250');
  await expect(page.getByTestId('fund-order')).toHaveAttribute('data-status', '1', REVIEWED);
  expect(await spotBalance(page, USDT)).toEqual({ available: '10250', frozen: '0' });
  await navigate(page, '/pages/wallet/record?type=1');
  await expect(page.getByTestId('record').filter({ hasText: 'Deposit' })).toContainText('+250');
});

journey(
  'a withdrawal passes every check',
  async (page) => {
    await register(page, fixture.exchange.url);
    await applyFor(page, '100');
    await verify(page);
    const code = await bindAuthenticator(page, fixture.exchange.url);
    // Deposited money must be traded once before a withdrawal; trades before the credit do not count.
    await expect.poll(async () => (await spotBalance(page, USDT)).available, REVIEWED).toBe('10100');
    await navigate(page, '/pages/wallet/withdraw');
    await expect(page.getByTestId('gates')).not.toHaveAttribute('data-open');
    await navigate(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
    await page.getByText('Market', { exact: true }).first().click();
    await page.getByTestId('ticket-total').fill('200');
    await submitOrder(page, 'ticket-submit');
    await expect
      .poll(async () => (await call<{ list: unknown[] }>(page, '/coin/order/list', { state: 'history' })).list.length)
      .toBe(1);
    await navigate(page, '/pages/wallet/withdraw');
    await expect(page.getByTestId('gates')).toHaveAttribute('data-open', '', REVIEWED);

    // After the review: its result, its person, and the way on.
    const main = page.getByRole('main');
    await navigate(page, '/pages/user/waitingReview?type=1');
    await expect(main.getByRole('status')).toHaveText('Verified');
    await expect(main).not.toContainText('You can keep trading');
    await navigate(page, '/pages/user/kyc');
    await expect(main).toContainText('Ada Lovelace');
    await main.getByRole('button', { name: 'Withdraw' }).click();

    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByTestId('address').fill(FOREIGN_ADDRESS);
    await page.getByTestId('account-name').fill('My other wallet');
    await page.getByTestId('send-code').click();
    await expect(page.getByTestId('code-note')).toBeVisible();
    await page.getByTestId('google-code').fill(await code());
    await page.getByTestId('submit').click();
    await expect(page.getByTestId('withdraw-address')).toContainText('My other wallet');
    const before = await spotBalance(page, USDT);
    await page.getByTestId('withdraw-amount').fill('50');
    await expect(page.getByTestId('arrives')).toHaveText('49.00 USDT');
    await page.getByTestId('google-code').fill(await code());
    await page.getByTestId('submit').click();
    await expect(page.getByTestId('fund-order')).toHaveAttribute('data-status', '1', REVIEWED);
    const after = await spotBalance(page, USDT);
    expect(Number(before.available) - Number(after.available)).toBeCloseTo(50, 6);
    expect(after.frozen).toBe('0');
  },
  { long: true },
);
