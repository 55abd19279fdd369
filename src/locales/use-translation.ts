// The words of a component: i18next under a type of our own, which knows every key and stays quick with thousands of
// them.
import { useSyncExternalStore } from 'react';
import { i18n } from './i18n.ts';
import type { Words } from './languages.ts';

/** A key that has plural forms is asked for by what stands before them, with `count`. */
type Stem<K> = K extends `${infer S}_other` ? S : K;
export type WordKey = Stem<keyof Words>;
/** A word in the language in use, its blanks filled. */
export type Translate = (key: WordKey, blanks?: Record<string, string | number | boolean | undefined>) => string;

const BLANK = /\{\{(\w+)\}\}/g;
let spoken: { language: string; t: Translate } | null = null;

/** The words of the language in use, where no component is: another function for each language. */
export function translate(): Translate {
  if (spoken === null || spoken.language !== i18n.language)
    spoken = { language: i18n.language, t: speaking(i18n.language) };
  return spoken.t;
}

/**
 * A page says hundreds of words at every drawing: they are read off i18next's own table, and their blanks filled here.
 */
function speaking(language: string): Translate {
  const plural = new Intl.PluralRules(language);
  const textOf = (key: string): string | undefined =>
    (i18n.store?.data[language]?.['words'] as Record<string, string> | undefined)?.[key];
  return (key, blanks) => {
    const form = typeof blanks?.['count'] === 'number' ? textOf(`${key}_${plural.select(blanks['count'])}`) : undefined;
    const text = form ?? textOf(key) ?? key;
    return blanks === undefined
      ? text
      : text.replace(BLANK, (blank, name: string) => (name in blanks ? String(blanks[name] ?? '') : blank));
  };
}

function subscribe(changed: () => void): () => void {
  i18n.on('languageChanged', changed);
  return () => i18n.off('languageChanged', changed);
}

/** `t` changes with the language, and with it the components that hold it. */
export function useTranslation(): { t: Translate } {
  return { t: useSyncExternalStore(subscribe, translate) };
}
