// Writes a benchmark's table into docs/benchmarks.md, between two marks that carry the benchmark's
// name.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/data/shared-file.ts';

const PAGE = 'docs/benchmarks.md';

/** `text` with everything between the marks of `name` replaced. Throws Error where the marks are missing. */
export function withBlock(text: string, name: string, block: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${PAGE} has no ${begin} ... ${end}`);
  return `${text.slice(0, from + begin.length)}\n${block}\n${text.slice(to)}`;
}

export function writeBlock(name: string, block: string): void {
  const path = join(ROOT, PAGE);
  writeFileSync(path, withBlock(readFileSync(path, 'utf8'), name, block));
}
