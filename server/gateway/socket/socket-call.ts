// A call on a client's socket: the same table, checks, limits and answers as over HTTP.
import { CALLS, type Call, type CallPath, type Envelope } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type CallDeps, type CallOrigin, envelopeOf, runCall } from '../call-runner.ts';
import { languageOf, traceIdOf } from '../envelope.ts';
import { formOf } from '../forms/form-body.ts';

interface CallMessage {
  path: string;
  /** The fields, not checked yet. */
  form?: unknown;
  /** A value of Accept-Language. */
  language?: string;
  /** W3C Trace Context. */
  traceparent?: string;
}

/** Makes a call and returns its envelope; never rejects. `token` is the connection's, "" before its auth. */
export type SocketCall = (message: CallMessage, token: string, isTooMany: boolean) => Promise<Envelope>;

/** The calls of one connection, from `origin`. */
export function socketCall(deps: CallDeps, origin: Omit<CallOrigin, 'language'>): SocketCall {
  let from: CallOrigin = { ...origin, language: languageOf(undefined) };
  return ({ path, form, language: header, traceparent }, token, isTooMany) => {
    const language = languageOf(header);
    if (from.language !== language) from = { ...origin, language };
    const traceId = traceIdOf(traceparent);
    const failed = (error: unknown): Envelope => envelopeOf(deps, error, language, traceId);
    if (isTooMany) return Promise.resolve(failed(new RejectError(CODE.tooManyRequests, { retryAfter: 1 })));
    if (!isSocketPath(path)) return Promise.resolve(failed(new RejectError(CODE.notFound)));
    return runCall(deps, path, { origin: from, traceId, token, form: () => formOf(form) }).catch(failed);
  };
}

function isSocketPath(path: string): path is CallPath {
  return Object.hasOwn(CALLS, path) && (CALLS[path as CallPath] as Call).socket === true;
}
