// Schemas for fields of a form-encoded request: strings in, typed values out.
import * as v from 'valibot';
import { isDecimal } from '../units/units.ts';

/** A whole number >= 0 of at most 15 digits. */
export const whole = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** A whole number within bounds, both included. */
export function wholeIn(least: number, most: number) {
  return v.pipe(whole, v.minValue(least), v.maxValue(most));
}

/** Id of a market. */
export const coinInfoId = wholeIn(1, 1_000_000);

/** A code of an authenticator, or one that was sent by mail. */
export const code = v.pipe(v.string(), v.regex(/^\d{6}$/));

/** A plain decimal, left as a string: the receiver parses it on its own grid. */
export const decimalText = v.pipe(v.string(), v.check(isDecimal, 'decimal'));

/** "0" or "1" as a boolean. */
export const bit = v.pipe(
  v.picklist(['0', '1']),
  v.transform((text) => text === '1'),
);

/** Comma-joined whole numbers, at most 200. */
export const wholeList = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}(,\d{1,15}){0,199}$/),
  v.transform((text) => text.split(',').map(Number)),
);

/**
 * Invisible characters, and characters that reverse the direction of their neighbours: with them one name could look
 * like another. Controls, formats, separators, fillers, lone surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;

/** Marks on one letter, more than any language writes: they would be drawn over the lines above and below. */
const HEAP = /\p{M}{9}/u;

/** Text of bounded length with visible characters only. */
export function textUpTo(most: number) {
  return v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(most),
    v.check((text) => !UNSEEN.test(text) && !HEAP.test(text) && text.trim() !== '', 'unseen'),
  );
}

/** A picture as `image/jpeg;base64url,...`; the server validates what follows the comma. */
export const picture = v.pipe(v.string(), v.maxLength(560_000));

/** Idempotency key of a money-moving call: a retry gets the first answer. */
export const clientNo = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,36}$/));

/** Paging fields; entries of an object schema. */
export const paging = {
  page: v.optional(wholeIn(1, 100_000), '1'),
  pageSize: v.optional(wholeIn(1, 100), '20'),
};

/** Range fields in ms, both included. */
export const range = { startTime: v.optional(whole), endTime: v.optional(whole) };

/** A page of `item`. */
export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.looseObject({
    list: v.array(item),
    page: v.number(),
    pageSize: v.number(),
    total: v.number(),
    hasMore: v.boolean(),
  });
}
