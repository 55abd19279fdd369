// Announcements to all users and notices to one, optionally translated.
import * as v from 'valibot';
import { textUpTo, wholeIn } from '../../../core/endpoints/form-fields.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { LANGUAGE_CODES } from '../../../core/units/language.ts';
import { action } from '../action.ts';

/** Newlines are allowed; an empty line separates paragraphs. */
const content = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(5_000),
  v.check((text) => !/[^\P{Cc}\n\r]/u.test(text), 'control'),
);
const title = textUpTo(120);
/** A path of the app: one that begins with two slashes would lead to another site. */
const link = v.optional(v.pipe(v.string(), v.regex(/^(\/(?!\/)[\w/?=&.-]{0,200})?$/)), '');
const languages = Object.fromEntries(
  LANGUAGE_CODES.flatMap((language) => [
    [`title.${language}`, v.optional(title)],
    [`content.${language}`, v.optional(content)],
  ]),
) as Record<string, v.OptionalSchema<typeof title, undefined>>;
const text = { title, content, link, ...languages };

interface Translation {
  title: string;
  content: string;
}

/** Translations by language; each needs title and content. */
function translationsOf(given: Record<string, string | number | undefined>): Record<string, Translation> | undefined {
  const translations: Record<string, Translation> = {};
  for (const language of LANGUAGE_CODES) {
    const [head, body] = [given[`title.${language}`], given[`content.${language}`]];
    if (head === undefined && body === undefined) continue;
    if (typeof head !== 'string' || typeof body !== 'string')
      throw new RejectError(CODE.fieldInvalid, { field: `title.${language}`, rule: 'title and content' });
    translations[language] = { title: head, content: body };
  }
  return Object.keys(translations).length > 0 ? translations : undefined;
}

export const noticeActions = {
  'notice.announce': action('Send a notice to all users', v.object(text), async ({ identity }, given) => ({
    id: await identity.announce(String(given.title), String(given.content), String(given.link), translationsOf(given)),
  })),
  'notice.tell': action(
    'Send a notice to one user',
    v.object({ uid: wholeIn(1, Number.MAX_SAFE_INTEGER), ...text }),
    async ({ identity }, given) => {
      const translations = translationsOf(given);
      const { uid } = await identity.user(Number(given.uid));
      await identity.notify(uid, {
        category: 'general',
        title: String(given.title),
        content: String(given.content),
        link: String(given.link),
        ...(translations ? { others: translations } : {}),
      });
      return {};
    },
  ),
};
