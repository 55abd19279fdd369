// @vitest-environment happy-dom
// Our translation beside i18next's own: every key of every language with its placeholders, and some counts.
import { describe, expect, it } from 'vitest';
import { I18NEXT_NAMESPACE, changeLanguage, i18n, loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { LANGUAGES, isLanguage } from '../../../src/locales/languages.ts';
import { numberStyleOf, writeDecimal } from '../../../core/units/number-style.ts';
import type { Namespace } from '../../../src/locales/namespaces.ts';
import { type Translate, type TextKey, translate } from '../../../src/locales/use-translation.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/data/shared-file.ts';

const NAMESPACES = [
  ...readdirSync(join(ROOT, 'src/locales/en-US')).map((name) => name.replace('.json', '') as Namespace),
  'refusals' as const,
];
/** Plural forms. */
const FORM = /_(zero|one|two|few|many|other)$/;
const COUNTS = [0, 1, 2, 5, 21, 1.5];
const VALUES = ['BTC/USDT', '$&$1', '<b>', '', 7, '{{coin}}', true] as const;

await startI18n('en-US');
await loadNamespaces(NAMESPACES);

describe.each(Object.keys(LANGUAGES).filter(isLanguage))('%s', (code) => {
  it('translates as i18next does', async () => {
    await changeLanguage(code);
    const [own, expected] = [translate(), i18n.getFixedT(code) as Translate];
    const texts: Record<string, string> = i18n.getResourceBundle(code, I18NEXT_NAMESPACE);
    let at = 0;
    const calls = Object.entries(texts).flatMap(([key, text]): Parameters<Translate>[] => {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).filter((name) => name !== 'count');
      const values = Object.fromEntries(names.map((name) => [name, VALUES[at++ % VALUES.length]!]));
      const stem = key.replace(FORM, '') as TextKey;
      return [
        [key as TextKey, values],
        ...(FORM.test(key) || text.includes('{{count}}')
          ? COUNTS.map((count): Parameters<Translate> => [stem, { ...values, count }])
          : []),
      ];
    });
    // i18next writes a number as JavaScript does; ours follows the language.
    const localNumbers = (values: Parameters<Translate>[1] = {}): Parameters<Translate>[1] =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' && name !== 'count' ? writeDecimal(String(value), numberStyleOf(code)) : value,
        ]),
      );
    const rendered = calls.map(([key, values]) => own(key, values));
    const twin = calls.map(([key, values]) => {
      const text = expected(key, localNumbers(values));
      return typeof values?.['count'] === 'number'
        ? text.replaceAll('1.5', writeDecimal('1.5', numberStyleOf(code)))
        : text;
    });
    expect(rendered).toEqual(twin);
    expect(calls.length).toBeGreaterThan(1_000);
  });
});

it('returns an unknown key itself, and its text once it is loaded', async () => {
  await changeLanguage('en-US');
  const key = 'made.up' as TextKey;
  expect(translate()(key)).toBe('made.up');
  i18n.addResourceBundle('en-US', I18NEXT_NAMESPACE, { 'made.up': 'Made of {{what}}' }, true, true);
  expect(translate()(key, { what: 'words' })).toBe('Made of words');
  expect(translate()(key, {})).toBe('Made of {{what}}');
});

it.each([
  ['en-US', '1,234,567.5'],
  ['de-DE', '1.234.567,5'],
  ['fr-FR', '1\u202f234\u202f567,5'],
  ['ru-RU', '1\u00a0234\u00a0567,5'],
] as const)('writes numbers in the style of %s', async (code, written) => {
  await changeLanguage(code);
  i18n.addResourceBundle(code, I18NEXT_NAMESPACE, { 'made.number': '{{value}} {{name}}' }, true, true);
  expect(translate()('made.number' as TextKey, { value: 1_234_567.5, name: '1234567.5' })).toBe(`${written} 1234567.5`);
});
