// The words of a component: i18next's hook under a type of our own, which knows every key and stays quick with thousands of them.
import { useTranslation as useI18n } from 'react-i18next';
import type { Words } from './languages.ts';

/** A key that has plural forms is asked for by what stands before them, with `count`. */
type Stem<K> = K extends `${infer S}_other` ? S : K;
export type WordKey = Stem<keyof Words>;
/** A word in the language in use, its blanks filled. */
export type Translate = (key: WordKey, blanks?: Record<string, string | number | undefined>) => string;

/** `t` changes with the language, and with it the components that hold it. */
export function useTranslation(): { t: Translate } {
  const { t } = useI18n();
  return { t: t as Translate };
}
