// What the house tells everybody, or one person: one text for all, and its own for languages that have one.
import * as v from 'valibot';
import { textUpTo, wholeIn } from '../../../core/endpoints/form-fields.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { action } from '../action.ts';

const LANGUAGES = ['en-US', 'zh-TW', 'ja-JP', 'ko-KR', 'vi', 'de-DE', 'fr-FR', 'ru-RU', 'ar-AE'] as const;

/** Lines are kept: an empty one parts paragraphs. */
const content = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(5_000),
  v.check((text) => !/[^\P{Cc}\n\r]/u.test(text), 'control'),
);
const title = textUpTo(120);
const link = v.optional(v.pipe(v.string(), v.regex(/^(\/[\w/?=&.-]{0,200})?$/)), '');
const languages = Object.fromEntries(
  LANGUAGES.flatMap((language) => [
    [`title.${language}`, v.optional(title)],
    [`content.${language}`, v.optional(content)],
  ]),
) as Record<string, v.OptionalSchema<typeof title, undefined>>;
const text = { title, content, link, ...languages };

interface Said {
  title: string;
  content: string;
}

/** Texts of single languages; each needs both title and content. */
function othersOf(given: Record<string, string | number | undefined>): Record<string, Said> | undefined {
  const others: Record<string, Said> = {};
  for (const language of LANGUAGES) {
    const [head, body] = [given[`title.${language}`], given[`content.${language}`]];
    if (head === undefined && body === undefined) continue;
    if (typeof head !== 'string' || typeof body !== 'string')
      throw new RejectError(CODE.fieldInvalid, { field: `title.${language}`, rule: 'title and content' });
    others[language] = { title: head, content: body };
  }
  return Object.keys(others).length > 0 ? others : undefined;
}

export const noticeActions = {
  'notice.announce': action('Tell everybody', v.object(text), async ({ identity }, given) => ({
    id: await identity.announce(String(given.title), String(given.content), String(given.link), othersOf(given)),
  })),
  'notice.tell': action(
    'Tell one person',
    v.object({ uid: wholeIn(1, Number.MAX_SAFE_INTEGER), ...text }),
    async ({ identity }, given) => {
      const others = othersOf(given);
      const { uid } = await identity.person(Number(given.uid));
      await identity.tell(uid, {
        category: 'general',
        title: String(given.title),
        content: String(given.content),
        link: String(given.link),
        ...(others ? { others } : {}),
      });
      return {};
    },
  ),
};
