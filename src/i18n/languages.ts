// The nine languages: their own names, their direction, and how their words are loaded.
import type { words as english } from './en-US/words.ts';

/** Every word the screen has, by key; en-US is complete and the measure of the others. */
export type Words = Record<keyof typeof english, string>;

export interface Language {
  /** In its own script. */
  name: string;
  dir: 'ltr' | 'rtl';
  /** Every key is translated; else what is absent is shown in English. */
  complete: boolean;
  load: () => Promise<{ words: Partial<Words> }>;
}

export const LANGUAGES = {
  'zh-TW': { name: '繁體中文', dir: 'ltr', complete: true, load: () => import('./zh-TW/words.ts') },
  'en-US': { name: 'English', dir: 'ltr', complete: true, load: () => import('./en-US/words.ts') },
  'ko-KR': { name: '한국어', dir: 'ltr', complete: false, load: () => import('./ko-KR/words.ts') },
  'ja-JP': { name: '日本語', dir: 'ltr', complete: false, load: () => import('./ja-JP/words.ts') },
  'de-DE': { name: 'Deutsch', dir: 'ltr', complete: false, load: () => import('./de-DE/words.ts') },
  'fr-FR': { name: 'Français', dir: 'ltr', complete: false, load: () => import('./fr-FR/words.ts') },
  'ru-RU': { name: 'Русский', dir: 'ltr', complete: false, load: () => import('./ru-RU/words.ts') },
  vi: { name: 'Tiếng Việt', dir: 'ltr', complete: false, load: () => import('./vi/words.ts') },
  'ar-AE': { name: 'العربية', dir: 'rtl', complete: false, load: () => import('./ar-AE/words.ts') },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: LanguageCode = 'zh-TW';

export function isLanguage(code: string): code is LanguageCode {
  return Object.hasOwn(LANGUAGES, code);
}
