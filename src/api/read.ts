// Calls that change nothing: where the exchange asks to wait, they are made again.
import type { AnswerOf, CallPath, FormOf } from '../../core/endpoints/endpoints.ts';
import { CODE } from '../../core/errors/errors.ts';
import { CallError, type CallOptions, call } from './call.ts';
import { callContext } from './call-context.ts';

/** Attempts of one read, the first included. */
const TRIES = 3;
/** A longer wait is the user's to decide. */
const MAX_WAIT_S = 10;
/** Spreads the reads that were refused together. */
const JITTER_MS = 400;

/**
 * `call` for a read. A refusal for too many requests is waited out, unless the session changes meanwhile. Never for a
 * call that changes something.
 */
export async function read<P extends CallPath>(
  path: P,
  form: FormOf<P>,
  options: CallOptions = {},
): Promise<AnswerOf<P>> {
  const token = callContext().token();
  for (let tries = 1; ; tries += 1)
    try {
      return await call(path, form, options);
    } catch (cause) {
      const waitS = retryAfterS(cause);
      if (tries === TRIES || !(waitS <= MAX_WAIT_S)) throw cause;
      await new Promise((done) => setTimeout(done, waitS * 1000 + Math.random() * JITTER_MS));
      options.signal?.throwIfAborted();
      if (callContext().token() !== token) throw cause;
    }
}

/** `retryAfter` of a refusal for too many requests, in seconds; NaN for every other failure. */
export function retryAfterS(cause: unknown): number {
  const refused = cause instanceof CallError && cause.code === CODE.tooManyRequests;
  return refused ? Number((cause.data as { retryAfter?: unknown } | null)?.retryAfter) : NaN;
}
