// Limits of size: files in a folder, columns of a line.
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

const MAX_FILES = 20;
const MAX_COLUMNS = 120;
/** A text shorter than this makes no line long. */
const SHORT_TEXT = 20;
/** Folders of data, one file for each case or namespace. */
const DATA_FOLDERS = /^(tests\/server\/store\/914f794|bench\/results)(\/|$)/;

export function folderFaults(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !DATA_FOLDERS.test(folder))
    .map(([folder, count]) => `${folder} has ${count} files: at most ${MAX_FILES}`);
}

type Span = [start: number, end: number];

/** Where texts, templates, patterns and JSX text lie: the formatter does not break them, so they do not count. */
function literals(node: unknown, spans: Span[] = []): Span[] {
  if (Array.isArray(node)) for (const one of node) literals(one, spans);
  else if (node && typeof node === 'object') {
    const { type, start, end } = node as { type?: string; start: number; end: number };
    if (type === 'Literal' || type === 'TemplateLiteral' || type === 'JSXText') spans.push([start, end]);
    else for (const value of Object.values(node)) if (typeof value === 'object') literals(value, spans);
  }
  return spans;
}

/** Lines of code and comments over the limit; those that hold a text are as long as the text makes them. */
export function lineFaults({ path, text }: Source): string[] {
  const long = text.split('\n').some((line) => line.length > MAX_COLUMNS);
  if (!long) return [];
  const spans = literals(parseSync(path, text).program);
  let at = 0;
  return text.split('\n').flatMap((line, index) => {
    const [start, end] = [at, at + line.length];
    at = end + 1;
    const holdsText = spans.some(([from, to]) => from < end && to > start && to - from >= SHORT_TEXT);
    return line.length > MAX_COLUMNS && !holdsText
      ? [`${path}:${index + 1} has ${line.length} columns: at most ${MAX_COLUMNS}`]
      : [];
  });
}
