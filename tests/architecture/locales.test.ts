// Every language has every namespace and every text of en-US, with the same placeholders.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/locales/languages.ts';
import { ROOT } from '../support/data/shared-file.ts';

/** Texts by namespace and key. */
type Locale = Record<string, Record<string, string>>;

const LOCALES = join(ROOT, 'src/locales');
const REFERENCE = 'en-US';
/** Plural forms (`_one`, `_few` ...) differ between languages; the key before them does not. */
const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

const readLocale = (code: string): Locale =>
  Object.fromEntries(
    readdirSync(join(LOCALES, code)).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(LOCALES, code, file), 'utf8')) as Record<string, string>,
    ]),
  );
const placeholders = (text: string): string => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ');
const stems = (texts: Record<string, string> = {}): Set<string> =>
  new Set(Object.keys(texts).map((key) => key.replace(PLURAL_FORM, '')));

/** What `locale` lacks beside `reference`, has too much, or fills in differently. */
function localeFaults(locale: Locale, reference: Locale): string[] {
  const namespaces = [...new Set([...Object.keys(reference), ...Object.keys(locale)])];
  return namespaces.flatMap((namespace) => {
    const [own, expected] = [stems(locale[namespace]), stems(reference[namespace])];
    return [
      ...[...expected].filter((key) => !own.has(key)).map((key) => `${namespace}.json lacks ${key}`),
      ...[...own].filter((key) => !expected.has(key)).map((key) => `${namespace}.json has ${key}, which en-US lacks`),
      ...Object.entries(locale[namespace] ?? {}).flatMap(([key, text]) => {
        if (text.trim() === '') return [`${namespace}.json: ${key} is empty`];
        const original = reference[namespace]?.[key];
        return original === undefined || placeholders(original) === placeholders(text)
          ? []
          : [`${namespace}.json: ${key} has other placeholders than en-US`];
      }),
    ];
  });
}

const reference = readLocale(REFERENCE);

describe('locales', () => {
  it('are a folder for each language', () => {
    const folders = readdirSync(LOCALES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(LANGUAGES).sort());
  });

  it.each(Object.keys(LANGUAGES))('%s has every text of en-US and no other', (code) => {
    expect(localeFaults(readLocale(code), reference)).toEqual([]);
  });

  it.each([
    ['a missing namespace', {}, 'shell.json lacks app.offline'],
    ['a missing text', { shell: {} }, 'shell.json lacks app.offline'],
    ['an unknown text', { shell: { 'app.offline': '{{time}}', 'app.old': 'Old' } }, 'shell.json has app.old'],
    ['an empty text', { shell: { 'app.offline': ' ' } }, 'shell.json: app.offline is empty'],
    ['another placeholder', { shell: { 'app.offline': '{{date}}' } }, 'shell.json: app.offline has other placeholders'],
  ])('are refused with %s', (_, planted, fault) => {
    expect(localeFaults(planted as Locale, { shell: { 'app.offline': 'Since {{time}}' } }).join()).toContain(fault);
  });
});
