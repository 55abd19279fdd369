// The frame's words: one language at a time, English behind it, without the machinery of the whole app.
import { LANGUAGES, type LanguageCode, type Words } from '../../i18n/languages.ts';

/** A word with its blanks filled. */
export type Translate = (key: keyof Words, blanks?: Record<string, string | number>) => string;

/** Loads a language. Throws when it cannot be loaded. */
export async function loadWords(code: LanguageCode): Promise<Translate> {
  const load = async (language: LanguageCode): Promise<Partial<Words>> => (await LANGUAGES[language].load()).words;
  const [own, english] = await Promise.all([load(code), LANGUAGES[code].complete ? {} : load('en-US')]);
  const words: Partial<Words> = { ...english, ...own };
  return (key, blanks = {}) => (words[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name] ?? ''));
}
