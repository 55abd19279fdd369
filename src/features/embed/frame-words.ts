// The frame's words: one language at a time, without the machinery of the whole app.
import { type Area, type LanguageCode, type Words, loadArea } from '../../locales/languages.ts';

/** A word with its blanks filled. */
export type Translate = (key: keyof Words, blanks?: Record<string, string | number>) => string;

/** What the frame says. */
const AREAS: Area[] = ['shell', 'market', 'embed'];

/** Loads a language. Throws when it cannot be loaded. */
export async function loadWords(code: LanguageCode): Promise<Translate> {
  const parts = await Promise.all(AREAS.map((area) => loadArea(code, area)));
  const words: Partial<Words> = Object.assign({}, ...parts);
  return (key, blanks = {}) =>
    (words[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name] ?? ''));
}
