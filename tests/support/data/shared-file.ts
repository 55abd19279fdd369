// Finds the recordings and vectors that lie beside the checkout; tests that need one skip and say so where it is
// absent.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Path of a file in `../shared`, or null where that folder is absent. With CI set, absence is an error. */
export function sharedFile(name: string): string | null {
  const path = resolve(ROOT, '..', 'shared', name);
  if (existsSync(path)) return path;
  if (process.env['CI']) throw new Error(`${name} must lie in ../shared when CI is set`);
  console.warn(`skipped: ../shared/${name} is absent`);
  return null;
}
