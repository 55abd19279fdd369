// Hostile requests from fast-check: arbitrary ones, and valid forms with a few fields changed.
import fc from 'fast-check';
import { CALLS, type Call } from '../../../../core/endpoints/endpoints.ts';

/** One request: `who` is the index of the caller's token; larger: no session. */
export interface Request {
  method: 'POST' | 'GET' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD';
  path: string;
  body: string;
  type: string;
  who: number;
  language: string;
}

const paths = Object.keys(CALLS);
const fields = [
  ...new Set([
    'coinInfoId',
    'side',
    'orderType',
    'price',
    'amount',
    'total',
    'tif',
    'postOnly',
    'clientNo',
    'id',
    'ids',
    'all',
    'orderNo',
    'state',
    'page',
    'pageSize',
    'startTime',
    'endTime',
    'email',
    'password',
    'rePassword',
    'code',
    'inviteCode',
    'scene',
    'keys',
    'period',
    'limit',
    'depth',
    'symbol',
    'currency',
    'type',
    'version',
    'spark',
    'hideZero',
    ...Object.values<Call>(CALLS).flatMap(({ request }) =>
      Object.keys((request as Call['request'] & { entries: object }).entries),
    ),
  ]),
];
const nasty = [
  '',
  '0',
  '-0',
  '-1',
  '1',
  '2',
  '3',
  '102',
  '201',
  '301',
  '999999',
  '60000.001',
  '0.0000123',
  'NaN',
  'Infinity',
  '1e309',
  '1e-9',
  '0x10',
  '1.',
  '.5',
  '00000001',
  '9007199254740993',
  '99999999999999999999',
  '999999999999999999.999999999999999999',
  '0.000000000000000001',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\u0000',
  '\u202e',
  '😀',
  '\ud800',
  'ﷺ'.repeat(20),
  '../../etc/passwd',
  '%00',
  'a'.repeat(5000),
  'buy',
  'sell',
  'limit',
  'market',
  'GTC',
  'IOC',
  'FOK',
  'current',
  'history',
  '1m',
  '1M',
  '20',
  '50',
  '1000',
  'one@example.com',
  'x@y',
  'register',
  'forgot',
  '000000',
  'features,service',
  '1,2,3',
  '1,,2',
  ','.repeat(300),
];

/** A valid or invalid value of a field. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  fc.integer().map(String),
  fc.double().map(String),
);
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...fields) },
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', ''),
  fc.string({ maxLength: 10 }),
);
const pairs = fc.array(fc.tuple(name, value), { maxLength: 14 });

/** Percent-encoding that allows lone surrogates, as a faulty client might send them. */
export const loose = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};

const body = fc.oneof(
  { weight: 10, arbitrary: pairs.map((list) => list.map(([key, text]) => `${loose(key)}=${loose(text)}`).join('&')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: pairs.map((list) => JSON.stringify(Object.fromEntries(list))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%E0%A4%A',
      '&&&&',
      '====',
      'a&a&a',
      `keys=${'x'.repeat(70_000)}`,
      'a=1&'.repeat(200),
    ),
  },
);
const path = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...paths) },
  fc.constantFrom(
    '',
    '/',
    '/coin',
    '/coin/infos/',
    '/__proto__',
    '/constructor',
    '/user/login/../info',
    '/user%2Flogin',
    '/%zz',
    '/\u0000',
    `/${'a'.repeat(3000)}`,
    '/ws',
  ),
  fc.string({ maxLength: 20 }).map((text) => `/${loose(text)}`),
);
const language = fc.constantFrom('en-US', 'zh-TW', 'xx', '', '*;q=NaN', 'en'.repeat(200));
/** An arbitrary request to an arbitrary path. */
export const wild: fc.Arbitrary<Request> = fc.record({
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant('POST' as const) },
    fc.constantFrom(
      'GET' as const,
      'PUT' as const,
      'DELETE' as const,
      'PATCH' as const,
      'OPTIONS' as const,
      'HEAD' as const,
    ),
  ),
  path,
  body,
  type: fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/x-www-form-urlencoded') },
    fc.constantFrom(
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'x',
      'application/x-www-form-urlencoded; charset=utf-16',
    ),
  ),
  who: fc.constantFrom(0, 1, 2, 3),
  language,
});

/** A valid form, sent to `path` by caller number `who`. */
export type Good = readonly [path: string, form: Record<string, string>, who?: number];

/** Valid forms with up to `most` changed fields, which get past the schemas. */
export function mutated(good: readonly Good[], most: number): fc.Arbitrary<Request> {
  return fc.constantFrom(...good).chain(([path, form, who]) =>
    fc.record({
      method: fc.constant('POST' as const),
      path: fc.constant(path),
      type: fc.constant('application/x-www-form-urlencoded'),
      who: who === undefined ? fc.constantFrom(0, 1) : fc.constant(who),
      language,
      body: fc
        .array(fc.tuple(fc.constantFrom(...Object.keys(form), 'extra'), value), { maxLength: most })
        .map((changes) => {
          const fieldsNow = { ...form, ...Object.fromEntries(changes) };
          return Object.entries(fieldsNow)
            .map(([key, text]) => `${loose(key)}=${loose(text)}`)
            .join('&');
        }),
    }),
  );
}
