// Steps that several specs share: both screen sizes, authenticator, transfers, ticket input.
import { type Locator, type Page, expect, test } from '@playwright/test';
import { call } from '../../support/browser/visitor.ts';
import { codeAt } from '../../support/server/authenticator.ts';

/** Screen sizes of a journey. */
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
/** JOURNEYS=full runs long journeys on the desktop size too; they mostly wait for the exchange. */
const FULL = process.env['JOURNEYS'] === 'full';

/** Limit of a long journey, in ms: it waits for reviews and markets. */
const LONG_MS = 240_000;

/** Declares a test for both sizes; a `long` one for the desktop only with JOURNEYS=full. */
export function journey(title: string, run: (page: Page) => Promise<void>, { long = false } = {}): void {
  for (const [name, viewport] of Object.entries(SIZES)) {
    if (long && name === 'desktop' && !FULL) continue;
    test.describe(name, () => {
      test.use({ viewport });
      test(title, ({ page }) => {
        if (long) test.setTimeout(LONG_MS);
        return run(page);
      });
    });
  }
}

/** Step of an authenticator's codes, in ms. */
const STEP_MS = 30_000;

/** A PNG of 320 x 200 px with sharp edges, which passes the checks of a photograph. */
export async function photograph(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
    const pen = canvas.getContext('2d')!;
    for (let x = 0; x < 320; x += 8) {
      for (let y = 0; y < 200; y += 8) {
        pen.fillStyle = `hsl(${(x * 7 + y * 13) % 360} 60% ${((x + y) % 5) * 20}%)`;
        pen.fillRect(x, y, 8, 8);
      }
    }
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return { name: 'photograph.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/** Longest time between generating a code and submitting it, in ms. */
const SENT_MS = 12_000;

/**
 * Codes of an authenticator, each of a later step than the one before, because a code is accepted once. The exchange
 * accepts its own step and the ones beside it: each code is the oldest that is still valid when it is submitted; a code
 * that is too new is waited for.
 */
export function authenticator(secret: string): () => Promise<string> {
  let step = 0;
  return async () => {
    step = Math.max(step + 1, Math.floor((Date.now() + SENT_MS) / STEP_MS) - 1);
    const newMs = (step - 1) * STEP_MS - Date.now();
    if (newMs > 0)
      await new Promise((done) => {
        setTimeout(done, newMs);
      });
    return codeAt(secret, step * STEP_MS);
  };
}

/** Binds an authenticator; returns a function that generates its codes. */
export async function bindAuthenticator(page: Page, url: string): Promise<() => Promise<string>> {
  await page.goto(`${url}/pages/user/google`);
  const code = authenticator((await page.locator('code').first().textContent())!.trim());
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toBeVisible();
  await page.getByTestId('google-code').fill(await code());
  await page.getByTestId('submit').click();
  await expect(page.getByText('Recovery codes', { exact: false }).first()).toBeVisible();
  return code;
}

/** Moves USDT of the page's user from the spot account to the contract account, by a call. */
export async function fundContracts(page: Page, amount: string): Promise<void> {
  const coinInfoId = '1';
  await call(page, '/coin/transfer', { type: 'transfer_to_contract', coinInfoId, amount, clientNo: 'fund-contracts' });
}

/** The same by the form. */
export async function fundContractsByForm(page: Page, url: string, amount: string): Promise<void> {
  await page.goto(`${url}/pages/wallet/transfer`);
  await page.getByTestId('transfer-amount').fill(amount);
  await page.getByTestId('submit').click();
  await expect(page.getByTestId('transfer-amount')).toHaveValue('');
}

/** Fills in a limit price after the ticket has prefilled its own, which would otherwise replace it. */
export async function typePrice(page: Page, price: string): Promise<void> {
  const field = page.getByTestId('ticket-price');
  await expect(field).not.toHaveValue('');
  await field.fill(price);
}

/** A decimal as an English page writes it: "67,412.3". */
export function grouped(decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  return Number(decimal).toLocaleString('en-US', { minimumFractionDigits: digits });
}

/**
 * Taps twice in one moment in which the button can be tapped: without a connection it cannot. `laterMs`: and once more
 * so much later.
 */
export async function tapTwice(button: Locator, laterMs?: number): Promise<void> {
  const tap = (): Promise<boolean> =>
    button.evaluate((element: HTMLButtonElement, delayMs) => {
      if (element.disabled) return false;
      element.click();
      element.click();
      if (delayMs !== undefined) setTimeout(() => element.click(), delayMs);
      return true;
    }, laterMs);
  await expect.poll(tap).toBe(true);
}

/** Submits the ticket and confirms the dialog. */
export async function submitOrder(page: Page, testId: 'ticket-submit' | 'contract-submit'): Promise<void> {
  await page.getByTestId(testId).click();
  await confirmOrder(page);
}

/**
 * Confirms the order once the sheet has risen: before that a press at the place of the one before is the second of a
 * double tap, and one that is released on another thing is on neither.
 */
export async function confirmOrder(page: Page): Promise<void> {
  const confirm = page.getByTestId('confirm-order');
  await risen(confirm);
  await confirm.click();
}

/** Resolves when the sheet of a button has risen. */
export function risen(button: Locator): Promise<unknown> {
  return button.evaluate((one) =>
    Promise.all(
      one
        .closest('dialog')!
        .getAnimations()
        .map(({ finished }) => finished),
    ),
  );
}
