// An exchange that replays a recorded Binance day: the page ends with the venue's last book.
import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { sharedFile } from '../support/data/shared-file.ts';
import { ExchangeProcess } from '../support/browser/exchange-process.ts';
import { register, visit } from '../support/browser/visitor.ts';
import { shownPrice } from './support/shown-price.ts';

const TAPE = 'recordings/l2/binance-spot-BTCUSDT-20240808';
const tape = sharedFile(`${TAPE}.ndjson.gz`);
const expectation = sharedFile(`${TAPE}.expected.json`);

interface Expected {
  top5: { bids: [string, string][]; asks: [string, string][] };
}

/** "61602.8" as it is shown: "61,602.80". */
/** Prices of the best rows of one side, as shown. */
async function prices(page: Page, side: 'bids' | 'asks', count: number): Promise<string[]> {
  const rows = page.getByTestId(`book-${side}`).locator('[data-row]');
  const texts = await rows.evaluateAll((elements) =>
    elements.map((row) => [Number((row as HTMLElement).dataset['row']), row.textContent ?? ''] as const),
  );
  return texts
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, text]) => text);
}

test("a replayed market ends with the venue's own best levels and cannot be traded", async ({ page }) => {
  test.skip(tape === null || expectation === null, 'the recordings are not beside the checkout');
  const { top5 } = JSON.parse(readFileSync(expectation!, 'utf8')) as Expected;
  const exchange = await ExchangeProcess.start({ MARKET: `replay:${tape}@max`, RATE_LIMIT: 'off' });
  try {
    await visit(page, `${exchange.url}/pages/kline/kline?coinInfoId=1001`);
    for (const side of ['bids', 'asks'] as const) {
      const best = top5[side].slice(0, 3);
      await expect
        .poll(
          async () => {
            const shown = await prices(page, side, 3);
            return best.every(([price], row) => shown[row]?.includes(shownPrice(price)));
          },
          { timeout: 60_000, message: `best ${side} ${JSON.stringify(best)}` },
        )
        .toBe(true);
    }
    // A replayed market is view-only.
    await register(page, exchange.url);
    await page.goto(`${exchange.url}/pages/tabbar/trade?coinInfoId=1001`);
    await expect(page.getByTestId('ticket-submit')).toHaveText('Charts only: this market cannot be traded');
    await expect(page.getByTestId('ticket-submit')).toBeDisabled();
  } finally {
    await exchange.stop();
  }
});
