// The one i18next of the screen: loads a language when it is asked for, English behind those that are not complete.
import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageCode, type Words } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: Words };
    keySeparator: false;
    nsSeparator: false;
  }
}

const FALLBACK: LanguageCode = 'en-US';

export const i18n: I18n = i18next.createInstance();

/** Words of a language, and English behind it unless it is complete. Throws when they cannot be loaded. */
async function loadWords(code: LanguageCode): Promise<void> {
  const wanted: LanguageCode[] = LANGUAGES[code].complete ? [code] : [code, FALLBACK];
  await Promise.all(wanted.map(async (language) => {
    if (i18n.hasResourceBundle(language, 'words')) return;
    const { words } = await LANGUAGES[language].load();
    i18n.addResourceBundle(language, 'words', words);
  }));
}

/** Starts with `code`; with the default language when `code` cannot be loaded. Throws when that cannot be loaded either. */
export async function startI18n(code: LanguageCode): Promise<LanguageCode> {
  await i18n.use(initReactI18next).init({
    lng: code, fallbackLng: FALLBACK, defaultNS: 'words', ns: 'words', resources: {}, keySeparator: false, nsSeparator: false,
    interpolation: { escapeValue: false }, react: { useSuspense: false },
  });
  try {
    await changeLanguage(code);
    return code;
  } catch (cause) {
    if (code === DEFAULT_LANGUAGE) throw cause;
    console.warn(`language ${code} cannot be loaded`, cause);
    await changeLanguage(DEFAULT_LANGUAGE);
    return DEFAULT_LANGUAGE;
  }
}

/** Changes language, text direction and the document's `lang`. Throws, and changes nothing, when the words cannot be loaded. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  await loadWords(code);
  await i18n.changeLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = LANGUAGES[code].dir;
}
