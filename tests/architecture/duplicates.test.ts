// No run of 100 tokens or more is at two places of the product.
import { describe, expect, it } from 'vitest';
import { MIN_TOKENS, duplicateFaults } from './duplicate-rules.ts';
import { readSources } from './sources.ts';

/** Translations repeat each other by their nature. */
const product = readSources().filter(({ path }) => !path.startsWith('src/locales/'));

/** A statement of 10 tokens for each number of the range. */
const statements = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `const x${from + index} = f(y, ${from + index});\n`).join('');
const COUNT = Math.ceil(MIN_TOKENS / 10);

describe('duplicated code', () => {
  it('is absent from the product', () => expect(duplicateFaults(product)).toEqual([]));

  it('is refused in another file, however it is laid out and commented', () => {
    const text = statements(0, COUNT);
    expect(
      duplicateFaults([
        { path: 'core/a.ts', text: `// Planted.\nexport const a = 1;\n${text}` },
        { path: 'core/b.ts', text: `// Planted.\nimport { a } from './a.ts';\n${text.replaceAll('\n', ' // b\n\n')}` },
      ]),
    ).toEqual([expect.stringMatching(/^core\/b\.ts:3-\d+ repeats core\/a\.ts:3-\d+ \(\d+ tokens\)$/)]);
  });

  it('is refused twice in one file', () => {
    const text = `${statements(0, COUNT)}g();\n${statements(0, COUNT)}`;
    expect(duplicateFaults([{ path: 'core/a.ts', text }])).toHaveLength(1);
  });

  it('is no run below the limit, and a list of alike lines does not repeat itself', () => {
    const short = statements(0, COUNT - 1);
    expect(
      duplicateFaults([
        { path: 'core/a.ts', text: short },
        { path: 'core/b.ts', text: short },
      ]),
    ).toEqual([]);
    expect(duplicateFaults([{ path: 'core/a.ts', text: statements(0, 40) }])).toEqual([]);
  });
});
