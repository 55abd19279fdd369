// The coin marks: made from the packages, and one for every listed coin and currency.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { marksFile } from '../../../src/components/market/marks/make-marks.mjs';
import { ROOT } from '../../support/data/shared-file.ts';

const folder = join(ROOT, 'src/components/market');
const file = readFileSync(join(folder, 'marks/marks.svg'), 'utf8');
const known = /PICTURES = '([^']+)'/.exec(readFileSync(join(folder, 'coin-icon.tsx'), 'utf8'))![1]!.split(' ');

describe('coin marks', () => {
  it('are made from the packages', () => {
    expect(marksFile()).toBe(file);
  });

  it('are those that the page shows', () => {
    expect([...file.matchAll(/<view id="(\w+)"/g)].map(([, name]) => name)).toEqual(known);
  });

  it('run no script and load nothing', () => {
    expect(file).not.toMatch(/<script|\son\w+=|href="(?!#)|url\((?!#)/i);
  });

  it('exist for every listed instrument', () => {
    const names = LISTED_INSTRUMENTS.flatMap(({ symbol, type }) =>
      type === 'forex' ? [symbol.slice(0, 3), symbol.slice(3)] : [symbol],
    );
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
