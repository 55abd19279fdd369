// Notices from templates, in the reader's language.
import type { MarketNotice, NoticeTemplate, NoticeText } from './messages/message-texts.ts';
import { LANGUAGE_CODES } from '../../../core/units/language.ts';
import { messagesIn } from './messages/languages.ts';
import { messages as english } from './messages/en-US.ts';

export type { NoticeTemplate as Template, NoticeText as Words };

/** Title and text of a notice in a language, `{name}` filled from `params`. */
export function noticeText(template: NoticeTemplate, params: Record<string, string>, language: string): NoticeText {
  const { title, content } = messagesIn(language).notices[template];
  return { title, content: filled(content, params) };
}

/** An announcement about a market in the nine languages; `more`, in the operator's words, follows in each. */
export function marketNoticeTexts(
  word: MarketNotice,
  market: string,
  time: string,
  more: string,
): Record<string, NoticeText> {
  return Object.fromEntries(
    LANGUAGE_CODES.map((language) => [
      language,
      { title: market, content: `${filled(messagesIn(language).markets[word], { market, time })}\n\n${more}` },
    ]),
  );
}

function filled(text: string, params: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

export function isTemplate(text: string): text is NoticeTemplate {
  return Object.hasOwn(english.notices, text);
}
