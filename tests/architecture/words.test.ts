// Retired words do not come back.
import { describe, expect, it } from 'vitest';
import { wordFaults } from './retired-words.ts';
import { PRODUCT, readSources } from './sources.ts';

describe('retired words', () => {
  it.each([...PRODUCT, 'tests', 'bench'])('are nowhere in %s', { timeout: 30_000 }, (folder) => {
    expect(readSources([folder], /\.(tsx?|mjs)$/).flatMap(wordFaults)).toEqual([]);
  });

  it.each([
    ['a file name', { path: 'core/price-desk.ts', text: '// Planted.\n' }, /desk in the path/],
    ['an identifier', { path: 'core/a.ts', text: 'export const keptPrice = 1;\n' }, /core\/a.ts:1: kept in keptPrice/],
    ['a constant', { path: 'core/a.ts', text: 'const MOST_ROWS = 9;\n' }, /most in MOST_ROWS/],
    ['a private method', { path: 'core/a.ts', text: 'class A { #tell(): void {} }\n' }, /tell in tell/],
    ['a sentence', { path: 'core/a.ts', text: "throw new Error('nobody reads it');\n" }, /nobody in a sentence/],
    ['a comment', { path: 'core/a.ts', text: '\n// Nobody reads it.\n' }, /core\/a.ts:2: Nobody in a comment/],
  ])('are refused in %s', (_, planted, sentence) => {
    expect(wordFaults(planted).join('\n')).toMatch(sentence);
  });

  it('are no part of another word, and a value may be one', () => {
    expect(wordFaults({ path: 'core/a.ts', text: "export const input = 'told'; // output\n" })).toEqual([]);
  });
});
