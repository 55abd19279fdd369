// Built-in articles and banners in nine languages, and the only conversion of texts to safe HTML.
import type { ArticleName } from './messages/message-texts.ts';
import { messagesIn } from './messages/languages.ts';

export interface Article {
  id: number;
  kind: 'banner' | 'article';
  title: string;
  summary: string;
  /** Paragraphs, plain text. */
  text: string[];
  link: string;
}

/** Smaller ids are built-in articles; announcements have theirs plus this offset. */
export const FIRST_ANNOUNCEMENT_ID = 1000;

/** In display order; the texts are in `messages/`. */
const LIST: readonly (Pick<Article, 'id' | 'kind' | 'link'> & { name: ArticleName })[] = [
  { id: 1, kind: 'article', name: 'price', link: '' },
  { id: 2, kind: 'article', name: 'safety', link: '/pages/user/google' },
  { id: 3, kind: 'article', name: 'funds', link: '' },
  { id: 11, kind: 'banner', name: 'proof', link: '/pages/common/article?id=1' },
  { id: 12, kind: 'banner', name: 'invite', link: '/pages/invite/invite' },
];

/** Articles and banners in a language; English when it is not supported. */
export function articlesIn(language: string): readonly Article[] {
  const { articles } = messagesIn(language);
  return LIST.map(({ name, ...article }) => ({ ...article, ...articles[name] }));
}

const HEADING = '# ';

/** Paragraphs as HTML, with the text escaped; one that begins with "# " is a heading. */
export function htmlOf(paragraphs: readonly string[]): string {
  return paragraphs
    .map((text) =>
      text.startsWith(HEADING) ? `<h2>${escaped(text.slice(HEADING.length))}</h2>` : `<p>${escaped(text)}</p>`,
    )
    .join('');
}

/** Paragraphs of a text, separated by empty lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Text of HTML, also in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
