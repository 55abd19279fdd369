// Parses a form-encoded body into strings and checks it against a call's schema.
import * as v from 'valibot';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type FieldUses, isUsed, usesText } from './field-uses.ts';
import { quickReaderOf } from './quick-reader.ts';

/** More fields than any call has. */
const MAX_FIELDS = 64;
/** Names that would reach an object's prototype. No call has such a field. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const ENCODED = /[%+]/;

function refuse(field: string, rule: string): RejectError {
  return new RejectError(CODE.fieldInvalid, { field, rule });
}

/** Parses a form. Throws RejectError 1400 on malformed escapes, repeated or forbidden names, and too many fields. */
export function parseForm(body: string): Record<string, string> {
  const form: Record<string, string> = {};
  if (body === '') return form;
  const pairs = body.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw refuse('body', 'too-many-fields');
  for (const pair of pairs) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const name = decode(split < 0 ? pair : pair.slice(0, split));
    if (name === '' || FORBIDDEN.has(name)) throw refuse('body', 'name');
    if (Object.hasOwn(form, name)) throw refuse(printable(name), 'repeated');
    form[name] = split < 0 ? '' : decode(pair.slice(split + 1));
  }
  return form;
}

/** The fields of a JSON object of texts, under the rules of a form. Throws RejectError 1400. */
export function formOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw refuse('body', 'object');
  const names = Object.keys(fields);
  if (names.length > MAX_FIELDS) throw refuse('body', 'too-many-fields');
  for (const name of names) {
    if (name === '' || FORBIDDEN.has(name)) throw refuse('body', 'name');
    if (typeof (fields as Record<string, unknown>)[name] !== 'string') throw refuse(printable(name), 'text');
  }
  return fields as Record<string, string>;
}

/** Calls have no query parameters. Throws RejectError 1400 naming the first one. */
export function refuseQuery(url: string): void {
  const at = url.indexOf('?');
  if (at >= 0) throw refuse(printable(url.slice(at + 1).split('=', 1)[0] ?? ''), 'in the body');
}

function decode(text: string): string {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refuse('body', 'percent-encoding');
  }
}

/** A name from outside in a form that may be printed: short, letters and digits only. */
function printable(name: string): string {
  return name.replace(/[^\w.-]/g, '').slice(0, 32) || 'body';
}

/** The part of a field's schema that is read here. */
interface Entry {
  type: string;
  wrapped?: { options?: { literal?: unknown }[] };
  default?: unknown;
}

/** Whether an empty field counts as absent: when it is optional and "" is no value of its schema. */
function isLeftOut({ type, wrapped }: Entry, text: string): boolean {
  return text === '' && type === 'optional' && !wrapped?.options?.some(({ literal }) => literal === '');
}

/**
 * Validates a form. An empty optional field is an absent one. `uses`: which fields are read only beside others.
 * Throws RejectError 1400 naming the first field that is unknown, invalid or not read, and the rule it breaks.
 */
export function readRequest<S extends v.GenericSchema>(
  schema: S,
  form: Readonly<Record<string, string>>,
  uses: FieldUses = {},
): v.InferOutput<S> {
  const { entries = {} } = schema as unknown as { entries?: Readonly<Record<string, Entry>> };
  const given: Record<string, string> = {};
  for (const name of Object.keys(form)) {
    const text = form[name]!;
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (!entry) throw refuse(printable(name), 'unknown');
    if (isLeftOut(entry, text)) continue;
    given[name] = text;
  }
  const output = read(schema, given);
  /** A given value that differs from its default. */
  const valueOf = (name: string): string | undefined => {
    const text = Object.hasOwn(given, name) ? given[name] : undefined;
    return text === '' || text === entries[name]?.default ? undefined : text;
  };
  for (const name of Object.keys(uses))
    if (valueOf(name) !== undefined && !isUsed(uses[name], valueOf)) throw refuse(name, usesText(uses[name]));
  return output;
}

/** Throws RejectError 1400. */
function read<S extends v.GenericSchema>(schema: S, given: Record<string, string>): v.InferOutput<S> {
  const quick = quickReaderOf(schema)(given);
  if (quick !== null) return quick;
  const result = v.safeParse(schema, given, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = printable(String(issue.path?.[0]?.key ?? 'body'));
  throw refuse(field, issue.received === 'undefined' ? 'required' : issue.type);
}
