// A moment as local text and back: in a time that comes twice it has its offset, elsewhere it has none.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/units/durations.ts';

const OFFSET = /GMT[+-]\d/;

/** The file as a module that another process can import. */
let address = '';
beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../../src/lib/local-moment.ts', import.meta.url));
  const lib = { entry, formats: ['es' as const], fileName: 'local-moment' };
  const [built] = [await build({ configFile: false, logLevel: 'error', build: { lib, write: false } })].flat();
  if (!built || !('output' in built)) throw new Error('the file was not built');
  address = `data:text/javascript;base64,${Buffer.from(built.output[0].code).toString('base64')}`;
});

interface Row {
  ms: number;
  text: string;
  local: string;
  /** The moment that the local text names, for one that is near at each of the offsets. */
  near: number[];
}

/** Moments of a zone in each language, in a process whose zone it is. */
function rowsInEach(
  languages: readonly string[],
  zone: string,
  moments: readonly number[],
  offsets: readonly number[],
): Row[][] {
  const script = `import { localText, momentIn, momentOf } from '${address}';
  console.log(JSON.stringify(${JSON.stringify(languages)}.map((language) =>
    ${JSON.stringify(moments)}.map((ms) => ({
      ms,
      text: momentIn(language, ms),
      local: localText(ms),
      near: ${JSON.stringify(offsets)}.map((offset) => momentOf(localText(ms), ms + offset)),
    })))))`;
  const env = { ...process.env, TZ: zone };
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' }),
  ) as Row[][];
}

const rowsIn = (zone: string, moments: readonly number[], offsets: readonly number[]): Row[] =>
  rowsInEach(['en-US'], zone, moments, offsets)[0]!;

const minutes = (fromMs: number, toMs: number): number[] =>
  Array.from({ length: (toMs - fromMs) / MINUTE_MS }, (_, minute) => fromMs + minute * MINUTE_MS);

/** Zone, moment when its clocks are set back, by how much. */
const SET_BACKS = [
  ['America/New_York', Date.UTC(2025, 10, 2, 6), HOUR_MS],
  ['Europe/Berlin', Date.UTC(2025, 9, 26, 1), HOUR_MS],
  ['Australia/Lord_Howe', Date.UTC(2025, 3, 5, 15), 30 * MINUTE_MS],
] as const;

describe.each(SET_BACKS)('in %s', (zone, atMs, backMs) => {
  it('a moment has its offset where its local text comes twice, and nowhere else', () => {
    const rows = rowsIn(zone, minutes(atMs - 3 * HOUR_MS, atMs + 3 * HOUR_MS), []);
    for (const { ms, text, local } of rows) {
      const isTwice = ms >= atMs - backMs && ms < atMs + backMs;
      expect(rows.filter((other) => other.local === local)).toHaveLength(isTwice ? 2 : 1);
      expect(OFFSET.test(text), text).toBe(isTwice);
    }
    expect(new Set(rows.map(({ text }) => text)).size).toBe(360);
  });

  it('a local text of them is the nearer moment', () => {
    for (const { ms, near } of rowsIn(zone, minutes(atMs - backMs, atMs), [-HOUR_MS, 0, backMs, backMs + HOUR_MS]))
      expect(near).toEqual([ms, ms, ms + backMs, ms + backMs]);
  });

  it('every other local text of most of a year is one moment, without an offset', () => {
    const year = Array.from({ length: 300 * 12 }, (_, at) => atMs - 300 * DAY_MS + at * 2 * HOUR_MS);
    for (const { ms, text, near } of rowsIn(zone, year, [-3 * HOUR_MS, 3 * HOUR_MS])) {
      if (ms >= atMs - backMs && ms < atMs + backMs) continue;
      expect(near).toEqual([ms, ms]);
      expect(text).not.toMatch(OFFSET);
    }
  });
});

it('a zone that keeps its time, and no time, have no offset', () => {
  for (const zone of ['UTC', 'Asia/Kolkata'])
    for (const { text } of rowsIn(zone, minutes(Date.UTC(2025, 9, 26), Date.UTC(2025, 9, 26, 3)), []))
      expect(text).not.toMatch(OFFSET);
});

it('says the offset in every language, the first before the second', () => {
  const ms = Date.UTC(2025, 9, 26, 0, 30);
  const languages = ['en-US', 'ar-AE', 'de-DE', 'fr-FR', 'ja-JP', 'ko-KR', 'ru-RU', 'vi-VN', 'zh-TW'];
  const rows = rowsInEach(languages, 'Europe/Berlin', [ms, ms + HOUR_MS], []);
  for (const [at, language] of languages.entries()) {
    const [first, second] = rows[at]!.map(({ text }) => text);
    for (const text of [first, second]) expect(text, language).toMatch(/02\D+30\D+0/);
    // In Vietnamese the time comes before the date.
    expect(first, language).toMatch(/\+2(?!\d)/);
    expect(second, language).toMatch(/\+1(?!\d)/);
  }
});

it('a day begins at midnight, also before a day of 23 or 25 hours', () => {
  const starts = (ms: number): string[] => {
    const script = `import { dayStart } from '${address}';
    console.log(JSON.stringify([0, 1, 7].map((days) => new Date(dayStart(${ms}, days)).toISOString())))`;
    const env = { ...process.env, TZ: 'Europe/Berlin' };
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' }));
  };
  expect(starts(Date.UTC(2026, 9, 25, 22, 30))).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-23T22:00:00.000Z',
    '2026-10-17T22:00:00.000Z',
  ]);
  expect(starts(Date.UTC(2026, 2, 29, 22, 15))).toEqual([
    '2026-03-29T22:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-22T23:00:00.000Z',
  ]);
});
