// A call on a client's socket: the same table, checks, limits and answers as over HTTP.
import { CALLS, type Call, type CallPath, type Envelope } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type CallDeps, type CallOrigin, envelopeOf, runCall } from '../call-runner.ts';
import { languageOf, traceIdOf } from '../envelope.ts';
import { formOf } from '../form-body.ts';

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
  return async ({ path, form, language: header, traceparent }, token, isTooMany) => {
    const language = languageOf(header);
    const traceId = traceIdOf(traceparent);
    try {
      if (isTooMany) throw new RejectError(CODE.tooManyRequests, { retryAfter: 1 });
      if (!isSocketPath(path)) throw new RejectError(CODE.notFound);
      return await runCall(deps, path, { origin: { ...origin, language }, traceId, token, form: () => formOf(form) });
    } catch (error) {
      return envelopeOf(deps, error, language, traceId);
    }
  };
}

function isSocketPath(path: string): path is CallPath {
  return Object.hasOwn(CALLS, path) && (CALLS[path as CallPath] as Call).socket === true;
}
