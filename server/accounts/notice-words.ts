// What the exchange writes to a person by itself, filled in for one of them in their language.
import type { Template, Words } from './words/account-words.ts';
import { accountWords } from './words/languages.ts';
import { words as english } from './words/en-US.ts';

export type { Template, Words };

/** Title and text of a notice in a language, `{name}` filled from `params`. */
export function wordsOf(template: Template, params: Record<string, string>, language: string): Words {
  const { title, content } = accountWords(language).notices[template];
  return { title, content: content.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') };
}

export function isTemplate(text: string): text is Template {
  return Object.hasOwn(english.notices, text);
}
