// What the house has to read: articles and banners of its own, in nine languages; texts become safe HTML here and
// nowhere else.
import type { ArticleName } from './messages/message-texts.ts';
import { accountWords } from './messages/languages.ts';

export interface Article {
  id: number;
  kind: 'banner' | 'article';
  title: string;
  summary: string;
  /** Paragraphs, plain text. */
  text: string[];
  link: string;
}

/** Ids below it are the house's own; announcements have theirs, moved up by it. */
export const FIRST_ANNOUNCEMENT_ID = 1000;

/** What there is to read, in the order in which it is shown; its words stand with each language. */
const LIST: readonly (Pick<Article, 'id' | 'kind' | 'link'> & { name: ArticleName })[] = [
  { id: 1, kind: 'article', name: 'price', link: '' },
  { id: 2, kind: 'article', name: 'safety', link: '/pages/user/google' },
  { id: 3, kind: 'article', name: 'funds', link: '' },
  { id: 11, kind: 'banner', name: 'proof', link: '/pages/common/article?id=1' },
  { id: 12, kind: 'banner', name: 'invite', link: '/pages/invite/invite' },
];

/** The house's own articles and banners in a language; English where that is none of the nine. */
export function articlesIn(language: string): readonly Article[] {
  const { articles } = accountWords(language);
  return LIST.map(({ name, ...article }) => ({ ...article, ...articles[name] }));
}

/** Paragraphs as HTML in which nothing of the text is markup. */
export function htmlOf(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('');
}

/** Paragraphs of a text in which empty lines part them. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
