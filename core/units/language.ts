// The languages of the product, by the codes that settings store and requests name.

/** The first one is the default (docs/specification.md 7). */
export const LANGUAGE_CODES = ['zh-TW', 'en-US', 'ko-KR', 'ja-JP', 'de-DE', 'fr-FR', 'ru-RU', 'vi', 'ar-AE'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];
