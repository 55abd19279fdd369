// The frame's words: one language at a time, English behind it, without the machinery of the whole app.
import { type Area, FALLBACK, LANGUAGES, type LanguageCode, type Words, loadArea } from '../../i18n/languages.ts';

/** A word with its blanks filled. */
export type Translate = (key: keyof Words, blanks?: Record<string, string | number>) => string;

/** What the frame says. */
const AREAS: Area[] = ['shell', 'market', 'embed'];

/** Loads a language. Throws when it cannot be loaded. */
export async function loadWords(code: LanguageCode): Promise<Translate> {
  const languages: LanguageCode[] = LANGUAGES[code].complete ? [code] : [FALLBACK, code];
  const parts = await Promise.all(languages.flatMap((language) => AREAS.map((area) => loadArea(language, area))));
  const words: Partial<Words> = Object.assign({}, ...parts);
  return (key, blanks = {}) => (words[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name] ?? ''));
}
