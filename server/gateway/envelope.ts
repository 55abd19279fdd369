// The envelope of every response, and the language of its message.
import { randomBytes } from 'node:crypto';
import type { Envelope } from '../../core/endpoints/endpoints.ts';
import { CODE, type RefusalTexts, type Reject, sentence } from '../../core/errors/errors.ts';
import { words as arabic } from '../../core/errors/messages/ar-AE.ts';
import { words as german } from '../../core/errors/messages/de-DE.ts';
import { words as english } from '../../core/errors/messages/en-US.ts';
import { words as french } from '../../core/errors/messages/fr-FR.ts';
import { words as japanese } from '../../core/errors/messages/ja-JP.ts';
import { words as korean } from '../../core/errors/messages/ko-KR.ts';
import { words as russian } from '../../core/errors/messages/ru-RU.ts';
import { words as vietnamese } from '../../core/errors/messages/vi.ts';
import { words as chinese } from '../../core/errors/messages/zh-TW.ts';
import type { LanguageCode } from '../../core/units/language.ts';
import { fieldName } from '../services/notifications/messages/field-names.ts';
import { Printed } from './printed.ts';

/** Messages in every language. */
const WORDS: Record<LanguageCode, RefusalTexts> = {
  'en-US': english,
  'zh-TW': chinese,
  'ko-KR': korean,
  'ja-JP': japanese,
  'de-DE': german,
  'fr-FR': french,
  'ru-RU': russian,
  vi: vietnamese,
  'ar-AE': arabic,
};
/** For requests without Accept-Language (docs/specification.md 7). */
const DEFAULT_LANGUAGE = 'zh-TW';
/** For requests whose languages are all unsupported. */
const FALLBACK_LANGUAGE = 'en-US';
/** Characters of Accept-Language that are read. */
const MAX_HEADER = 200;

/**
 * The first of `codes` that an Accept-Language header names, the one with the highest `q` first: exactly, or by its
 * primary tag ("zh-HK" -> "zh-TW"); '*' where any language comes first, null where none of them is named.
 */
export function firstLanguage(header: string, codes: readonly string[]): string | null {
  const wanted = header.slice(0, MAX_HEADER).split(',').map(rangeOf);
  for (const { tag } of wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)) {
    if (tag === '*') return '*';
    const found = codes.find((known) => known.toLowerCase() === tag || known.slice(0, 2) === tag.split('-', 1)[0]);
    if (found) return found;
  }
  return null;
}

/** One part of the header: "de-CH;q=0.8". Without a number in `q` it is wanted most. */
function rangeOf(part: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
  return { tag, quality: Number.isNaN(quality) ? 1 : quality };
}

/** Languages of headers that were read: a browser's is the same in every request. Emptied at the limit. */
const languages = new Map<string, string>();
const MAX_LANGUAGES = 1_000;

/** The language of a response to a request with this Accept-Language header. */
export function languageOf(header: string | undefined): string {
  if (!header) return DEFAULT_LANGUAGE;
  const known = languages.get(header);
  if (known !== undefined) return known;
  const language = readLanguage(header);
  if (languages.size >= MAX_LANGUAGES) languages.clear();
  if (header.length <= MAX_HEADER) languages.set(header, language);
  return language;
}

function readLanguage(header: string): string {
  const first = firstLanguage(header, Object.keys(WORDS));
  return first === '*' ? DEFAULT_LANGUAGE : (first ?? FALLBACK_LANGUAGE);
}

/** A trace of the caller (W3C Trace Context): version, trace id, span id, flags. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Trace id of a `traceparent` header; a new id where there is none. */
export function traceIdOf(header: unknown): string {
  return (typeof header === 'string' && TRACEPARENT.exec(header)?.[1]) || newTraceId();
}

const TRACE_BYTES = 8;
/** Random bytes for ids: for the few of one the system call costs more than the whole envelope. */
let random = Buffer.alloc(0);
let randomAt = 0;

/** Id of one response, for the log and for support. */
export function newTraceId(): string {
  if (randomAt === random.length) {
    random = randomBytes(512 * TRACE_BYTES);
    randomAt = 0;
  }
  randomAt += TRACE_BYTES;
  return random.toString('hex', randomAt - TRACE_BYTES, randomAt);
}

export function accepted(data: unknown, language: string, now: number, traceId: string): Envelope {
  return { code: CODE.ok, msg: textsIn(language)['0'], data, ts: now, traceId };
}

/** The envelope as JSON; `before`: fields in front of its own, each with its comma. */
export function printEnvelope({ code, msg, data, ts, traceId }: Envelope, before = ''): string {
  const json = data instanceof Printed ? data.json : JSON.stringify(data ?? null);
  return `{${before}"code":${code},"msg":${JSON.stringify(msg)},"data":${json},"ts":${ts},"traceId":"${traceId}"}`;
}

/** Envelope of a refusal: the message in `language`, the refusal's parameters as data. */
export function refused(refusal: Reject, language: string, now: number, traceId: string): Envelope {
  const { code, params } = refusal;
  const named =
    typeof params['field'] === 'string'
      ? { code, params: { ...params, field: fieldName(params['field'], language) } }
      : refusal;
  return { code, msg: wordsOf(named, language), data: params, ts: now, traceId };
}

/** Message of a refusal in a language. */
export function wordsOf(refusal: Reject, language: string): string {
  return sentence(textsIn(language), refusal);
}

function textsIn(language: string): RefusalTexts {
  return WORDS[language as LanguageCode] ?? english;
}
