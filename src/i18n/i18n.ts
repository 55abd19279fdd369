// What the screen says: words come when a language or a page asks for them, English behind those that are not complete.
import { type Area, DEFAULT_LANGUAGE, FALLBACK, LANGUAGES, type LanguageCode, type Words, loadArea } from './languages.ts';
import { Speaker } from './speaker.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: Words };
    keySeparator: false;
    nsSeparator: false;
  }
}

/** The one speaker of the screen. */
export const i18n = new Speaker(FALLBACK);

/** Areas that some page has asked for: a change of language brings all of them. */
const spoken = new Set<Area>(['shell']);
const loaded = new Set<string>();

async function load(code: LanguageCode, areas: Iterable<Area>): Promise<void> {
  const wanted: LanguageCode[] = LANGUAGES[code].complete ? [code] : [code, FALLBACK];
  await Promise.all(wanted.flatMap((language) => [...areas].map(async (area) => {
    if (loaded.has(`${language}/${area}`)) return;
    i18n.learn(language, await loadArea(language, area));
    loaded.add(`${language}/${area}`);
  })));
}

/** Loads what a page says, in the language in use. Throws when it cannot be loaded. */
export async function loadWords(areas: readonly Area[]): Promise<void> {
  for (const area of areas) spoken.add(area);
  await load(i18n.language, areas);
}

/** Starts with `code`; with the default language when `code` cannot be loaded. Throws when that cannot be loaded either. */
export async function startI18n(code: LanguageCode): Promise<LanguageCode> {
  loaded.clear();
  i18n.forget();
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
  await load(code, spoken);
  i18n.speak(code);
  document.documentElement.lang = code;
  document.documentElement.dir = LANGUAGES[code].dir;
}
