// The built thread that writes rows, for the tests of a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { ROOT } from '../data/shared-file.ts';
import { buildBesideThread } from './build-thread.ts';

/** For a test file: the built thread, and what is built beside it. */
export function threadForFile(inputs: Record<string, string> = {}): { folder: () => string; thread: () => URL } {
  let folder = '';
  beforeAll(async () => {
    // Inside node_modules, so that the bundle resolves its external packages.
    folder = mkdtempSync(join(ROOT, 'node_modules', '.rows-thread-'));
    await buildBesideThread(folder, inputs);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder: () => folder, thread: () => pathToFileURL(join(folder, 'rows-thread.mjs')) };
}
