// The flags of node under which the product runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/data/shared-file.ts';

/**
 * What `npm start` gives node: what is measured runs as the product does, built, in a process of its own, under the
 * same flags.
 */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}
