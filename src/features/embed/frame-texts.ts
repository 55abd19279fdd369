// Texts of the embedded chart in one language, without the translator of the whole app.
import type { LanguageCode } from '../../locales/languages.ts';
import { type Namespace, type Texts, loadNamespace } from '../../locales/namespaces.ts';

/** Returns the text of a key with its placeholders filled in. */
export type Translate = (key: keyof Texts, blanks?: Record<string, string | number>) => string;

/** Namespaces that the frame uses. */
const FRAME_NAMESPACES: Namespace[] = ['shell', 'market', 'embed'];

/** Loads a language. Rejects when it cannot be loaded. */
export async function loadFrameTexts(code: LanguageCode): Promise<Translate> {
  const parts = await Promise.all(FRAME_NAMESPACES.map((namespace) => loadNamespace(code, namespace)));
  const words: Partial<Texts> = Object.assign({}, ...parts);
  return (key, blanks = {}) =>
    (words[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name] ?? ''));
}
