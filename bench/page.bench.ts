// The real page in Chromium under a flood of messages: is any lost, what do its threads pay, does the heap stay flat?
import { inBrowser } from './feed/in-browser.ts';
import { plot, tellReadme } from './feed/plot.ts';
import type { Row } from './row.ts';

export async function run(): Promise<Row[]> {
  const { rows, all } = await inBrowser();
  plot(all);
  tellReadme(all);
  return rows;
}
