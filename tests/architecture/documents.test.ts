// The documents: references from code and from page to page lead somewhere, the glossary is in order, the API page is
// whole.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../core/endpoints/endpoints.ts';
import { CODE } from '../../core/errors/errors.ts';
import { ROOT } from '../support/data/shared-file.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
/** All but this file, which plants what is wrong. */
const sources = tracked.filter(
  (path) => /\.(ts|tsx|mjs|css)$|RULES\.md$/.test(path) && !import.meta.filename.endsWith(path),
);
const pages = tracked.filter((path) => path.endsWith('.md'));

/**
 * Numbers that a page gives its sections: of headings ("### 2.7 Title", "## 3. Title") and of table rows ("| D4 |").
 */
function numbersOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^(?:#+ |\| )(D?\d+(?:\.\d+)*)\.?(?= )/gm)].map(([, number]) => number!));
}

/**
 * References such as "docs/formulas.md 11, 12" or "docs/api.md 2.7", as page and number; a comment may break anywhere
 * in one.
 */
function referencesIn(text: string): [page: string, number: string][] {
  const joined = text.replace(/\n\s*(?:\*|\/\/)? ?/g, ' ');
  return [...joined.matchAll(/(docs\/[\w-]+\.md) (D?\d+(?:\.\d+)*(?:(?:, | to | and )D?\d+(?:\.\d+)*)*)/g)].flatMap(
    ([, page, list]) => list!.split(/, | to | and /).map((number): [string, string] => [page!, number]),
  );
}

/** References that lead to no section. */
function dangling(text: string): string[] {
  return referencesIn(text)
    .filter(([page, number]) => !existsSync(join(ROOT, page)) || !numbersOf(read(page)).has(number))
    .map(([page, number]) => `${page} ${number}`);
}

/** The anchor that a heading gets where the page is shown. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Links of a page, to files and to headings, that lead nowhere. */
function brokenLinks(page: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(ROOT, file))) return true;
      const headings =
        anchor === undefined ? [] : [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
      return anchor !== undefined && !headings.includes(anchor);
    });
}

/** Paths of the repository that a page names and that do not exist; results of runs are made later. */
function missingPaths(page: string, text: string): string[] {
  const named = [...text.matchAll(/`((?:core|workers|chart|src|server|tests|bench|docs)\/[\w./-]*)`/g)].map(
    ([, path]) => path!,
  );
  const places = (path: string): string[] => [path, join(dirname(page), path)];
  return named
    .filter((path) => !path.startsWith('bench/results'))
    .filter((path) => !places(path).some((place) => existsSync(join(ROOT, place))));
}

describe('references', () => {
  it('each in the code leads to a section that exists', () => {
    const found = sources.flatMap((path) => referencesIn(read(path)));
    expect(found.length).toBeGreaterThan(80);
    expect(sources.flatMap((path) => dangling(read(path)).map((reference) => `${path}: ${reference}`))).toEqual([]);
  });

  it('none names a page that is no part of the repository', () => {
    const foreign = /\b(?:SPEC|FORMULAS) \d|\b(?:API|DATA|SPEC|FORMULAS|INDICATORS|CHART|SCREENS|UX)\.md\b/;
    expect(foreign.test('// FORMULAS 7')).toBe(true);
    expect([...sources, ...pages].filter((path) => foreign.test(read(path)))).toEqual([]);
  });

  it('a planted one that leads nowhere is found', () => {
    expect(dangling('// Fee of a fill (docs/formulas.md 5, 99).')).toEqual(['docs/formulas.md 99']);
    expect(dangling(' * the first of two lines, docs/api.md\n * 2.99: and more')).toEqual(['docs/api.md 2.99']);
    expect(dangling('// docs/nowhere.md 1')).toEqual(['docs/nowhere.md 1']);
    expect(dangling('// docs/indicators.md 6, D4; docs/formulas.md 24 to 29')).toEqual([]);
  });

  it('pages link to files and headings that exist', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => brokenLinks(page, read(page)).map((link) => `${page}: ${link}`))).toEqual([]);
  });

  it('pages name paths that exist', () => {
    expect(pages.flatMap((page) => missingPaths(page, read(page)).map((path) => `${page}: ${path}`))).toEqual([]);
    expect(missingPaths('docs/x.md', 'In `core/units/` and `core/nothing.ts`.')).toEqual(['core/nothing.ts']);
  });

  it('a planted link that leads nowhere is found', () => {
    expect(
      brokenLinks('docs/x.md', '[a](absent.md) [b](api.md) [c](api.md#13-feed) [d](api.md#14-none) [e](https://a.b)'),
    ).toEqual(['absent.md', 'api.md#14-none']);
  });
});

describe('pages', () => {
  it('the glossary is sorted and names nothing twice', () => {
    const terms = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, term]) => term!.toLowerCase());
    expect(terms.length).toBeGreaterThan(80);
    expect(terms).toEqual([...new Set(terms)].sort());
  });

  it('the API page names every call and every code', () => {
    const text = read('docs/api.md');
    expect(Object.keys(CALLS).filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
    const codes = text.slice(text.indexOf('\n## 3. '), text.indexOf('\n## 4. '));
    const refusals = Object.values(CODE).filter((code) => code !== CODE.ok);
    expect(refusals.filter((code) => !codes.includes(`| ${code} |`))).toEqual([]);
  });

  it('every helper of the tests is in their table', () => {
    const text = read('tests/support/README.md');
    const helpers = tracked.filter((path) => /^tests\/support\/.*\.(mjs|ts)$/.test(path));
    expect(helpers.length).toBeGreaterThan(50);
    expect(helpers.filter((path) => !text.includes(`\`${basename(path)}\``))).toEqual([]);
  });

  it('every decision is in the list of decisions', () => {
    const decisions = readdirSync(join(ROOT, 'docs/adr'))
      .filter((name) => /^\d{4}-/.test(name))
      .sort();
    const list = read('docs/adr/README.md');
    expect(decisions.filter((name) => !list.includes(`(${name})`))).toEqual([]);
    expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
  });

  it('the README has at most 120 lines', () =>
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120));
});
