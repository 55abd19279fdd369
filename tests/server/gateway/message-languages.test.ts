// The nine languages: all messages and placeholders exist, and a caller gets the requested language.
import { describe, expect, it } from 'vitest';
import { CALLS, type Call } from '../../../core/endpoints/endpoints.ts';
import { CODE, reject } from '../../../core/errors/errors.ts';
import { noticeText } from '../../../server/services/notifications/notice-messages.ts';
import { messagesIn } from '../../../server/services/notifications/messages/languages.ts';
import { languageOf, refused } from '../../../server/gateway/envelope.ts';
import { NAMED_FIELDS, fieldName } from '../../../server/services/notifications/messages/field-names.ts';
import { LANGUAGES as SCREEN } from '../../../src/locales/languages.ts';

const LANGUAGES = Object.keys(SCREEN);
const sentences: Record<string, Record<string, string>> = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(
      async (language) =>
        [
          language,
          ((await import(`../../../core/errors/messages/${language}.ts`)) as { words: Record<string, string> }).words,
        ] as const,
    ),
  ),
);
const english = sentences['en-US'] ?? {};

/** Placeholders, sorted. */
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();
/** All texts in a nested value, by path. */
function textsOf(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  return Object.entries(value as object).flatMap(([name, inner]) => textsOf(inner, `${at}/${name}`));
}

describe('messages', () => {
  it('exist for every code that is shown', () => {
    const silent: number[] = [CODE.toast];
    expect(
      Object.keys(english)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(
      Object.values(CODE)
        .filter((code) => !silent.includes(code))
        .sort((a, b) => a - b),
    );
  });

  it.each(LANGUAGES)('%s has every message, with the same placeholders', (language) => {
    const words = sentences[language] ?? {};
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [code, text] of Object.entries(words)) {
      expect(text.trim(), code).not.toBe('');
      expect(placeholders(text), `${code} ${text}`).toEqual(placeholders(english[code] ?? ''));
      expect(text, code).not.toMatch(/[.。]$/);
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en-US'))('%s differs from English', (language) => {
    const same = Object.entries(sentences[language] ?? {}).filter(([code, text]) => text === english[code]);
    expect(same.filter(([code]) => code !== '0')).toEqual([]);
  });

  it.each(LANGUAGES)('%s fills in the values of a refusal and the name of a field', (language) => {
    const envelope = refused(reject(CODE.notEnoughBalance, { need: '12.5', have: '3.75' }), language, 1, 't');
    expect(envelope.msg).toMatch(/12\.5[^]*3\.75/);
    const field = refused(reject(CODE.fieldInvalid, { field: 'newPassword', rule: 'required' }), language, 1, 't');
    expect(field.msg).toContain(fieldName('newPassword', language));
    expect(field.msg).not.toMatch(/newPassword|[{}]/);
    expect(field.data).toEqual({ field: 'newPassword', rule: 'required' });
  });
});

describe('names of fields', () => {
  /** Fields that programs fill in: messages use their key. */
  const UNNAMED = new Set([
    'captchaId',
    'logout',
    'sessions',
    'endSession',
    'kyc',
    'kycImage',
    'type',
    'account',
    'lastId',
    'time',
    'export',
    'page',
    'pageSize',
    'draft',
    'scene',
    'kind',
    'unread',
    'all',
    'range',
    'keys',
    'lang',
    'version',
    'spark',
    'limit',
    'depth',
    'hideZero',
    'order',
    'tif',
    'postOnly',
    'state',
    'status',
    'closeType',
    'triggerBy',
    'dryRun',
    'del',
    'cancelId',
    'area',
    'proof',
    'device',
    'alerts',
    'alertRepeat',
    'alertChannels',
    'alertMove',
    'alertRemove',
    'pushEndpoint',
    'pushP256dh',
    'pushAuth',
    'layoutVersion',
    'layoutRemove',
    'after',
  ]);
  it('exist for every field that users fill in', () => {
    const fields = new Set(
      Object.values<Call>(CALLS).flatMap(({ request }) =>
        Object.keys((request as Call['request'] & { entries: object }).entries),
      ),
    );
    expect([...fields].filter((field) => !NAMED_FIELDS.includes(field) && !UNNAMED.has(field))).toEqual([]);
  });
  it('ignore properties of Object.prototype', () => {
    for (const field of ['constructor', '__proto__', 'toString', 'page']) expect(fieldName(field, 'de-DE')).toBe(field);
    expect(fieldName('price', 'xx')).toBe('price');
    expect(fieldName('price', 'de-DE')).toBe('Preis');
  });
});

describe('notices, mails and articles', () => {
  const measure = textsOf(messagesIn('en-US'));
  it.each(LANGUAGES)('%s has all of them, with the same values', (language) => {
    const texts = textsOf(messagesIn(language));
    expect(texts.map(([at]) => at)).toEqual(measure.map(([at]) => at));
    texts.forEach(([at, text], index) => {
      expect(text.trim(), at).not.toBe('');
      expect(placeholders(text), at).toEqual(placeholders(measure[index]?.[1] ?? ''));
      if (language !== 'en-US') expect(text, at).not.toBe(measure[index]?.[1]);
    });
  });
  it('fall back to English, and fill in their values', () => {
    expect(messagesIn('xx')).toBe(messagesIn('en-US'));
    expect(messagesIn('constructor')).toBe(messagesIn('en-US'));
    expect(noticeText('newLogin', { ip: '203.0.113.9' }, 'ja-JP').content).toContain('203.0.113.9 から');
  });
});

describe('A16 language of a caller', () => {
  it.each([
    ...LANGUAGES.map((language) => [language, language]),
    ['de', 'de-DE'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de-DE'],
    ['FR-fr', 'fr-FR'],
    ['vi-VN', 'vi'],
    ['zh-HK', 'zh-TW'],
    ['zh-CN,zh;q=0.9', 'zh-TW'],
    ['ar', 'ar-AE'],
    ['pt-BR,ja;q=0.5', 'ja-JP'],
    ['pt', 'en-US'],
    ['xx', 'en-US'],
    ['*', 'zh-TW'],
    ['', 'zh-TW'],
    ['constructor', 'en-US'],
    ['*;q=NaN', 'zh-TW'],
  ])('%j is answered in %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
