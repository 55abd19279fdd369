// Validates messages and subscriptions of socket clients. Unknown fields are errors.
import * as v from 'valibot';
import { MARKET_TYPES } from '../../../core/instruments/instrument.ts';
import { DEPTHS } from '../../../core/market-data/market-data.ts';
import { INTERVALS } from '../../../core/units/time.ts';
import { BOOK_INTERVALS, type ClientMessage, MAX_ARGS, type SubscribeArg } from '../../../core/feed/feed-protocol.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const reqId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const market = { coinInfoId: id, area: v.exactOptional(v.picklist(MARKET_TYPES)) };
const depth = v.picklist(DEPTHS);
const interval = v.picklist(BOOK_INTERVALS);

const argSchema = v.variant('channel', [
  v.strictObject({
    channel: v.literal('tickers'),
    ids: v.exactOptional(v.pipe(v.array(id), v.minLength(1), v.maxLength(200))),
  }),
  v.strictObject({ channel: v.literal('ticker'), ...market }),
  v.strictObject({ channel: v.literal('candles'), ...market, period: v.picklist(INTERVALS) }),
  v.strictObject({ channel: v.literal('trades'), ...market }),
  v.strictObject({ channel: v.literal('books'), ...market, depth, interval }),
  v.strictObject({ channel: v.literal('mark'), ...market }),
  v.strictObject({ channel: v.literal('qtTicks'), ...market }),
  v.strictObject({ channel: v.literal('anchors') }),
  v.strictObject({ channel: v.literal('qtOrders') }),
  v.strictObject({ channel: v.literal('orders') }),
  v.strictObject({ channel: v.literal('positions') }),
  v.strictObject({ channel: v.literal('balances') }),
  v.strictObject({ channel: v.literal('notices') }),
]);

/** `args` are checked one by one later, so that each is accepted or refused by itself. */
const args = v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MAX_ARGS));

/** Characters of a call's texts, without its form. */
const MAX_TEXT = 100;
const shortText = v.pipe(v.string(), v.maxLength(MAX_TEXT));

const callSchema = v.strictObject({
  type: v.literal('call'),
  reqId,
  path: shortText,
  form: v.unknown(),
  language: v.exactOptional(shortText),
  traceparent: v.exactOptional(shortText),
});

const messageSchema = v.variant('type', [
  v.strictObject({ type: v.literal('ping'), t: v.exactOptional(v.number()) }),
  v.strictObject({ type: v.literal('auth'), accesstoken: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
  v.strictObject({ type: v.literal('subscribe'), reqId, args }),
  v.strictObject({ type: v.literal('unsubscribe'), reqId, args }),
  v.strictObject({
    type: v.literal('resync'),
    channel: v.literal('books'),
    ...market,
    depth: v.exactOptional(depth),
    interval: v.exactOptional(interval),
  }),
  callSchema,
]);

type Loose<M> = M extends { args: unknown }
  ? Omit<M, 'args'> & { args: unknown[] }
  : M extends { form: unknown }
    ? Omit<M, 'form'> & { form?: unknown }
    : M extends { type: 'resync' }
      ? Omit<M, 'depth' | 'interval'> & { depth?: number; interval?: number }
      : M;
/** A ClientMessage whose args or fields are not checked yet. */
export type CheckedMessage = Loose<ClientMessage>;

const CALL_FIELDS: ReadonlySet<string> = new Set(Object.keys(callSchema.entries));

/** Whether `callSchema` accepts it, at a twentieth of the schema's time: most messages are calls. */
function isCall(raw: unknown): raw is Extract<CheckedMessage, { type: 'call' }> {
  if (typeof raw !== 'object' || raw === null) return false;
  const { type, reqId: id, path, form, language, traceparent } = raw as Record<string, unknown>;
  return (
    type === 'call' &&
    Number.isSafeInteger(id) &&
    (id as number) >= 0 &&
    isShort(path) &&
    form !== undefined &&
    (language === undefined || isShort(language)) &&
    (traceparent === undefined || isShort(traceparent)) &&
    Object.keys(raw).every((name) => CALL_FIELDS.has(name))
  );
}

function isShort(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_TEXT;
}

/**
 * Whether a name occurs twice in a call, of which all but the last value would be lost: the text then has more strings
 * than what was read of it. False where a field is no text, which is refused later.
 */
function isRepeating(text: string, { form, ...fields }: Extract<CheckedMessage, { type: 'call' }>): boolean {
  const values = Object.values(form ?? {});
  if (!values.every((value) => typeof value === 'string')) return false;
  const texts = Object.values(fields).filter((value) => typeof value === 'string').length;
  // The names of the message, `form` among them, and of its form.
  const names = Object.keys(fields).length + 1 + values.length;
  return stringsIn(text) !== names + texts + values.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Strings in a valid JSON text. */
function stringsIn(text: string): number {
  let quotes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) quotes += 1;
  }
  return quotes / 2;
}

/** The message, or the name of the invalid field. */
export function readMessage(text: string): CheckedMessage | { wrong: string; reqId: number | undefined } {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { wrong: 'JSON', reqId: undefined };
  }
  if (isCall(raw)) return isRepeating(text, raw) ? { wrong: 'JSON', reqId: raw.reqId } : raw;
  const read = v.safeParse(messageSchema, raw);
  if (read.success) return read.output;
  const withId = v.safeParse(v.object({ reqId }), raw);
  return { wrong: wrongField(read.issues[0]), reqId: withId.success ? withId.output.reqId : undefined };
}

/** One subscription, or the invalid field: `channel` for an unknown channel. */
export function readArg(raw: unknown): SubscribeArg | { wrong: string } {
  const read = v.safeParse(argSchema, raw);
  return read.success ? read.output : { wrong: wrongField(read.issues[0]) };
}

function wrongField(issue: { path?: { key: unknown }[] | undefined }): string {
  return issue.path?.map((item) => String(item.key)).join('.') ?? 'message';
}
