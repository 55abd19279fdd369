// Form-encoded body of a call -> named strings, or a refusal that says what is wrong with it.
import * as v from 'valibot';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { type FieldUses, isUsed, usesText } from './field-uses.ts';

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

/** What stands in the address is no field of a call. Throws RejectError 1400 naming the first of it. */
export function refuseQuery(url: string): void {
  const at = url.indexOf('?');
  if (at >= 0) throw refuse(printable(url.slice(at + 1).split('=', 1)[0] ?? ''), 'in the body');
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

/** A field's schema as far as it is looked at here. */
interface Entry {
  type: string;
  wrapped?: { options?: { literal?: unknown }[] };
  default?: unknown;
}

/** Whether a field left empty is one that was left out; only a schema that names "" means something by it. */
function isLeftOut({ type, wrapped }: Entry, text: string): boolean {
  return text === '' && type === 'optional' && !wrapped?.options?.some(({ literal }) => literal === '');
}

/**
 * The request that a schema makes of a form; an empty optional field is an absent one. `uses` says which fields are
 * read only beside others.
 * Throws RejectError 1400 naming the first field that the schema does not know, that is wrong, or that would not be
 * read, and the rule it breaks.
 */
export function readRequest<S extends v.GenericSchema>(
  schema: S,
  form: Readonly<Record<string, string>>,
  uses: FieldUses = {},
): v.InferOutput<S> {
  const { entries = {} } = schema as unknown as { entries?: Readonly<Record<string, Entry>> };
  const given: Record<string, string> = Object.create(null) as Record<string, string>;
  /** Without what says no more than its absence does. */
  const said = new Map<string, string>();
  for (const [name, text] of Object.entries(form)) {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (!entry) throw refuse(printable(name), 'unknown');
    if (isLeftOut(entry, text)) continue;
    given[name] = text;
    if (text !== '' && text !== entry.default) said.set(name, text);
  }
  const result = v.safeParse(schema, given, { abortEarly: true });
  if (!result.success) {
    const issue = result.issues[0];
    const field = printable(String(issue.path?.[0]?.key ?? 'body'));
    throw refuse(field, issue.received === 'undefined' ? 'required' : issue.type);
  }
  for (const [name, places] of Object.entries(uses))
    if (said.has(name) && !isUsed(places, said)) throw refuse(name, usesText(places));
  return result.output;
}
