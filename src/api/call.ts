// The calls: one typed function over HTTP POST that opens the envelope and keeps the rules of the codes.
import * as v from 'valibot';
import { REQUEST_TIMEOUT_MS, encodeForm } from '../../core/endpoints/http.ts';
import type { AnswerOf, CallPath, Envelope, FormOf } from '../../core/endpoints/endpoints.ts';
import { CODE } from '../../core/errors/errors.ts';
import { answerSchema } from './call-tables.ts';
import { callContext } from './call-context.ts';

/** How long the words of a -1001 answer stay (docs/specification.md 8). */
const SERVER_TOAST_MS = 1000;

/** Failures that are no code of the server. */
export const FAILURE = { network: -1, timeout: -2, broken: -3 } as const;

/**
 * Anything but code 0. `code` is the server's, or one of FAILURE; `message` its words in the user's language ('' for a
 * FAILURE).
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
 * Makes a call and gives its checked `data`. Throws CallError for every code but 0; -1000 has then already ended the
 * session and
 * -1001 has already shown its words. Throws the abort reason when `signal` is aborted.
 */
export async function call<P extends CallPath>(
  path: P,
  form: FormOf<P>,
  options: CallOptions = {},
): Promise<AnswerOf<P>> {
  const context = callContext();
  const token = context.token();
  const schema = schemaOf(path);
  const envelope = await post(context.base + path, encodeForm(form), headers(token, context.language()), options);
  if (envelope.code === CODE.sessionInvalid) context.sessionEnded(token);
  if (envelope.code === CODE.toast) context.toast(envelope.msg, SERVER_TOAST_MS);
  if (envelope.code !== CODE.ok) throw new CallError(envelope.code, envelope.msg, envelope.data, envelope.traceId);
  const answer = v.safeParse(await schema, envelope.data);
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

/** Comes while the call is under way. Throws CallError where it does not: what was answered then cannot be read. */
function schemaOf(path: CallPath): Promise<v.GenericSchema> {
  const schema = answerSchema(path).catch((cause: unknown) => {
    throw new CallError(FAILURE.network, '', cause);
  });
  // A call that fails by itself never asks for it.
  schema.catch(() => undefined);
  return schema;
}

function headers(token: string, language: string): Record<string, string> {
  const always = {
    'X-Requested-With': 'XMLHttpRequest',
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
    'Accept-Language': language,
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
  return openEnvelope(text);
}

/** A gateway's error page, a cut body: the world, not a code. */
function openEnvelope(text: string): Envelope {
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
