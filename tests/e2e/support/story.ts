// Steps that several stories take: a trip through the app by its own links, money moved to contracts, codes of an
// authenticator.
import { type Page, expect, test } from '@playwright/test';
import { totpAt } from '../../../server/services/auth/totp.ts';

/** A journey is made by phone and by desk. */
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;
/** JOURNEYS=full makes the long ones by desk too: what they wait for is the exchange, which knows no sizes. */
const FULL = process.env['JOURNEYS'] === 'full';

/** Reviews and markets take their own time. */
const LONG_MS = 240_000;

/** A story told at both sizes; a `long` one by desk only when everything is asked for. */
export function journey(title: string, tell: (page: Page) => Promise<void>, { long = false } = {}): void {
  for (const [name, viewport] of Object.entries(SIZES)) {
    if (long && name === 'desk' && !FULL) continue;
    test.describe(name, () => {
      test.use({ viewport });
      test(title, ({ page }) => {
        if (long) test.setTimeout(LONG_MS);
        return tell(page);
      });
    });
  }
}

/** Step of an authenticator's codes, in ms. */
const STEP_MS = 30_000;

/** A picture that passes for a photograph: sharp edges, 320 x 200 px, a PNG of the page's own making. */
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

/** A code is sent this long after it was asked for, at the latest. */
const SENT_MS = 12_000;

/**
 * Codes of an authenticator, each of a later step than the one before: a code is taken once. The exchange takes the
 * step before and the one after its own: each code is the oldest that it still takes when it is sent, and one that is
 * too new is waited for.
 */
function authenticator(secret: string): () => Promise<string> {
  const bytes = fromBase32(secret);
  let step = 0;
  return async () => {
    step = Math.max(step + 1, Math.floor((Date.now() + SENT_MS) / STEP_MS) - 1);
    const newMs = (step - 1) * STEP_MS - Date.now();
    if (newMs > 0)
      await new Promise((done) => {
        setTimeout(done, newMs);
      });
    return totpAt(bytes, step);
  };
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
}

/** Binds an authenticator; gives what shows its codes. */
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

/** Moves USDT from the spot account to the contract account. */
export async function fundContracts(page: Page, url: string, amount: string): Promise<void> {
  await page.goto(`${url}/pages/wallet/transfer`);
  await page.getByTestId('transfer-amount').fill(amount);
  await page.getByTestId('submit').click();
  await expect(page.getByTestId('transfer-amount')).toHaveValue('');
}

/**
 * Types a limit price once the ticket has filled in its first: that may come between the hand that chooses the whole
 * field and its digits.
 */
export async function typePrice(page: Page, price: string): Promise<void> {
  const field = page.getByTestId('ticket-price');
  await expect(field).not.toHaveValue('');
  await field.fill(price);
}

/** Sends an order by the button of its ticket, and says yes to the question. */
export async function send(page: Page, testId: 'ticket-submit' | 'contract-submit'): Promise<void> {
  await page.getByTestId(testId).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
}
