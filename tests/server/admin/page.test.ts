// The operator's page in a real browser, on a phone: login by token, a review from start to end, reasons and
// confirmations; text of users never becomes markup. Its files and their headers.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type Page, chromium } from '@playwright/test';
import { zeroBits } from '../../../core/proofs/proof-of-work.ts';
import { fieldOf } from '../../support/data/picture-files.ts';
import { readSources } from '../../architecture/sources.ts';
import { buildOperatorPage } from '../../../src/features/operator/page-build.mjs';
import { BROWSER_FLAGS, CHROMIUM, hasBrowser } from '../../support/browser/browser-path.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';
import { operatorOf } from '../../support/server/operator-client.ts';

const clientFolder = mkdtempSync(join(tmpdir(), 'defi-operator-page-'));
let at: Running;
let browser: Browser | undefined;
let page: Page;
const wrong: string[] = [];

beforeAll(async () => {
  for (const { fileName, source } of await buildOperatorPage()) {
    mkdirSync(dirname(join(clientFolder, fileName)), { recursive: true });
    writeFileSync(join(clientFolder, fileName), source);
  }
  at = await startRunning({}, { clientFolder });
  if (!hasBrowser) return;
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: BROWSER_FLAGS,
  });
  page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    // Refusals are in the page's English all the same.
    locale: 'de-DE',
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  });
  page.on('pageerror', (error) => {
    wrong.push(String(error));
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401|favicon/.test(`${message.text()} ${message.location().url}`))
      wrong.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await at.stop();
  rmSync(clientFolder, { recursive: true });
});

/** Fills in the reason, continues and confirms. */
async function confirmWith(reason: string): Promise<void> {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Do it' }).click();
}

