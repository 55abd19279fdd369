// Lighthouse scores of home and the chart page: five visits each, the median beside its goal.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CHROMIUM, hasBrowser } from '../tests/support/browser/browser-path.ts';
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';

/**
 * The last version that runs on Node 20. It weighs 185 MiB, so that it is fetched by who runs this, and no dependency
 * of ours.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PAGES = { home: '/', kline: '/pages/kline/kline?coinInfoId=2' };
const VISITS = formed(5, 1);
const VISIT_TIMEOUT_MS = 180_000;
const REPORT_BYTES = 64 * 2 ** 20;
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
/** Browsers with a window name their language. This one names none, and would be given a page in another language. */
const HEADERS = JSON.stringify({ 'Accept-Language': 'en-US' });
/** Percent. */
const ASKED = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const TIMES = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'speed-index': 'speed index',
} as const;

interface Report {
  categories: Record<keyof typeof ASKED, { score: number | null }>;
  audits: Record<keyof typeof TIMES, { numericValue: number }>;
}

/** Fetched before the measurement; false, with a log line, without a network. */
async function fetched(): Promise<boolean> {
  try {
    await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, '--version'], { timeout: VISIT_TIMEOUT_MS });
    return true;
  } catch (cause) {
    console.error(`${LIGHTHOUSE} cannot be fetched: nothing is measured`, cause);
    return false;
  }
}

async function visit(url: string): Promise<Report> {
  const args = [
    '--yes',
    LIGHTHOUSE,
    url,
    '--output=json',
    '--quiet',
    `--chrome-flags=${FLAGS}`,
    `--extra-headers=${HEADERS}`,
    `--only-categories=${Object.keys(ASKED).join()}`,
  ];
  const { stdout } = await promisify(execFile)('npx', args, {
    env: { CHROME_PATH: CHROMIUM, ...process.env },
    maxBuffer: REPORT_BYTES,
    timeout: VISIT_TIMEOUT_MS,
  });
  return JSON.parse(stdout) as Report;
}

export async function run(): Promise<Row[]> {
  if (!hasBrowser || !(await fetched())) return [];
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  const rows: Row[] = [];
  try {
    for (const [page, path] of Object.entries(PAGES)) {
      const reports: Report[] = [];
      for (let i = 0; i < VISITS; i++) reports.push(await visit(exchange.url + path));
      rows.push(...rowsOf(page, reports));
    }
  } finally {
    await exchange.stop();
  }
  return rows;
}

function rowsOf(page: string, reports: readonly Report[]): Row[] {
  const scores = Object.entries(ASKED).map(([name, asked]): Row => {
    // A score that could not be had is none.
    const value = median(reports.map(({ categories }) => 100 * (categories[name as keyof typeof ASKED].score ?? 0)));
    return { name: `${page}: ${name}`, value, unit: '%', against: `asked ${asked}`, ratio: value / asked };
  });
  const times = Object.entries(TIMES).map(([audit, name]): Row => ({
    name: `${page}: ${name}, simulated slow 4G and a CPU of a quarter`,
    value: median(reports.map(({ audits }) => audits[audit as keyof typeof TIMES].numericValue)),
    unit: 'ms',
  }));
  return [...scores, ...times];
}
