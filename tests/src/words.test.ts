// The words: complete in both main languages, same blanks in every language, none missing, none left over.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { words as english } from '../../src/i18n/en-US/words.ts';
import { LANGUAGES, isLanguage } from '../../src/i18n/languages.ts';
import { ROOT } from '../shared.ts';

const keys = Object.keys(english);
const blanks = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

/** The screen, and the language it shares with the other rooms: names of indicators are the rests of keys. */
const source = ['src', 'contract'].flatMap((room) => readdirSync(join(ROOT, room), { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !/^(i18n\/[^/]+|words)\//.test(name))
  .map((name) => readFileSync(join(ROOT, room, name), 'utf8')))
  .join('\n');

/** Keys asked for literally, and the fronts of those that are put together. */
const asked = new Set([...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? ''));
const fronts = [...source.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map(([, front]) => front ?? '');

describe('words', () => {
  it('finds the calls it judges by', () => {
    expect(asked.size).toBeGreaterThan(100);
    expect(fronts.length).toBeGreaterThan(3);
  });

  it.each(Object.keys(LANGUAGES).filter(isLanguage))('%s fits English: no foreign key, no other blank, nothing empty', async (code) => {
    const { words } = await LANGUAGES[code].load();
    const own: Record<string, string> = words;
    for (const [key, text] of Object.entries(own)) {
      expect(keys, key).toContain(key);
      expect(text.trim(), key).not.toBe('');
      expect(blanks(text), key).toEqual(blanks((english as Record<string, string>)[key] ?? ''));
    }
    if (LANGUAGES[code].complete) expect(keys.filter((key) => !(key in own))).toEqual([]);
  });

  it('every key that is asked for exists', () => {
    expect([...asked].filter((key) => !keys.includes(key))).toEqual([]);
    expect(fronts.filter((front) => !keys.some((key) => key.startsWith(front)))).toEqual([]);
  });

  it('every key that exists is used', () => {
    // A key put together from a front is used when its rest stands somewhere as a text, a number or a property.
    const restStands = (rest: string): boolean => /^\d+$/.test(rest) || new RegExp(`'${rest}'|\\b${rest}:`).test(source);
    const used = (key: string): boolean => (
      source.includes(`'${key}'`) || fronts.some((front) => key.startsWith(front) && restStands(key.slice(front.length)))
    );
    expect(keys.filter((key) => !used(key))).toEqual([]);
  });

  it('no word of a complete language is left in English by oversight', async () => {
    const { words } = await LANGUAGES['zh-TW'].load();
    const same = Object.entries(words).filter(([key, text]) => text === (english as Record<string, string>)[key] && /[A-Za-z]{4,}\s[a-z]/.test(text ?? ''));
    expect(same).toEqual([]);
  });
});
