// Failures of a start that are the operator's to mend, and mistakes of ours.
import { ConfigError } from './config.ts';
import { sentenceOf } from './system-errors.ts';

/** A step whose failure is the operator's to mend: the sentence is enough, a stack would hide it. */
export async function asConfigError<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    throw new ConfigError(sentenceOf(cause), { cause });
  }
}

/** A mistake of ours, on one line of its own with what a person was told; never with what was sent. */
export function logError(what: string, error: unknown): void {
  console.error(`${new Date().toISOString()} ${what}`, error);
}
