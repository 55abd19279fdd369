// Notices from templates, in the reader's language.
import type { MarketNotice, NoticeTemplate, NoticeText } from './messages/message-texts.ts';
import { LANGUAGE_CODES } from '../../../core/units/language.ts';
import { fieldName } from './messages/field-names.ts';
import { messagesIn } from './messages/languages.ts';
import { messages as english } from './messages/en-US.ts';

export type { NoticeTemplate as Template, NoticeText as Words };

/** Separates names of form fields in the param `fields`. */
export const FIELD_SEPARATOR = ', ';

/** Title and text of a notice in a language, `{name}` filled from `params`; of form fields, `{fields}`, their names. */
export function noticeText(template: NoticeTemplate, params: Record<string, string>, language: string): NoticeText {
  const { title, content } = messagesIn(language).notices[template];
  const { fields } = params;
  return {
    title,
    content: filled(content, fields === undefined ? params : { ...params, fields: fieldsText(fields, language) }),
  };
}

/** "front of the document and full name". */
function fieldsText(fields: string, language: string): string {
  const names = fields.split(FIELD_SEPARATOR).map((field) => fieldName(field, language));
  return new Intl.ListFormat(language).format(names);
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
