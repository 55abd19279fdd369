// The i18next instance of the page, which loads texts by language and namespace.
import i18next, { type i18n as I18n } from 'i18next';
import { setNumberLanguage } from '../lib/number-style.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageCode } from './languages.ts';
import { type Namespace, loadNamespace } from './namespaces.ts';

/** The namespace that i18next holds all texts in, its default: a key is unique over the namespaces of the files. */
export const I18NEXT_NAMESPACE = 'translation';

export const i18n: I18n = i18next.createInstance();

/** Namespaces that some page needs: a change of language loads all of them. */
const requested = new Set<Namespace>(['shell']);
/** What is loaded, as `language/namespace`. */
const loaded = new Set<string>();

async function load(code: LanguageCode, namespaces: Iterable<Namespace>): Promise<void> {
  await Promise.all(
    [...namespaces].map(async (namespace) => {
      if (loaded.has(`${code}/${namespace}`)) return;
      i18n.addResourceBundle(code, I18NEXT_NAMESPACE, await loadNamespace(code, namespace), true, true);
      loaded.add(`${code}/${namespace}`);
    }),
  );
}

/** Loads namespaces in the current language, and in every language chosen later. Rejects when one cannot be loaded. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) requested.add(namespace);
  await load(i18n.language as LanguageCode, namespaces);
}

/**
 * Starts i18next with `code`, or with the default language when `code` cannot be loaded. Resolves to the language in
 * use; rejects when the default language cannot be loaded either.
 */
export async function startI18n(code: LanguageCode): Promise<LanguageCode> {
  loaded.clear();
  await i18n.init({
    lng: code,
    fallbackLng: false,
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

/** Number of the newest change of language. */
let newest = 0;

/**
 * Changes language, text direction and the document's `lang`. Rejects, and changes nothing, when the texts cannot be
 * loaded; changes nothing either when another change began meanwhile.
 */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  const no = ++newest;
  await load(code, requested);
  if (no !== newest) return;
  // First, because the fields that render on the change read their numbers' style from it.
  document.documentElement.lang = code;
  document.documentElement.dir = LANGUAGES[code].dir;
  setNumberLanguage(code);
  await i18n.changeLanguage(code);
}
