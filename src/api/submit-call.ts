// Calls that move money: on the feed's socket while it is live, otherwise over HTTP, once in every case.
import { REQUEST_TIMEOUT_MS, formTexts } from '../../core/endpoints/http.ts';
import type { AnswerOf, FormOf, SocketPath } from '../../core/endpoints/endpoints.ts';
import type { SocketReply } from '../../core/worker-protocol/worker-protocol.ts';
import { callContext, currentSession } from './call-context.ts';
import { CallError, type CallOptions, FAILURE, call, unwrap } from './call.ts';

/**
 * `call` that prefers the socket. A call that was not sent there, or whose connection was lost, is made over HTTP:
 * under its `clientNo` the exchange gives the first answer again.
 * @throws as `call`; CallError `network` for a lost call without a `clientNo`, whose outcome is unknown.
 */
export async function submitCall<P extends SocketPath>(
  path: P,
  form: FormOf<P>,
  options: CallOptions = {},
): Promise<AnswerOf<P>> {
  const token = callContext().token();
  const reply = await replyOf(path, form, token, options);
  if (reply.sent && reply.answer) return unwrap(path, reply.answer, token);
  // What one user sends does not go out in the session of the next.
  if (currentSession() !== token) throw new CallError(FAILURE.network, '');
  if (!reply.sent) return call(path, form, options);
  if ((form as { clientNo?: unknown }).clientNo === undefined) throw new CallError(FAILURE.network, '');
  return call(path, form, options);
}

const UNSENT: SocketReply = { sent: false };

/** Rejects with CallError `timeout`, or with the abort reason of `options.signal`. */
async function replyOf<P extends SocketPath>(
  path: P,
  form: FormOf<P>,
  token: string,
  { signal, timeoutMs = REQUEST_TIMEOUT_MS }: CallOptions,
): Promise<SocketReply> {
  const { socketCall, language } = callContext();
  if (!socketCall || token === '') return UNSENT;
  signal?.throwIfAborted();
  const over = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new CallError(FAILURE.timeout, '')), timeoutMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal });
  });
  try {
    const fields = Object.fromEntries(formTexts(form as Record<string, string>));
    // A worker that fails has sent nothing, or what it sent has a `clientNo`.
    const reply = socketCall({ path, form: fields, token, language: language() }).catch(() => UNSENT);
    return await Promise.race([reply, ended]);
  } finally {
    over.abort();
  }
}
