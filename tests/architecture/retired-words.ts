// Words that are no names of this field: they are refused in file names, identifiers, sentences and comments.
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/** Refused as a part of a camelCase or kebab-case name. */
const NAME_PARTS = (
  'desk desks kept told tell tells heard hear hears said say says shelf witness tongue door doors knock house street ' +
  'streets room rooms ears grip grips craft manners surroundings verdict worry worries fate patience purse pocket ' +
  'stir stirred people wear wears anew keepsake bring brings bringing put kettle afterwards mood easel poster'
).split(' ');
const IN_NAMES = new Set(NAME_PARTS);
/** Refused as a part of the name of a constant: a limit is MAX or MIN. */
const IN_CONSTANTS = new Set(['most', 'least']);
/** Refused as a word of a comment. */
const IN_COMMENTS = new RegExp(
  `\\b(${(
    'desk desks shelf witness tongue street streets house door doors knock purse pocket anew wear wears told tell ' +
    'tells hear hears heard kept stir stirs stirred somebody nobody anybody whoever stands asked says said speaks ' +
    'spoken stood'
  ).replaceAll(' ', '|')})\\b`,
  'gi',
);
/** Refused in a sentence that stands in code: a message, a log line, the name of a test. */
const IN_SENTENCES =
  /\b(desks?|shel(f|ves)|witness|tongue|doors?|knock|purse|anew|told|tells|hears|heard|stir(s|red)?|somebody|nobody)\b/gi;
/** Where a part of a name may be: at the begin of letters, or with a capital. */
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const MAYBE_IN_NAMES = new RegExp(
  [
    ...NAME_PARTS.flatMap((word) => [`(?<![A-Za-z])${word}(?![a-z])`, `${capital(word)}(?![a-z])`, word.toUpperCase()]),
    ...[...IN_CONSTANTS].map((word) => word.toUpperCase()),
  ].join('|'),
);
/** A character written as a number may be a part of any word. */
const ESCAPED = /\\[ux]|&#?\w+;/;
/** Files whose sentences are texts for users; the locales' own tests read those. */
const TEXTS = /\/(messages|field-names|articles)/;
/** Names that the API, a stored item or the browser fixes, by the folders that may use them ('': every one). */
const FIXED_NAMES = new Map([
  ['houseEdge', ['']],
  ['fxproDeskTime', ['src/stores/device/']],
  ['put', ['src/service-worker/', 'src/lib/indexed-db.ts']],
  ['putImageData', ['chart/']],
]);
/** Files that name the words because they refuse them. */
const ALLOWED_FILES = ['tests/architecture/retired-words.ts', 'tests/architecture/words.test.ts'];

function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$#./-]+/)
    .map((part) => part.toLowerCase());
}

const isConstant = (name: string): boolean => /^[A-Z\d_]+$/.test(name);

const retiredIn = (name: string): string[] =>
  partsOf(name).filter((part) => IN_NAMES.has(part) || (isConstant(name) && IN_CONSTANTS.has(part)));

function isFixed(name: string, path: string): boolean {
  return FIXED_NAMES.get(name)?.some((folder) => path.startsWith(folder)) ?? false;
}

/** Every identifier once for each place; a shorthand property is one place. */
function identifiers(node: unknown, found = new Map<number, string>()): Map<number, string> {
  if (Array.isArray(node)) for (const one of node) identifiers(one, found);
  else if (node && typeof node === 'object') {
    const { type, name, start } = node as { type?: string; name?: unknown; start: number };
    if (/^(Private|JSX)?Identifier$/.test(type ?? '') && typeof name === 'string') found.set(start, name);
    for (const value of Object.values(node)) if (typeof value === 'object') identifiers(value, found);
  }
  return found;
}

/** Literals and parts of templates that hold a sentence, by their place. */
function sentences(node: unknown, found = new Map<number, string>()): Map<number, string> {
  if (Array.isArray(node)) for (const one of node) sentences(one, found);
  else if (node && typeof node === 'object') {
    const { type, value, start } = node as { type?: string; value?: unknown; start: number };
    const text = type === 'TemplateElement' ? (value as { raw: string }).raw : value;
    if (/^(Literal|TemplateElement|JSXText)$/.test(type ?? '') && typeof text === 'string' && /\w \w/.test(text))
      found.set(start, text);
    for (const child of Object.values(node)) if (typeof child === 'object') sentences(child, found);
  }
  return found;
}

/** Whether a text may have a fault; false saves the work of parsing it. */
function isSuspect(text: string): boolean {
  return [MAYBE_IN_NAMES, IN_COMMENTS, IN_SENTENCES, ESCAPED].some((pattern) => text.search(pattern) >= 0);
}

export function wordFaults({ path, text }: Source): string[] {
  if (ALLOWED_FILES.includes(path)) return [];
  const inPath = retiredIn(path.replace(/\.\w+$/, '')).map((word) => `${path}: ${word} in the path`);
  if (!isSuspect(text)) return inPath;
  const { program, comments } = parseSync(path, text);
  const line = (at: number): number => text.slice(0, at).split('\n').length;
  return [
    ...inPath,
    ...[...identifiers(program)].flatMap(([at, name]) =>
      (isFixed(name, path) ? [] : retiredIn(name)).map((word) => `${path}:${line(at)}: ${word} in ${name}`),
    ),
    ...[...(TEXTS.test(path) ? [] : sentences(program))].flatMap(([at, sentence]) =>
      [...sentence.matchAll(IN_SENTENCES)].map(([word]) => `${path}:${line(at)}: ${word} in a sentence`),
    ),
    ...comments.flatMap(({ value, start }) =>
      [...value.matchAll(IN_COMMENTS)].map(([word]) => `${path}:${line(start)}: ${word} in a comment`),
    ),
  ];
}
