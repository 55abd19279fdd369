// The replay page: a recording is stepped and played at 50 times its pace, to the same state as on Node.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Download, type Page, expect, test } from '@playwright/test';
import { playHeadless } from '../../bench/replay/headless.ts';
import { MAGIC, RECORD_HEAD, readHead, writeHead } from '../../workers/recorder/recording-file.ts';
import { openRecording } from '../../workers/replay/recording.ts';
import { madeTape, textOf } from '../support/data/generated-tape.ts';
import { sharedFile } from '../support/data/shared-file.ts';
import { exchangeForRun, visit } from '../support/browser/visitor.ts';
import { shownPrice } from './support/shown-price.ts';

const tape = sharedFile('recordings/l2/binance-spot-BTCUSDT-20240808.ndjson.gz');
const expectation = sharedFile('recordings/l2/binance-spot-BTCUSDT-20240808.expected.json');
const fixture = exchangeForRun();

async function playedCount(page: Page): Promise<number> {
  return Number(await page.getByTestId('replay-figures').locator('dd').first().textContent());
}

test('a recording plays to the last book of the venue, again after a rewind', async ({ page }) => {
  test.skip(tape === null || expectation === null, 'the recordings are not beside the checkout');
  const { top5 } = JSON.parse(readFileSync(expectation!, 'utf8')) as {
    top5: Record<'bids' | 'asks', [string, string][]>;
  };
  await visit(page, `${fixture.exchange.url}/replay`);
  await page.getByTestId('replay-file').setInputFiles(tape!);
  await page.getByTestId('replay-step').click();
  await expect.poll(() => playedCount(page)).toBe(1);
  await page.getByTestId('replay-step').click();
  await expect.poll(() => playedCount(page)).toBe(2);
  await page.getByTestId('replay-speed').selectOption('50');
  await page.getByTestId('replay-play').click();
  await expect.poll(() => playedCount(page), { timeout: 40_000 }).toBeGreaterThan(5_000);
  await page.getByTestId('replay-play').click();
  await page.getByTestId('replay-place').press('End');
  await expect(page.getByTestId('replay-step')).toBeDisabled({ timeout: 40_000 });
  for (const side of ['bids', 'asks'] as const) {
    const best = page.getByTestId(`book-${side}`).locator('[data-row="0"]');
    await expect(best).toContainText(shownPrice(top5[side][0]![0]));
  }
  // A rewind and a second run give the same state.
  const hash = page.getByTestId('replay-figures').locator('dd').last();
  const end = await hash.textContent();
  await page.getByTestId('replay-place').press('Home');
  await expect.poll(() => playedCount(page)).toBeLessThan(3);
  await page.getByTestId('replay-place').press('End');
  await expect(hash).toHaveText(end!, { timeout: 40_000 });
  expect(fixture.pageErrors).toEqual([]);
});

test('a recording with a gap names its line and verifies no book; an unknown venue is refused', async ({ page }) => {
  const whole = madeTape('bybit', 'linear', 60, 11);
  const tapeFile = (text: string) => ({
    name: 'tape.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(text),
  });
  await visit(page, `${fixture.exchange.url}/replay`);
  await page
    .getByTestId('replay-file')
    .setInputFiles(tapeFile(textOf({ ...whole, messages: whole.messages.filter((_, i) => i !== 20) })));
  await expect(page.getByTestId('replay-problems')).toContainText(
    /Line \u206622\u2069, \u2066BTCUSD\u2069: messages are missing/,
  );
  await page.getByTestId('replay-place').press('End');
  await expect(page.getByTestId('replay-step')).toBeDisabled();
  await expect(page.getByTestId('replay-book-state')).toHaveText(/^(Loading|Checking) the order book$/);
  await page.getByTestId('replay-file').setInputFiles(tapeFile(textOf(whole)));
  await page.getByTestId('replay-place').press('End');
  await expect(page.getByTestId('book-asks').locator('[data-row="0"]')).toContainText(
    shownPrice(whole.asks[0]![0]).slice(0, -1),
  );
  await expect(page.getByTestId('replay-book-state')).toHaveText(/^Price/);
  await expect(page.getByTestId('replay-problems')).toHaveCount(0);
  await page.getByTestId('replay-file').setInputFiles(tapeFile(textOf(whole).replace('"bybit"', '"nowhere"')));
  await expect(page.getByRole('alert')).toContainText('unknown venue');
  expect(fixture.pageErrors).toEqual([]);
});

