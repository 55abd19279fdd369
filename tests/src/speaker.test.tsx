// @vitest-environment happy-dom
// The speaker beside i18next, whose place it takes: every text of every language, placeholders, plural forms, what is missing.
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import { i18n, startI18n } from '../../src/i18n/i18n.ts';
import { LANGUAGES, type LanguageCode } from '../../src/i18n/languages.ts';
import { Speaker } from '../../src/i18n/speaker.ts';

type Texts = Record<string, string>;
const CODES = Object.keys(LANGUAGES) as LanguageCode[];
const files = import.meta.glob<{ words: Texts }>('../../src/i18n/*/*.ts', { eager: true });

/** All that a language says. */
const textsOf = (code: LanguageCode): Texts => Object.assign({}, ...Object.entries(files).filter(([path]) => path.includes(`/${code}/`)).map(([, { words }]) => words)) as Texts;

/** Both sides with the same words; `say` takes any key. */
async function both(code: LanguageCode, own: Texts, fallback: Texts) {
  const twin = i18next.createInstance();
  const resources = { 'en-US': { words: fallback }, [code]: { words: code === 'en-US' ? { ...fallback, ...own } : own } };
  await twin.init({ lng: code, fallbackLng: 'en-US', defaultNS: 'words', ns: 'words', resources, keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false } });
  const speaker = new Speaker('en-US');
  speaker.learn('en-US', fallback);
  speaker.learn(code, own);
  speaker.speak(code);
  type Say = (key: string, values?: Record<string, unknown>) => string;
  return { twin: twin.t as unknown as Say, ours: speaker.t as unknown as Say };
}

describe('what the screen says', () => {
  it.each(CODES)('is what i18next would say, in %s', async (code) => {
    const fallback = textsOf('en-US');
    const { twin, ours } = await both(code, textsOf(code), fallback);
    for (const [key, text] of Object.entries(fallback)) {
      const values = Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => [name!, `<${name}> $& "1,5"`]));
      expect(ours(key, values)).toBe(twin(key, values));
    }
  });

  it.each(CODES)('takes the plural form of %s, and its fallback\'s where it has none', async (code) => {
    const english = { day_one: '{{count}} day', day_other: '{{count}} days', plain: '{{count}} of {{most}}' };
    const own = Object.fromEntries(new Intl.PluralRules(code).resolvedOptions().pluralCategories.map((form) => [`day_${form}`, `${form} {{count}}`]));
    for (const texts of [own, {}]) {
      const { twin, ours } = await both(code, texts, english);
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1.5]) for (const key of ['day', 'plain']) expect(ours(key, { count, most: 9 })).toBe(twin(key, { count, most: 9 }));
    }
  });

  it('names the key that nobody has, and leaves placeholders alone where nothing is given', async () => {
    const { twin, ours } = await both('de-DE', {}, { hello: 'Hello {{ name }}!' });
    expect(ours('absent')).toBe(twin('absent'));
    expect(ours('hello')).toBe(twin('hello'));
    expect(ours('hello', { name: 'Ada' })).toBe('Hello Ada!');
  });

  it('is said again by components when the language changes, and by no other', async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    await startI18n('en-US');
    const host = document.createElement('div');
    const root = createRoot(host);
    const rendered = vi.fn();
    const Word = () => {
      rendered();
      return useTranslation().t('app.cancel');
    };
    await act(() => root.render(<Word />));
    expect([host.textContent, rendered.mock.calls.length]).toEqual([textsOf('en-US')['app.cancel'], 1]);
    await act(() => i18n.learn('en-US', {}));
    expect(rendered).toHaveBeenCalledTimes(1);
    await act(() => startI18n('zh-TW'));
    expect([host.textContent, rendered.mock.calls.length]).toEqual([textsOf('zh-TW')['app.cancel'], 2]);
    await act(() => root.unmount());
  });
});
