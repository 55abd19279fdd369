// A mark in a data folder while a restore fills it: what a killed one leaves is no exchange to start.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_MODE, createFolder } from './private-folder.ts';

const NAME = 'restore.unfinished';

/** Throws Error, with a sentence for the operator, where a restore of this folder was killed. */
export function refuseUnfinished(dataDir: string): void {
  const mark = join(dataDir, NAME);
  if (existsSync(mark))
    throw new Error(
      `The data folder ${dataDir} was restored in part only. Run the command again: npm run restore -- ${readFileSync(mark, 'utf8')}. Where that finds something there, delete the folder first`,
    );
}

/**
 * Marks the folder until `done`. `undone`: nothing was changed; then the mark of an earlier restore stays, whose files
 * are still there.
 */
export function markUnfinished(dataDir: string, backup: string): { done: () => void; undone: () => void } {
  const mark = join(dataDir, NAME);
  const wasMarked = existsSync(mark);
  createFolder(dataDir);
  if (!wasMarked) writeFileSync(mark, backup, { mode: FILE_MODE, flush: true });
  const done = (): void => rmSync(mark);
  return { done, undone: wasMarked ? () => undefined : done };
}