/** The recording with all of its times set to the same ms. */
function inOneMs(packed: Buffer): Buffer {
  const bytes = gunzipSync(packed);
  let at = MAGIC.length + 4 + bytes.readUInt32LE(MAGIC.length);
  for (let head = readHead(bytes, at); head; head = readHead(bytes, at)) {
    writeHead(bytes, at, head.kind, 0, head.length);
    at += RECORD_HEAD + head.length;
  }
  return bytes;
}

test('the recording of the page itself is saved and plays to the same state as on Node, twice', async ({ page }) => {
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=2`);
  await expect(page.getByTestId('book-bids').locator('[data-row="0"]')).toContainText(/\d/);
  // Records ten changes of the book, then opens another page of the same visit: the recording goes on.
  const bids = page.getByTestId('book-bids');
  for (let changes = 0; changes < 10; changes += 1) await expect(bids).not.toHaveText((await bids.textContent())!);
  await page.evaluate(() => {
    history.pushState({}, '', '/pages/status/feed');
  });
  const save = page.getByTestId('save-raw');
  let file: Download | null = null;
  page.on('download', (download) => {
    file = download;
  });
  await expect(async () => {
    await save.click();
    await page.waitForTimeout(300);
    expect(file).not.toBeNull();
  }).toPass({ timeout: 40_000 });
  const path = await (file as unknown as Download).path();
  await page.goto(`${fixture.exchange.url}/replay`);
  await page.getByTestId('replay-file').setInputFiles(path);
  await expect(page.getByTestId('replay-figures')).toBeVisible();
  await page.getByTestId('replay-step').click();
  await expect.poll(() => playedCount(page)).toBeGreaterThan(0);
  const recording = await openRecording(new Blob([readFileSync(path)]));
  const onNode = await playHeadless(recording);
  const steps = recording.steps();
  const kinds = new Set<string>();
  for (let step = steps.next(); !step.done; step = steps.next()) kinds.add(step.value.bytes ? 'packed' : 'text');
  expect(kinds).toContain('packed');
  const hash = page.getByTestId('replay-figures').locator('dd').last();
  for (let time = 0; time < 2; time += 1) {
    await page.getByTestId('replay-place').press('End');
    await expect(page.getByTestId('replay-step')).toBeDisabled();
    await expect(hash).toHaveText(onNode.hashes.at(-1)!);
    expect(await playedCount(page)).toBe(onNode.playedCount);
    await page.getByTestId('replay-place').press('Home');
    await expect.poll(() => playedCount(page)).toBeLessThan(3);
  }
  // A recording without any duration can be stepped and played as well.
  await page.getByTestId('replay-file').setInputFiles({
    name: 'short.feedlog',
    mimeType: 'application/octet-stream',
    buffer: inOneMs(readFileSync(path)),
  });
  await expect(page.getByTestId('replay-figures').locator('dd').first()).toHaveText('0');
  await page.getByTestId('replay-step').click();
  await expect.poll(() => playedCount(page)).toBe(1);
  await page.getByTestId('replay-place').press('End');
  await expect.poll(() => playedCount(page)).toBe(onNode.playedCount);
  await expect(page.getByTestId('replay-step')).toBeDisabled();
  await page
    .getByTestId('replay-file')
    .setInputFiles({ name: 'x.gz', mimeType: 'application/gzip', buffer: Buffer.from('nothing') });
  await expect(page.getByRole('alert')).toContainText('not a recording');
  expect(fixture.pageErrors).toEqual([]);
});
