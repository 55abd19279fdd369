// A recording in the browser, without an account: stepped, played at 50 times its pace, and at its end exactly what the venue had, as on Node.
import { readFileSync } from 'node:fs';
import { type Download, type Page, expect, test } from '@playwright/test';
import { sharedFile } from '../shared.ts';
import { street, visit } from './visitor.ts';

const tape = sharedFile('recordings/l2/binance-spot-BTCUSDT-20240808.ndjson.gz');
const expectation = sharedFile('recordings/l2/binance-spot-BTCUSDT-20240808.expected.json');
const here = street();

const separated = (price: string): string => Number(price).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

async function played(page: Page): Promise<number> {
  return Number(await page.getByTestId('replay-figures').locator('dd').first().textContent());
}

test('a recorded market plays to its end', async ({ page }) => {
  test.skip(tape === null || expectation === null, 'the recordings are not beside the checkout');
  const { top5 } = JSON.parse(readFileSync(expectation!, 'utf8')) as { top5: Record<'bids' | 'asks', [string, string][]> };
  await visit(page, `${here.exchange.url}/replay`);
  await page.getByTestId('replay-file').setInputFiles(tape!);
  await page.getByTestId('replay-step').click();
  await expect.poll(() => played(page)).toBe(1);
  await page.getByTestId('replay-step').click();
  await expect.poll(() => played(page)).toBe(2);
  await page.getByTestId('replay-speed').selectOption('50');
  await page.getByTestId('replay-play').click();
  await expect.poll(() => played(page), { timeout: 15_000 }).toBeGreaterThan(5_000);
  await page.getByTestId('replay-play').click();
  await page.getByTestId('replay-place').press('End');
  await expect(page.getByTestId('replay-step')).toBeDisabled({ timeout: 15_000 });
  for (const side of ['bids', 'asks'] as const) {
    const best = page.getByTestId(`book-${side}`).locator('[data-row="0"]');
    await expect(best).toContainText(separated(top5[side][0]![0]));
  }
  // Back at the beginning, and forward again: the same state.
  const hash = page.getByTestId('replay-figures').locator('dd').last();
  const end = await hash.textContent();
  await page.getByTestId('replay-place').press('Home');
  await expect.poll(() => played(page)).toBeLessThan(3);
  await page.getByTestId('replay-place').press('End');
  await expect(hash).toHaveText(end!, { timeout: 15_000 });
  expect(here.faults).toEqual([]);
});

test('what the page itself has kept is saved and played', async ({ page }) => {
  await visit(page, `${here.exchange.url}/pages/status/feed`);
  const save = page.getByTestId('save-raw');
  let file: Download | null = null;
  page.on('download', (download) => { file = download; });
  await expect(async () => {
    await save.click();
    await page.waitForTimeout(300);
    expect(file).not.toBeNull();
  }).toPass({ timeout: 15_000 });
  const path = await (file as unknown as Download).path();
  await page.goto(`${here.exchange.url}/replay`);
  await page.getByTestId('replay-file').setInputFiles(path);
  await expect(page.getByTestId('replay-figures')).toBeVisible();
  await page.getByTestId('replay-step').click();
  await expect.poll(() => played(page)).toBeGreaterThan(0);
  await page.getByTestId('replay-file').setInputFiles({ name: 'x.gz', mimeType: 'application/gzip', buffer: Buffer.from('nothing') });
  await expect(page.getByRole('alert')).toContainText('no recording');
  expect(here.faults).toEqual([]);
});