describe.skipIf(!hasBrowser)("the operator's page", () => {
  it('opens by the token, and shows the refusal of a wrong one', async () => {
    await page.goto(`${at.exchange.address.url}ops`);
    await page.getByText("With the owner's token").click();
    await page.getByLabel('Token').fill('not-this-one');
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/not the operator's token/);
    await page.getByLabel('Token').fill(operatorOf(at).token);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('heading', { name: 'kyc (0)' }).waitFor();
    expect(await page.locator('#pulse').textContent()).toMatch(/^sound/);
    // The token is in no place that another script of this origin can read.
    expect(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
      ),
    ).not.toContain(operatorOf(at).token);
  });

  it('shows an identity with its pictures and fails it with a reason; text of users is never markup', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    const { token, uid } = await at.user('evil@example.com');
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
    expect(await page.getByText('A123456789').count()).toBe(0);
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByRole('img', { name: 'imgBack' }).waitFor();
    expect(await page.getByText('A123456789').count()).toBe(1);
    // A picture is shown before it is decoded.
    await expect
      .poll(() =>
        page.evaluate(() => [...document.images].map(({ src, naturalWidth }) => [src.slice(0, 5), naturalWidth > 0])),
      )
      .toEqual([
        ['blob:', true],
        ['blob:', true],
      ]);
    await page.getByRole('button', { name: 'kyc.fail' }).click();
    await page.getByLabel('imgFront').fill('blurred');
    await page.getByLabel('Reason').fill('cannot be read');
    await page.getByRole('button', { name: 'Continue' }).click();
    // Nothing has happened yet; Back keeps what was typed.
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
    expect((await operatorOf(at).query('audit', { limit: 1 })).data.list[0]).toMatchObject({
      operator: 'token',
      action: 'kyc.fail',
      reason: 'cannot be read',
      input: expect.stringMatching(new RegExp(`^{"uid":${uid},"submitTime":\\d+,"imgFront":"blurred"}$`)),
    });
  });

  it('finds a user, credits and freezes the account', async () => {
    const { token, uid } = await at.user('found@example.com');
    await page.getByRole('button', { name: 'Users' }).click();
    await page.getByLabel('uid or e-mail').fill('found@example.com');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: 'money.credit' }).click();
    await page.getByLabel('coinId').fill('1');
    await page.getByLabel('amount').fill('7.5');
    await confirmWith('a gift');
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/money\.credit is done/);
    expect((await at.call('/user/point/change/log', { type: 'spot_manual_add' }, token)).data.list[0]).toMatchObject({
      amount: '7.5',
      remark: expect.stringMatching(/^a gift · token · [0-9a-f]{32}$/),
    });
    await page.getByRole('button', { name: 'account.freeze' }).click();
    await confirmWith('odd logins');
    await page.getByRole('button', { name: 'account.unfreeze' }).waitFor();
    expect(at.exchange.identity.isFrozen(uid)).toBe(true);
    // A refusal is shown in the dialog, and the form keeps its values.
    await page.getByRole('button', { name: 'money.credit' }).click();
    await page.getByLabel('coinId').fill('1');
    await page.getByLabel('amount').fill('-1');
    await confirmWith('x');
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/amount/);
    await page.keyboard.press('Escape');
  });

  it('sets a parameter and shows its history; each view fits a phone, with targets of 44 px', async () => {
    await page.getByRole('button', { name: 'Exchange' }).click();
    await page
      .getByRole('row', { name: /^seconds open/ })
      .getByRole('button', { name: 'Set' })
      .click();
    await page.getByLabel('value').fill('closed');
    await confirmWith('quiet hours');
    await page.getByRole('row', { name: /seconds closed token quiet hours/ }).waitFor();
    for (const name of ['Health', 'Log', 'Queues', 'Users', 'Approvals', 'Operators', 'Exchange']) {
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

  it('O11: solves the captcha that a login needs, and sends it beside what was typed', async () => {
    await page.goto('about:blank');
    await page.goto(`${at.exchange.address.url}ops`);
    const forms: Record<string, string>[] = [];
    const asked = { code: 1429, msg: 'too many', data: { retryAfter: 60, captchaId: 'id', salt: 'salt', bits: 8 } };
    await page.route('**/ops/api/login', (route) => {
      const form = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ''));
      forms.push(form);
      return route.fulfill({ json: 'captcha' in form ? { code: -1000, msg: 'this was the answer', data: {} } : asked });
    });
    await page.getByLabel('Name').fill('ann');
    await page.getByLabel('Password').fill('a long pass phrase');
    await page.getByLabel('Authenticator code').fill('123456');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('this was the answer');
    await page.unroute('**/ops/api/login');
    const typed = { name: 'ann', password: 'a long pass phrase', code: '123456' };
    expect(forms).toEqual([typed, { ...typed, captchaId: 'id', captcha: expect.any(String) as string }]);
    const hash = createHash('sha256').update(`salt${forms[1]?.['captcha']}`);
    expect(zeroBits(hash.digest())).toBeGreaterThanOrEqual(8);
  });

  it('opens by the link of the command line, and removes the token from the address', async () => {
    await page.goto('about:blank');
    await page.goto(`${at.exchange.address.url}ops#token=${operatorOf(at).token}`);
    await page.getByRole('heading', { name: 'kyc (0)' }).waitFor();
    expect(page.url()).toBe(`${at.exchange.address.url}ops`);
  });

  it('logs out at the exchange too, and holds nothing of the session', async () => {
    const sent = page.waitForRequest('**/ops/api/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    expect((await sent).headers()['authorization']).toBe(`Bearer ${operatorOf(at).token}`);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await page.getByRole('button', { name: 'Queues' }).count()).toBe(0);
  });
});

describe('the files of the page', () => {
  it.each(['/ops', '/ops/ops.js', '/ops/ops.css'])(
    '%s is never stored, holds no secret and runs nothing inline',
    async (url) => {
      const { statusCode, headers, body } = await at.exchange.http.inject({ method: 'GET', url });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      });
      expect(body).not.toContain(operatorOf(at).token);
      expect(body).not.toMatch(/\beval\(|\bnew Function\(/);
      if (url === '/ops') expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="/);
    },
  );

  it('are one script and one sheet', async () => {
    expect((await buildOperatorPage()).map(({ fileName }) => fileName).sort()).toEqual([
      'operator.html',
      'ops/ops.css',
      'ops/ops.js',
    ]);
  });
});

describe('the sources of the page', () => {
  it('write no markup', () => {
    const sources = readSources(['src/features/operator']);
    expect(sources.length).toBeGreaterThan(10);
    for (const { path, text } of sources)
      expect(text, path).not.toMatch(/dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|style=/);
  });
});
