// Errors at the start that the operator can correct.
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
