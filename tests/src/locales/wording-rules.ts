// Faults of texts: words that are not used, terms that differ, signs, placeholders, and widths on a phone.

/** A text with its language and the name of its place. */
export interface Text {
  language: string;
  key: string;
  text: string;
}

/** Forms of one term by language; a form that ends in "…" is the beginning of a word. */
export type Term = Record<string, readonly string[]>;

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const formsOf = (cell: string): string[] =>
  cell
    .split(',')
    .map((form) => form.trim())
    .filter((form) => form !== '');

/** Rows of the table below a heading of docs/wording.md, each with its cells. */
function tableBelow(page: string, heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--'))
    .map(cellsOf);
}

export function termsOf(page: string): Term[] {
  const [languages = [], ...rows] = tableBelow(page, 'Terms');
  return rows.map((row) => Object.fromEntries(languages.map((language, at) => [language, formsOf(row[at] ?? '')])));
}

export function bannedWordsOf(page: string): Record<string, string[]> {
  return Object.fromEntries(
    tableBelow(page, 'Words that are not used')
      .slice(1)
      .map(([language, words]) => [language, formsOf(words ?? '')]),
  );
}

/** Scripts without spaces between words: a form may begin and end anywhere. */
const WITHOUT_SPACES = new Set(['zh-TW', 'ja-JP', 'ko-KR']);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patterns = new Map<string, RegExp>();
/** Arabic writes conjunction, preposition and article before a word without a space. */
const ARABIC_PREFIX = '(?:[وف]?[بكل]?(?:ال)?|[وف]?لل)';

function patternOf(form: string, language: string): RegExp {
  const isStem = form.endsWith('…');
  const stem = escaped(isStem ? form.slice(0, -1) : form);
  if (WITHOUT_SPACES.has(language)) return new RegExp(stem, 'u');
  const prefix = language === 'ar-AE' ? ARABIC_PREFIX : '';
  return new RegExp(`(?<![\\p{L}\\p{M}])${prefix}${stem}${isStem ? '' : '(?![\\p{L}\\p{M}])'}`, 'iu');
}

/** Where a form begins in a text, or -1; without regard to case. */
function findForm(text: string, form: string, language: string): number {
  const known = patterns.get(`${language} ${form}`);
  const pattern = known ?? patternOf(form, language);
  if (known === undefined) patterns.set(`${language} ${form}`, pattern);
  return text.search(pattern);
}

/** Words of the list that a text has. */
export function bannedFaults({ language, key, text }: Text, banned: Record<string, readonly string[]>): string[] {
  const plain = text.replace(/\{\{?\w+\}?\}/g, '');
  return (banned[language] ?? [])
    .filter((word) => findForm(plain, word, language) >= 0)
    .map((word) => `${language} ${key}: "${word}" is not used`);
}

/** Terms of the English text that its translation lacks. */
export function termFaults(english: string, translated: Text, terms: readonly Term[]): string[] {
  const plain = english.replace(/Google Authenticator/g, '');
  return terms
    .filter((term) => term['en-US']!.some((form) => findForm(plain, form, 'en-US') >= 0))
    .filter(
      (term) => !term[translated.language]!.some((form) => findForm(translated.text, form, translated.language) >= 0),
    )
    .map(
      (term) =>
        `${translated.language} ${translated.key}: no "${term[translated.language]![0]}" (${term['en-US']![0]})`,
    );
}

/** Quotation marks of each language, opening and closing by turns. */
const QUOTES: Record<string, string> = {
  'en-US': '“”‘’',
  'zh-TW': '「」『』',
  'ko-KR': '“”‘’',
  'ja-JP': '「」『』',
  'de-DE': '„“‚‘’',
  'fr-FR': '«»’',
  'ru-RU': '«»„“',
  vi: '“”‘’',
  'ar-AE': '«»',
};
const ALL_QUOTES = /["'`´“”„‚‘’«»「」『』]/g;
/** Languages with a no-break space before a percent sign. */
const SPACED_PERCENT = new Set(['de-DE', 'fr-FR', 'ru-RU']);

/** Quotation marks of another language, spaces that are doubled, at an end or breakable, dots for an ellipsis. */
export function signFaults({ language, key, text }: Text): string[] {
  const faults: string[] = [];
  const wrong = [...text.matchAll(ALL_QUOTES)]
    .map(([mark]) => mark)
    .filter((mark) => !QUOTES[language]!.includes(mark));
  if (wrong.length > 0) faults.push(`marks ${wrong.join(' ')}`);
  if (text !== text.trim() || / {2}/.test(text)) faults.push('a space too much');
  if (/\.\.\./.test(text)) faults.push('three dots');
  if (SPACED_PERCENT.has(language) ? /[\d}][ ]?%/.test(text) : /[\d}]\s%/.test(text)) faults.push('space before %');
  if (language === 'fr-FR' && /[^\s\u00a0\u202f\d:/][:;!?](?=\s|$)|[ ][:;!?](?=\s|$)|« | »/.test(text))
    faults.push('no-break space of a sign');
  return faults.map((what) => `${language} ${key}: ${what}`);
}

/** Placeholders and isolates that do not close. */
export function balanceFaults({ language, key, text }: Text): string[] {
  const rest = text.replace(/\{\{\w+\}\}/g, '').replace(/\{\w+\}/g, '');
  const opened = (text.match(/[\u2066-\u2068]/g) ?? []).length;
  const closed = (text.match(/\u2069/g) ?? []).length;
  return [/[{}]/.test(rest) ? 'a brace without its pair' : '', opened === closed ? '' : 'an isolate without its end']
    .filter((what) => what !== '')
    .map((what) => `${language} ${key}: ${what}`);
}
