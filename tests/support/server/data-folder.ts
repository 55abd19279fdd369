// Data folders for tests: fresh, under the system's temporary folder, removed afterwards.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

interface Writer {
  dataDir: string;
  child: ChildProcess;
  ended: Promise<unknown>;
}

const writers: Writer[] = [];

/** Notes a process that writes to a data folder: it is killed before the folder is removed. */
export function noteWriter(writer: Writer): void {
  writers.push(writer);
}

/** A fresh folder that goes when the test ends; a concurrent test passes the `onTestFinished` of its own context. */
export function dataFolder(onFinished: typeof onTestFinished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'defi-store-'));
  onFinished(async () => {
    const ofFolder = writers.filter(({ dataDir }) => dataDir.startsWith(folder));
    for (const { child } of ofFolder) child.kill('SIGKILL');
    await Promise.all(ofFolder.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return folder;
}
