// Data folders for tests: fresh, under the system's temporary folder, removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder that goes when the test ends; a concurrent test passes the `onTestFinished` of its own context. */
export function dataFolder(onFinished: typeof onTestFinished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'defi-store-'));
  onFinished(() => {
    // A process that was killed may write its last file meanwhile.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return folder;
}
