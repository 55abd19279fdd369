// A made file of the flight recorder, handed to the chart on the page of replays.
import { type Page, expect } from '@playwright/test';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { RECORD } from '../../../workers/recorder/recording-file.ts';
import { type MadeRecord, feedFile, tradeText } from '../data/generated-feed.ts';
import { btcInfo } from '../feed/btc-market.ts';
import { visit } from './visitor.ts';

/** Replays a file with a trade a minute, whose price is the number of its minute. */
export async function replayFile(page: Page, url: string, zeroMs: number, minutes: number): Promise<void> {
  const records = Array.from({ length: minutes }, (_, minute): MadeRecord => {
    const ms = minute * MINUTE_MS;
    return [RECORD.text, ms, tradeText(1 + minute, zeroMs + ms, String(1_000 + minute))];
  });
  const file = feedFile({ ...btcInfo(), priceTick: '1', pricePrecision: 0 }, zeroMs, records);
  await visit(page, `${url}/replay`);
  await page
    .getByTestId('replay-file')
    .setInputFiles({ name: 'made.feed', mimeType: 'application/octet-stream', buffer: Buffer.from(file) });
  await page.getByTestId('recording-in-chart').click();
  await expect(page).toHaveURL(/\/replay\/market\?file=\d+/);
  await expect(page.getByTestId('past-moment-text')).toContainText(/\d/);
}
