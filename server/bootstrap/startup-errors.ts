// Errors at the start that the operator can correct, and the log of internal errors.
import { ConfigError } from './config.ts';
import { sentenceOf } from './system-errors.ts';

/** Runs a step whose failure the operator can correct. Throws ConfigError with one sentence, without a stack. */
export async function asConfigError<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    throw new ConfigError(sentenceOf(cause), { cause });
  }
}

/** Writes one log line: time, event name, error. Never the content of a request. */
export function logError(event: string, error: unknown): void {
  console.error(`${new Date().toISOString()} ${event}`, error);
}

/** Writes one log line: time, event name and its fields. */
export function logEvent(line: string): void {
  console.error(`${new Date().toISOString()} ${line}`);
}
