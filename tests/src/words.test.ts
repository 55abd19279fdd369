// The words: same keys and blanks in every language, none missing, none left over, and each page loads the areas that
// it speaks.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Area, LANGUAGES, type LanguageCode, isLanguage, loadArea } from '../../src/locales/languages.ts';
import { ROOT } from '../support/shared.ts';

const I18N = join(ROOT, 'src/locales');
/** The contract's sentences have a test of their own. */
const REFUSALS = 'refusals';
const AREAS = readdirSync(join(I18N, 'en-US'))
  .map((name) => name.replace('.ts', '') as Area)
  .filter((area) => area !== REFUSALS);
const codes = Object.keys(LANGUAGES).filter(isLanguage);

const wordsOf = async (code: LanguageCode): Promise<Map<Area, Record<string, string>>> =>
  new Map(
    await Promise.all(
      AREAS.map(async (area) => [area, { ...(await loadArea(code, area)) } as Record<string, string>] as const),
    ),
  );
const english = await wordsOf('en-US');
const areaOf = new Map([...english].flatMap(([area, words]) => Object.keys(words).map((key) => [key, area] as const)));
const textOf = (key: string): string => english.get(areaOf.get(key)!)![key]!;
const keys = [...areaOf.keys()];
const blanks = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
/** Plural forms (`_one`, `_few` ...) differ between languages; what stands before them does not. */
const stem = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
const stems = new Set(keys.map(stem));

/** The screen, and the language it shares with the other rooms: names of indicators are the rests of keys. */
const files = ['src', 'core'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !/^(locales\/[^/]+|errors\/messages)\//.test(name))
    .map((name) => join(ROOT, room, name)),
);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const source = [...texts.values()].join('\n');

