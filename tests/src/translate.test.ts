// @vitest-environment happy-dom
// The words as components ask for them, beside i18next's own answer: every key of every language, with blanks and counts by seed.
import { describe, expect, it } from 'vitest';
import { changeLanguage, i18n, loadWords, startI18n } from '../../src/i18n/i18n.ts';
import { type Area, LANGUAGES, isLanguage } from '../../src/i18n/languages.ts';
import { type WordKey, translate } from '../../src/i18n/use-translation.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../shared.ts';

const AREAS = readdirSync(join(ROOT, 'src/i18n/en-US')).map((name) => name.replace('.ts', '') as Area);
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1.5];
const VALUES = ['BTC/USDT', '$&$1', '<b>', '', 7, '{{coin}}', true] as const;

await startI18n('en-US');
await loadWords(AREAS);

describe.each(Object.keys(LANGUAGES).filter(isLanguage))('%s', (code) => {
  it('says what i18next says', async () => {
    await changeLanguage(code);
    const [own, theirs] = [translate(), i18n.getFixedT(code)];
    const bundle: Record<string, string> = i18n.getResourceBundle(code, 'words');
    let at = 0;
    for (const [key, text] of Object.entries(bundle)) {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).filter((name) => name !== 'count');
      const blanks = Object.fromEntries(names.map((name) => [name, VALUES[at++ % VALUES.length]!]));
      expect(own(key as WordKey, blanks), key).toBe(theirs(key, blanks));
      const stem = key.replace(/_(zero|one|two|few|many|other)$/, '') as WordKey;
      for (const count of COUNTS) expect(own(stem, { ...blanks, count }), `${stem} ${count}`).toBe(theirs(stem, { ...blanks, count }));
      expect(own(key as WordKey), key).toBe(text.includes('{{') ? text : theirs(key));
    }
  });
});

it('gives a key back that is not known, and its words once they are loaded', async () => {
  await changeLanguage('en-US');
  const key = 'made.up' as WordKey;
  expect(translate()(key)).toBe('made.up');
  i18n.addResourceBundle('en-US', 'words', { 'made.up': 'Made of {{what}}' }, true, true);
  expect(translate()(key, { what: 'words' })).toBe('Made of words');
  expect(translate()(key, {})).toBe('Made of ');
});
