// The operator's page in a real browser, on a phone: in by the token, a review to its end, reasons and second looks,
// nothing that a stranger wrote becomes markup.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type Page, chromium } from '@playwright/test';
import { fieldOf } from '../services/kyc/picture-files.ts';
import { browserThere, CHROMIUM } from '../../support/browser.ts';
import { type Running, startRunning } from '../gateway/running-exchange.ts';
import { operatorOf } from './operator.ts';

let at: Running;
let browser: Browser;
let page: Page;
const wrong: string[] = [];

beforeAll(async () => {
  if (!browserThere) return;
  at = await startRunning();
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  });
  page.setDefaultTimeout(5_000);
  page.on('pageerror', (error) => {
    wrong.push(String(error));
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401|favicon/.test(`${message.text()} ${message.location().url}`))
      wrong.push(message.text());
  });
}, 60_000);
afterAll(async () => {
  if (!browserThere) return;
  await browser.close();
  await at.stop();
});

/** Fills the reason, looks twice, does it. */
async function goThrough(reason: string): Promise<void> {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Do it' }).click();
}

describe.skipIf(!browserThere)("the operator's page", () => {
  it('opens by the token, and says so when it is wrong', async () => {
    await page.goto(`${at.exchange.address.url}ops`);
    await page.getByText("With the owner's token").click();
    await page.getByLabel('Token').fill('not-this-one');
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/not the operator's token/);
    await page.getByLabel('Token').fill(operatorOf(at).token);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('heading', { name: 'kyc (0)' }).waitFor();
    expect(await page.locator('#pulse').textContent()).toMatch(/^sound/);
    // The token is nowhere that another script of this address could find it.
    expect(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
      ),
    ).not.toContain(operatorOf(at).token);
  });

  it('shows an identity with its pictures, and fails it with a reason; what a stranger wrote stays text', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    const { token, uid } = await at.person('evil@example.com');
    await at.call(
      '/user/kyc',
      {
        country: 'TW',
        certType: '1',
        fullName: evil,
        certNo: 'A123456789',
        imgFront: fieldOf('jpeg'),
        imgBack: fieldOf('webp'),
      },
      token,
    );
    await page.getByRole('button', { name: 'Queues' }).click();
    await page.getByText(evil).waitFor();
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByRole('img', { name: 'imgBack' }).waitFor();
    expect(
      await page.evaluate(() =>
        [...document.images].map(({ src, naturalWidth }) => [src.slice(0, 5), naturalWidth > 0]),
      ),
    ).toEqual([
      ['blob:', true],
      ['blob:', true],
    ]);
    await page.getByRole('button', { name: 'kyc.fail' }).click();
    await page.getByLabel('imgFront').fill('blurred');
    await page.getByLabel('Reason').fill('cannot be read');
    await page.getByRole('button', { name: 'Continue' }).click();
    // Nothing has happened yet; the way back keeps what was typed.
    expect((await at.call('/user/info', {}, token)).data.userKyc).toEqual({ status: 0 });
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('imgFront').inputValue()).toBe('blurred');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('heading', { name: 'kyc (0)' }).waitFor();
    expect((await at.call('/user/info', {}, token)).data.userKyc).toEqual({
      status: 2,
      reasons: { imgFront: 'blurred' },
    });
    expect(await page.title()).toBe('Operator');
    expect(await page.getByRole('status').textContent()).toContain(`kyc.fail is done`);
    expect((await operatorOf(at).ask('audit', { limit: 1 })).data.list[0]).toMatchObject({
      operator: 'token',
      action: 'kyc.fail',
      reason: 'cannot be read',
      input: JSON.stringify({ uid, imgFront: 'blurred' }),
    });
  });

  it('finds a person, credits and freezes them', async () => {
    const { token, uid } = await at.person('found@example.com');
    await page.getByRole('button', { name: 'People' }).click();
    await page.getByLabel('uid or e-mail').fill('found@example.com');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: 'money.credit' }).click();
    await page.getByLabel('coinId').fill('1');
    await page.getByLabel('amount').fill('7.5');
    await goThrough('a gift');
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/money\.credit is done/);
    expect((await at.call('/user/point/change/log', { type: 'spot_manual_add' }, token)).data.list[0]).toMatchObject({
      amount: '7.5',
      remark: expect.stringMatching(/^a gift · token · [0-9a-f]{32}$/),
    });
    await page.getByRole('button', { name: 'account.freeze' }).click();
    await goThrough('odd logins');
    await page.getByRole('button', { name: 'account.unfreeze' }).waitFor();
    expect(at.exchange.identity.isFrozen(uid)).toBe(true);
    // A refusal is said where one looks, and leaves the form as it was.
    await page.getByRole('button', { name: 'money.credit' }).click();
    await page.getByLabel('coinId').fill('1');
    await page.getByLabel('amount').fill('-1');
    await goThrough('x');
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/amount/);
    await page.keyboard.press('Escape');
  });

  it('sets a parameter, shows its history, the pulse, and the log; fits a phone in the dark', async () => {
    await page.getByRole('button', { name: 'House' }).click();
    await page
      .getByRole('row', { name: /^seconds open/ })
      .getByRole('button', { name: 'Set' })
      .click();
    await page.getByLabel('value').fill('closed');
    await goThrough('quiet hours');
    await page.getByRole('row', { name: /seconds closed token quiet hours/ }).waitFor();
    for (const name of ['Health', 'Log', 'Queues', 'People', 'Approvals', 'Operators', 'House']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => page.locator('main').getAttribute('aria-busy')).toBeNull();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(true);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light dark');
    const small = await page.evaluate(
      () =>
        [...document.querySelectorAll('button')].filter(
          (button) => button.offsetParent && button.getBoundingClientRect().height < 44,
        ).length,
    );
    expect(small).toBe(0);
    expect(wrong).toEqual([]);
  });

  it('opens by the link of the command line, and takes the token out of the address', async () => {
    await page.goto('about:blank');
    await page.goto(`${at.exchange.address.url}ops#token=${operatorOf(at).token}`);
    await page.getByRole('heading', { name: 'kyc (0)' }).waitFor();
    expect(page.url()).toBe(`${at.exchange.address.url}ops`);
  });
});