const askedIn = (text: string): string[] => [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
const frontsIn = (text: string): string[] =>
  [...text.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map(([, front]) => front ?? '');
/** Keys asked for literally, and the fronts of those that are put together. */
const asked = new Set(askedIn(source));
const fronts = frontsIn(source);

const saidBy = new Map<string, string[]>();
/** What stands in a file in quotes, and all keys of its fronts; each file is read once. */
function saidIn(file: string): string[] {
  const known = saidBy.get(file);
  if (known) return known;
  const text = texts.get(file)!;
  const starts = frontsIn(text);
  const said = [...text.matchAll(/'([\w.]+)'/g)]
    .map(([, key]) => key!)
    .concat(keys.filter((key) => starts.some((front) => key.startsWith(front))));
  saidBy.set(file, said);
  return said;
}

/** Areas of everything a module and what it imports may say: keys in quotes, and all keys of a front. */
function spokenFrom(entry: string, lazy = true): Map<Area, string> {
  const met = new Map<Area, string>();
  for (const file of closure(entry, lazy)) {
    for (const key of saidIn(file)) {
      const area = areaOf.get(key) ?? areaOf.get(`${key}_other`);
      if (area) met.set(area, `${key} in ${file}`);
    }
    if (file.endsWith('components/common/refusal-text.ts')) met.set(REFUSALS, file);
  }
  return met;
}

/** `lazy` follows what is imported when it is needed, too. */
function closure(entry: string, lazy: boolean): Set<string> {
  const imports = lazy ? /(?:from|import)\s*\(?\s*'(\.[^']+)'/g : /(?:from|import)\s*'(\.[^']+)'/g;
  const met = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (met.has(file) || !texts.has(file)) continue;
    met.add(file);
    for (const [, path] of texts.get(file)!.matchAll(imports)) waiting.push(resolve(dirname(file), path!));
  }
  return met;
}

describe('words', () => {
  it('finds the calls it judges by', () => {
    expect(asked.size).toBeGreaterThan(100);
    expect(fronts.length).toBeGreaterThan(3);
  });

  it('a key stands in one area only', () => {
    expect(keys.length).toBe(AREAS.reduce((sum, area) => sum + Object.keys(english.get(area)!).length, 0));
  });

  it.each(codes)('%s fits English: no foreign key, no other blank, nothing empty', async (code) => {
    for (const [area, words] of await wordsOf(code)) {
      for (const [key, text] of Object.entries(words)) {
        expect(stems, key).toContain(stem(key));
        expect(text.trim(), key).not.toBe('');
        if (areaOf.has(key)) expect([area, blanks(text)], key).toEqual([areaOf.get(key), blanks(textOf(key))]);
      }
      const own = new Set(Object.keys(words).map(stem));
      expect(
        Object.keys(english.get(area)!)
          .map(stem)
          .filter((key) => !own.has(key)),
      ).toEqual([]);
    }
  });

  it('no area of a language is without English', () => {
    for (const code of codes)
      expect(readdirSync(join(I18N, code)).filter((name) => !existsSync(join(I18N, 'en-US', name)))).toEqual([]);
  });

  it('every key that is asked for exists', () => {
    expect([...asked].filter((key) => !stems.has(key) && !areaOf.has(key))).toEqual([]);
    expect(fronts.filter((front) => !keys.some((key) => key.startsWith(front)))).toEqual([]);
  });

  it('every key that exists is used', () => {
    // A key put together from a front is used when its rest stands somewhere as a text, a number or a property.
    const restStands = (rest: string): boolean =>
      /^\d+$/.test(rest) || new RegExp(`'${rest}'|\\b${rest}:`).test(source);
    const used = (key: string): boolean =>
      source.includes(`'${key}'`) ||
      fronts.some((front) => key.startsWith(front) && restStands(key.slice(front.length)));
    expect(
      [...new Set(keys.map((key) => (areaOf.has(stem(key)) || !stems.has(stem(key)) ? key : stem(key))))].filter(
        (key) => !used(key),
      ),
    ).toEqual([]);
  });

  it('each page loads the areas that it speaks, and no other', () => {
    const routes = join(ROOT, 'src/app/routing/routes.tsx');
    const pages = [...texts.get(routes)!.matchAll(/import\('(\.[^']+)'\), '\w+'(?:, \[([^\]]*)\])?\)/g)];
    expect(pages.length).toBeGreaterThan(8);
    for (const [, path, list] of pages) {
      const page = resolve(dirname(routes), path!);
      const loaded = (list ?? '')
        .split(',')
        .map((area) => area.trim().replace(/'/g, ''))
        .filter(Boolean);
      const spoken = spokenFrom(page);
      expect(
        [...spoken].filter(([area]) => area !== 'shell' && !loaded.includes(area)),
        path,
      ).toEqual([]);
      expect(
        loaded.filter((area) => !spoken.has(area as Area)),
        `${path} loads for nothing`,
      ).toEqual([]);
    }
  });

  it('the shell speaks its own words', () => {
    expect(
      [...spokenFrom(join(ROOT, 'src/app/shell/root-layout.tsx'), false)].filter(([area]) => area !== 'shell'),
    ).toEqual([]);
  });

  it('the frame of other sites loads the areas that it speaks', () => {
    const frame = join(ROOT, 'src/features/embed/frame.ts');
    const loaded = /AREAS: Area\[\] = \[([^\]]*)\]/.exec(texts.get(join(dirname(frame), 'frame-words.ts'))!)?.[1] ?? '';
    expect([...spokenFrom(frame)].filter(([area]) => !loaded.includes(`'${area}'`))).toEqual([]);
  });

  it.each(codes.filter((code) => code !== 'en-US'))('%s: no sentence is left in English by oversight', async (code) => {
    const words = Object.assign({}, ...(await wordsOf(code)).values()) as Record<string, string>;
    const same = Object.entries(words).filter(
      ([key, text]) => areaOf.has(key) && text === textOf(key) && /[A-Za-z]{4,}\s[a-z]+\s[a-z]/.test(text),
    );
    expect(same).toEqual([]);
  });
});
