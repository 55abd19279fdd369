// The words of a component: i18next under a type of our own, which knows every key and stays quick with thousands of them.
import { useSyncExternalStore } from 'react';
import { i18n } from './i18n.ts';
import type { Words } from './languages.ts';

/** A key that has plural forms is asked for by what stands before them, with `count`. */
type Stem<K> = K extends `${infer S}_other` ? S : K;
export type WordKey = Stem<keyof Words>;
/** A word in the language in use, its blanks filled. */
export type Translate = (key: WordKey, blanks?: Record<string, string | number | boolean | undefined>) => string;

let spoken: { language: string; t: Translate } | null = null;

/** The words of the language in use, where no component is: another function for each language. */
export function translate(): Translate {
  if (spoken === null || spoken.language !== i18n.language) spoken = { language: i18n.language, t: remembering(i18n.getFixedT(i18n.language) as Translate) };
  return spoken.t;
}

/** A page says the same words at every drawing: those without blanks are looked up once. A key that is not known yet may be loaded later. */
function remembering(t: Translate): Translate {
  const known = new Map<WordKey, string>();
  return (key, blanks) => {
    if (blanks !== undefined) return t(key, blanks);
    const before = known.get(key);
    if (before !== undefined) return before;
    const text = t(key);
    if (text !== key) known.set(key, text);
    return text;
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
