// The languages of the page.
import type { LanguageCode } from '../../core/units/language.ts';

export type { LanguageCode };

export interface Language {
  /** In its own script. */
  name: string;
  dir: 'ltr' | 'rtl';
}

export const LANGUAGES = {
  'zh-TW': { name: '繁體中文', dir: 'ltr' },
  'en-US': { name: 'English', dir: 'ltr' },
  'ko-KR': { name: '한국어', dir: 'ltr' },
  'ja-JP': { name: '日本語', dir: 'ltr' },
  'de-DE': { name: 'Deutsch', dir: 'ltr' },
  'fr-FR': { name: 'Français', dir: 'ltr' },
  'ru-RU': { name: 'Русский', dir: 'ltr' },
  vi: { name: 'Tiếng Việt', dir: 'ltr' },
  'ar-AE': { name: 'العربية', dir: 'rtl' },
} as const satisfies Record<LanguageCode, Language>;

export const DEFAULT_LANGUAGE: LanguageCode = 'zh-TW';
export function isLanguage(code: string): code is LanguageCode {
  return Object.hasOwn(LANGUAGES, code);
}

/** The first of `wanted` that is supported, exactly or by its primary tag ("zh-HK" is "zh-TW"). */
export function preferredLanguage(wanted: readonly string[]): LanguageCode | undefined {
  const codes = Object.keys(LANGUAGES) as LanguageCode[];
  const primary = (tag: string): string | undefined => tag.toLowerCase().split('-')[0];
  return wanted
    .map(
      (tag) =>
        codes.find((code) => code.toLowerCase() === tag.toLowerCase()) ??
        codes.find((code) => primary(code) === primary(tag)),
    )
    .find((code) => code !== undefined);
}
