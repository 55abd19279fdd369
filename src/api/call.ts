// Typed HTTP POST calls.
// Unwraps the envelope, validates `data`, applies the rules of the result codes.
import * as v from 'valibot';
import { REQUEST_TIMEOUT_MS, encodeForm } from '../../core/endpoints/http.ts';
import type { AnswerOf, CallPath, Envelope, FormOf } from '../../core/endpoints/endpoints.ts';
import { CODE } from '../../core/errors/errors.ts';
import { responseSchema } from './response-schema.ts';
import { callContext } from './call-context.ts';

/** How long the message of a -1001 response is shown (docs/specification.md 8). */
const SERVER_TOAST_MS = 1000;

/** Failures without a server code: no connection, no response in time, malformed response. */
export const FAILURE = { network: -1, timeout: -2, broken: -3 } as const;

/**
 * Any result other than code 0. `code` is the server's or one of FAILURE; `message` is the server's text in the user's
 * language ('' for a FAILURE).
 */
export class CallError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly traceId: string | undefined;
  constructor(code: number, message: string, data: unknown = null, traceId?: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.data = data;
    this.traceId = traceId;
  }
}

const envelopeSchema = v.looseObject({
  code: v.number(),
  msg: v.optional(v.string(), ''),
  data: v.optional(v.unknown()),
  ts: v.optional(v.number()),
  traceId: v.optional(v.string()),
});

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Default 60 s. */
  timeoutMs?: number | undefined;
}

/**
 * Makes a call and returns its validated `data`.
 * @throws CallError for every code but 0. Code -1000 has already ended the session and -1001 has already shown its
 * message. The abort reason when `options.signal` is aborted.
 */
export async function call<P extends CallPath>(
  path: P,
  form: FormOf<P>,
  options: CallOptions = {},
): Promise<AnswerOf<P>> {
  const context = callContext();
  const token = context.token();
  // Loaded while the call is under way.
  void loadSchema(path);
  const envelope = await post(
    context.base + path,
    encodeForm(form),
    headers(context.base, token, context.language()),
    options,
  );
  return unwrap(path, envelope, token);
}

/** The validated `data` of an envelope that answers a call with `token`. @throws CallError as `call`. */
export async function unwrap<P extends CallPath>(path: P, envelope: Envelope, token: string): Promise<AnswerOf<P>> {
  const context = callContext();
  if (envelope.code === CODE.sessionInvalid) context.onSessionEnded(token);
  if (envelope.code === CODE.toast) context.showToast(envelope.msg, SERVER_TOAST_MS);
  if (envelope.code !== CODE.ok) throw new CallError(envelope.code, envelope.msg, envelope.data, envelope.traceId);
  const answer = v.safeParse(await loadSchema(path), envelope.data);
  if (!answer.success) {
    const issue = answer.issues[0];
    throw new CallError(
      FAILURE.broken,
      '',
      `${path}: ${v.getDotPath(issue) ?? 'data'}: ${issue.message}`,
      envelope.traceId,
    );
  }
  return answer.output as AnswerOf<P>;
}

/**
 * Loads the schema while the call is in flight. Rejects with CallError: without a schema the response cannot be read.
 */
function loadSchema(path: CallPath): Promise<v.GenericSchema> {
  const schema = responseSchema(path).catch((cause: unknown) => {
    throw new CallError(FAILURE.network, '', cause);
  });
  // A call that fails never awaits the schema; without this handler its rejection would be reported as unhandled.
  schema.catch(() => undefined);
  return schema;
}

function headers(base: string, token: string, language: string): Record<string, string> {
  const always = {
    'X-Requested-With': 'XMLHttpRequest',
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
    'Accept-Language': language,
    // Browsers send a call once more when the connection ends before its answer: it is done once. Another server than
    // that of the page may not know the header, and a browser would send it nothing.
    ...(base.startsWith(`${globalThis.location?.origin}/`) && {
      'Idempotency-Key': crypto.getRandomValues(new Uint32Array(4)).join('-'),
    }),
  };
  return token ? { ...always, accesstoken: token } : always;
}

async function post(url: string, body: string, head: Record<string, string>, options: CallOptions): Promise<Envelope> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let text: string;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: head,
      body,
      signal,
      credentials: 'omit',
      cache: 'no-store',
    });
    text = await response.text();
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new CallError(timeout.aborted ? FAILURE.timeout : FAILURE.network, '', cause);
  }
  return parseEnvelope(text);
}

/** Throws CallError `broken` for a response that is no envelope: a proxy's error page, a truncated body. */
function parseEnvelope(text: string): Envelope {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new CallError(FAILURE.broken, '', cause);
  }
  const envelope = v.safeParse(envelopeSchema, json);
  if (!envelope.success) throw new CallError(FAILURE.broken, '', 'no envelope');
  const { code, msg, data, ts, traceId } = envelope.output;
  return { code, msg, data, ...(ts !== undefined && { ts }), ...(traceId !== undefined && { traceId }) };
}
