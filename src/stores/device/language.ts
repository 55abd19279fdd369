// The language in use: stored for the next visit and sent with every call.
import { changeLanguage, i18n } from '../../locales/i18n.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, isLanguage, preferredLanguage } from '../../locales/languages.ts';
import { isStored, stored, writeItem } from './storage.ts';

export const language = stored('fxproLanguage');
const lang = stored('lang');
// On a first visit the browser's language, where it is one of ours.
if (!isStored('fxproLanguage')) language.value = preferredLanguage(navigator.languages) ?? DEFAULT_LANGUAGE;

/** The stored language, or the default where it is unknown. */
export function languageCode(): LanguageCode {
  const code = language.peek();
  return isLanguage(code) ? code : DEFAULT_LANGUAGE;
}

/**
 * Loads and applies a language. Throws when it cannot be loaded; the old one then stays. Of two at once the later one
 * stays.
 */
export async function setLanguage(code: LanguageCode): Promise<void> {
  await changeLanguage(code);
  if (i18n.language !== code) return;
  language.value = code;
  lang.value = code;
  // Also the default language, which signals do not store: chosen, it outlives the visit in any browser.
  writeItem('fxproLanguage', code);
}
