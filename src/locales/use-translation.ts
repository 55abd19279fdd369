// Translation of keys for components and other code, typed by the texts of en-US (docs/adr/0006).
import { useSyncExternalStore } from 'react';
import { type NumberStyle, numberStyleOf, writeDecimal } from '../../core/units/number-style.ts';
import { I18NEXT_NAMESPACE, i18n } from './i18n.ts';
import type { Texts } from './namespaces.ts';

type WithoutPluralForm<K> = K extends `${infer S}_other` ? S : K;
/** A key of a text. One with plural forms is given without its form, and the number as the value `count`. */
export type TextKey = WithoutPluralForm<keyof Texts>;
/**
 * The text of a key in the current language, its placeholders filled with `values`: a number in the style of the
 * language, a text as it is.
 */
export type Translate = (key: TextKey, values?: Record<string, string | number | boolean | undefined>) => string;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
let current: { language: string; t: Translate } | null = null;

/** `t` of the current language, for code outside components. It is another function after a change of language. */
export function translate(): Translate {
  if (current === null || current.language !== i18n.language)
    current = { language: i18n.language, t: createTranslate(i18n.language) };
  return current.t;
}

/** Reads i18next's table directly, because a page translates hundreds of keys in each render. */
function createTranslate(language: string): Translate {
  const style = numberStyleOf(language);
  const plural = new Intl.PluralRules(language);
  const textOf = (key: string): string | undefined =>
    (i18n.store?.data[language]?.[I18NEXT_NAMESPACE] as Record<string, string> | undefined)?.[key];
  return (key, values) => {
    const form = typeof values?.['count'] === 'number' ? textOf(`${key}_${plural.select(values['count'])}`) : undefined;
    const text = form ?? textOf(key) ?? key;
    return values === undefined
      ? text
      : text.replace(PLACEHOLDER, (placeholder, name: string) =>
          name in values ? valueText(values[name], style) : placeholder,
        );
  };
}

function valueText(value: string | number | boolean | undefined, style: NumberStyle): string {
  return typeof value === 'number' ? writeDecimal(String(value), style) : String(value ?? '');
}

function subscribe(onChange: () => void): () => void {
  i18n.on('languageChanged', onChange);
  return () => i18n.off('languageChanged', onChange);
}

/** `t` of the current language; the component renders again when the language changes. */
export function useTranslation(): { t: Translate } {
  return { t: useSyncExternalStore(subscribe, translate) };
}
