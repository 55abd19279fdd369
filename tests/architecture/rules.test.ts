// The rules of the exchange and the tests: each number of RULES.md is quoted by the name of a test, and no test quotes
// a number that is no rule.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/data/shared-file.ts';

const rules = [...readFileSync(join(ROOT, 'server/exchange/RULES.md'), 'utf8').matchAll(/^- \*\*([A-Z]\d+)\b/gm)].map(
  ([, number]) => number!,
);

/** Names of tests and of groups of them. */
const names = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(join(ROOT, 'tests', file), 'utf8').matchAll(
        /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g,
      ),
    ].map(([, , name]) => name!),
  );
const quoted = new Set(
  names.flatMap((name) => [...name.matchAll(/\b([MRSLFAEO]\d{1,2})\b/g)].map(([, number]) => number!)),
);

describe('rules', () => {
  it('are numbered from 1 without gaps, each letter for itself', () => {
    expect(rules.length).toBeGreaterThan(60);
    for (const letter of new Set(rules.map((number) => number[0]))) {
      const own = rules.filter((number) => number[0] === letter);
      expect(own).toEqual(own.map((_, index) => `${letter}${index + 1}`));
    }
  });

  it('each is quoted by the name of a test', () => expect(rules.filter((number) => !quoted.has(number))).toEqual([]));
  it('no test quotes a number that is no rule', () =>
    expect([...quoted].filter((number) => !rules.includes(number))).toEqual([]));
});
