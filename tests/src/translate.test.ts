// @vitest-environment happy-dom
// The words as components ask for them, beside i18next's own answer: every key of every language with its blanks, and
// some counts.
import { describe, expect, it } from 'vitest';
import { changeLanguage, i18n, loadWords, startI18n } from '../../src/locales/i18n.ts';
import { type Area, LANGUAGES, isLanguage } from '../../src/locales/languages.ts';
import { type Translate, type WordKey, translate } from '../../src/locales/use-translation.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/shared.ts';

const AREAS = readdirSync(join(ROOT, 'src/locales/en-US')).map((name) => name.replace('.ts', '') as Area);
/** Plural forms. */
const FORM = /_(zero|one|two|few|many|other)$/;
const COUNTS = [0, 1, 2, 5, 21, 1.5];
const VALUES = ['BTC/USDT', '$&$1', '<b>', '', 7, '{{coin}}', true] as const;

await startI18n('en-US');
await loadWords(AREAS);

describe.each(Object.keys(LANGUAGES).filter(isLanguage))('%s', (code) => {
  it('says what i18next says', async () => {
    await changeLanguage(code);
    const [own, theirs] = [translate(), i18n.getFixedT(code) as Translate];
    const bundle: Record<string, string> = i18n.getResourceBundle(code, 'words');
    let at = 0;
    const asked = Object.entries(bundle).flatMap(([key, text]): Parameters<Translate>[] => {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).filter((name) => name !== 'count');
      const blanks = Object.fromEntries(names.map((name) => [name, VALUES[at++ % VALUES.length]!]));
      const stem = key.replace(FORM, '') as WordKey;
      return [
        [key as WordKey, blanks],
        ...(FORM.test(key) || text.includes('{{count}}')
          ? COUNTS.map((count): Parameters<Translate> => [stem, { ...blanks, count }])
          : []),
      ];
    });
    expect(asked.map((one) => own(...one))).toEqual(asked.map((one) => theirs(...one)));
    expect(asked.length).toBeGreaterThan(1_000);
  });
});

it('gives a key back that is not known, and its words once they are loaded', async () => {
  await changeLanguage('en-US');
  const key = 'made.up' as WordKey;
  expect(translate()(key)).toBe('made.up');
  i18n.addResourceBundle('en-US', 'words', { 'made.up': 'Made of {{what}}' }, true, true);
  expect(translate()(key, { what: 'words' })).toBe('Made of words');
  expect(translate()(key, {})).toBe('Made of {{what}}');
});
