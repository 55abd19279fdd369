// Form-encoded body of a call -> named strings, or a refusal that says what is wrong with it.
import * as v from 'valibot';
import { CODE, RejectError } from '../../contract/reject.ts';

/** More fields than any call has; a form beyond it is refused before it is read. */
const MAX_FIELDS = 64;
/** Names that would reach an object's prototype. No call has such a field. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

function refuse(field: string, rule: string): RejectError {
  return new RejectError(CODE.fieldInvalid, { field, rule });
}

/** Reads a form. Throws RejectError 1400 on malformed escapes, repeated or forbidden names, and too many fields. */
export function parseForm(body: string): Record<string, string> {
  const form: Record<string, string> = Object.create(null) as Record<string, string>;
  if (body === '') return form;
  const pairs = body.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw refuse('body', 'too-many-fields');
  for (const pair of pairs) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const name = decode(split < 0 ? pair : pair.slice(0, split));
    if (name === '' || FORBIDDEN.has(name)) throw refuse('body', 'name');
    if (name in form) throw refuse(printable(name), 'repeated');
    form[name] = split < 0 ? '' : decode(pair.slice(split + 1));
  }
  return form;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refuse('body', 'percent-encoding');
  }
}

/** A name from outside as it may be said back: short, and letters or digits alone. */
function printable(name: string): string {
  return name.replace(/[^\w.-]/g, '').slice(0, 32) || 'body';
}

/** The request that a schema makes of a form. Throws RejectError 1400 naming the first wrong field and the rule it breaks. */
export function readRequest<S extends v.GenericSchema>(schema: S, form: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, form, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = printable(String(issue.path?.[0]?.key ?? 'body'));
  throw refuse(field, issue.received === 'undefined' ? 'required' : issue.type);
}
