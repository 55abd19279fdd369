// The one i18next of the screen: loads words when a language or a page asks for them.
import i18next, { type i18n as I18n } from 'i18next';
import { type Area, DEFAULT_LANGUAGE, LANGUAGES, type LanguageCode, loadArea } from './languages.ts';

export const i18n: I18n = i18next.createInstance();

/** Areas that some page has asked for: a change of language brings all of them. */
const spoken = new Set<Area>(['shell']);
const loaded = new Set<string>();

async function load(code: LanguageCode, areas: Iterable<Area>): Promise<void> {
  await Promise.all(
    [...areas].map(async (area) => {
      if (loaded.has(`${code}/${area}`)) return;
      i18n.addResourceBundle(code, 'words', await loadArea(code, area), true, true);
      loaded.add(`${code}/${area}`);
    }),
  );
}

/** Loads what a page says, in the language in use. Throws when it cannot be loaded. */
export async function loadWords(areas: readonly Area[]): Promise<void> {
  for (const area of areas) spoken.add(area);
  await load(i18n.language as LanguageCode, areas);
}

/**
 * Starts with `code`; with the default language when `code` cannot be loaded. Throws when that cannot be loaded either.
 */
export async function startI18n(code: LanguageCode): Promise<LanguageCode> {
  loaded.clear();
  await i18n.init({
    lng: code,
    fallbackLng: false,
    defaultNS: 'words',
    ns: 'words',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
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

/**
 * Changes language, text direction and the document's `lang`. Throws, and changes nothing, when the words cannot be
 * loaded.
 */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  await load(code, spoken);
  await i18n.changeLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = LANGUAGES[code].dir;
}
