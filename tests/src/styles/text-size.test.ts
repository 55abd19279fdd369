// Texts and layouts follow the text size that the user chose for the browser: no size of text and no width is in px.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/data/shared-file.ts';

const SOURCES = join(ROOT, 'src');
/** The operator's page has sizes of its own; iOS zooms a page to a field below 16 px. */
const OTHERS = /operator|font-size: 16px !important/;

it('sizes of texts are in rem, and widths that decide on a layout in em or rem', () => {
  const sheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(50);
  const inPx = sheets.flatMap((sheet) =>
    readFileSync(join(SOURCES, sheet), 'utf8')
      .split('\n')
      .filter((line) => /(--type-\w+|font-size|font):[^;]*\d(px|pt)|\((min|max)-width: \d+px/.test(line))
      .map((line) => `${sheet}: ${line.trim()}`),
  );
  expect(inPx.filter((line) => !OTHERS.test(line))).toEqual([]);
});
