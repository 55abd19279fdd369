// The envelope around every answer, and the language of its sentence.
import { randomBytes } from 'node:crypto';
import type { Envelope } from '../../contract/calls.ts';
import { CODE, type Reject, sentence } from '../../contract/reject.ts';
import { words as english } from '../../contract/words/en-US.ts';
import { words as chinese } from '../../contract/words/zh-TW.ts';

/** Languages the exchange has words for. */
const WORDS: Record<string, Record<string, string>> = { 'en-US': english, 'zh-TW': chinese };
/** Spoken when a client asks for nothing (SPEC 7). */
const DEFAULT_LANGUAGE = 'zh-TW';
/** Spoken when a client asks only for languages without words here. */
const FALLBACK_LANGUAGE = 'en-US';
/** An Accept-Language beyond this is read no further. */
const MAX_HEADER = 200;

/** The first language of an Accept-Language header that has words here: exactly, or by its primary tag ("zh-HK" -> "zh-TW"). */
export function languageOf(header: string | undefined): string {
  if (!header) return DEFAULT_LANGUAGE;
  for (const part of header.slice(0, MAX_HEADER).split(',')) {
    const tag = (part.split(';', 1)[0] ?? '').trim().toLowerCase();
    if (tag === '*') return DEFAULT_LANGUAGE;
    const found = Object.keys(WORDS).find((known) => known.toLowerCase() === tag || known.slice(0, 2) === tag.split('-', 1)[0]);
    if (found) return found;
  }
  return FALLBACK_LANGUAGE;
}

/** Name of one answer, for the log and for the person who asks about it. */
export function newTraceId(): string {
  return randomBytes(8).toString('hex');
}

export function accepted(data: unknown, language: string, now: number, traceId: string): Envelope {
  return { code: CODE.ok, msg: (WORDS[language] ?? english)['0'] ?? '', data, ts: now, traceId };
}

/** Envelope of a refusal: the sentence in `language`, the refusal's values as data. */
export function refused(refusal: Reject, language: string, now: number, traceId: string): Envelope {
  const words = WORDS[language] ?? english;
  return { code: refusal.code, msg: sentence(words, refusal), data: refusal.params, ts: now, traceId };
}
