// Prints of child processes that may be killed at any moment: what was printed arrives.
import { writeSync } from 'node:fs';

/** Writes to the pipe at once: the parent gets it even if this process is killed next. Waits for one that is late. */
export function print(line: string): void {
  for (let rest: Uint8Array = Buffer.from(line); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
  }
}
