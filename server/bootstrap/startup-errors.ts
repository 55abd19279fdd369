// Errors at the start that the operator can correct.
import { ConfigError } from './config.ts';
import { sentenceOf, systemMessage } from './system-errors.ts';

/** Runs a step whose failure the operator can correct. Throws ConfigError with one sentence, without a stack. */
export async function asConfigError<T>(step: Promise<T> | (() => T)): Promise<T> {
  try {
    return await (typeof step === 'function' ? step() : step);
  } catch (cause) {
    throw new ConfigError(sentenceOf(cause), { cause });
  }
}

/** What the operator reads when a start fails: a sentence, or the error itself where the operator cannot repair it. */
export function startMessage(error: unknown, folder?: string): unknown {
  const isTheirs = error instanceof ConfigError;
  return systemMessage(isTheirs ? error.cause : error, folder) ?? (isTheirs ? error.message : error);
}
