// Writes a benchmark's table into docs/benchmarks.md, between two marks that carry the benchmark's name.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/data/shared-file.ts';

const PAGE = 'docs/benchmarks.md';

/** `text` with everything between the marks of `name` replaced. Throws Error where the marks are missing. */
export function withBlock(text: string, name: string, block: string): string {
  const { from, to } = placeOf(text, name);
  return `${text.slice(0, from)}\n${block}\n${text.slice(to)}`;
}

/** Begin and end of what is between the marks. */
function placeOf(text: string, name: string): { from: number; to: number } {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${PAGE} has no ${begin} ... ${end}`);
  return { from: from + begin.length, to };
}

const PATH = join(ROOT, PAGE);

/** What is between the marks of `name`. */
export function blockOf(name: string): string {
  const text = readFileSync(PATH, 'utf8');
  const { from, to } = placeOf(text, name);
  return text.slice(from, to);
}

export function writeBlock(name: string, block: string): void {
  writeFileSync(PATH, withBlock(readFileSync(PATH, 'utf8'), name, block));
}
