// What the exchange writes to a person by itself, filled in for one of them in their language.
import type { MarketWord, Template, Words } from './messages/message-texts.ts';
import { LANGUAGES, accountWords } from './messages/languages.ts';
import { words as english } from './messages/en-US.ts';

export type { Template, Words };

/** Title and text of a notice in a language, `{name}` filled from `params`. */
export function wordsOf(template: Template, params: Record<string, string>, language: string): Words {
  const { title, content } = accountWords(language).notices[template];
  return { title, content: filled(content, params) };
}

/**
 * What everybody is told of a market, in the nine languages; `more` (in its writer's own words) stands below it in
 * each.
 */
export function marketWords(word: MarketWord, market: string, time: string, more: string): Record<string, Words> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { title: market, content: `${filled(accountWords(language).markets[word], { market, time })}\n\n${more}` },
    ]),
  );
}

function filled(text: string, params: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

export function isTemplate(text: string): text is Template {
  return Object.hasOwn(english.notices, text);
}
