// Hostile socket frames from fast-check: invalid subscriptions, JSON of any shape, plain text, bytes.
import fc from 'fast-check';

const odd = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  'NaN',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '😀',
  'x'.repeat(2000),
  [],
  {},
  [[[[[]]]]],
  { toString: 1 },
);
const field = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: good as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });

const arg = fc.record(
  {
    channel: field(
      fc.constantFrom(
        'books',
        'trades',
        'tickers',
        'ticker',
        'candles',
        'mark',
        'orders',
        'positions',
        'balances',
        'qtOrders',
        'qtTicks',
        'anchors',
        'notices',
        'alerts',
      ),
    ),
    area: field(fc.constantFrom('spot', 'contract', 'forex')),
    coinInfoId: field(fc.constantFrom(1, 2, 3, 102, 201, 999)),
    depth: field(fc.constantFrom(20, 50, 200, 1000)),
    interval: field(fc.constantFrom(0, 100, 250, 1000)),
    period: field(fc.constantFrom('1m', '1h', '1M')),
    ids: field(fc.array(fc.integer(), { maxLength: 5 })),
  },
  { requiredKeys: ['channel'] },
);
const args = field(fc.array(field(arg), { maxLength: 8 }));
const reqId = field(fc.nat());

/** A frame as text or bytes; `tokens` are valid and are sent whole, cut or changed. */
export function frame(tokens: readonly string[]): fc.Arbitrary<string | Uint8Array> {
  const accesstoken = field(
    fc.oneof(
      fc.constantFrom(...tokens),
      fc.constantFrom(...tokens).map((token) => token.slice(1)),
      fc.string({ maxLength: 60 }),
    ),
  );
  const known: fc.Arbitrary<unknown> = fc.oneof(
    fc.record({ type: fc.constant('subscribe'), reqId, args }, { requiredKeys: ['type'] }),
    fc.record(
      { type: fc.constant('unsubscribe'), reqId, args: fc.oneof(args, fc.constant(['*'])) },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('resync'), channel: odd, coinInfoId: odd }),
    fc.record({ type: fc.constant('auth'), accesstoken }),
    fc.record({ type: fc.constant('ping'), t: odd }, { requiredKeys: ['type'] }),
    fc.record({ type: odd, reqId: odd, args: odd }),
    // Each has a field that no call has: the forms that could be accepted are those of fuzz.test.ts.
    fc.record(
      {
        type: fc.constant('call'),
        reqId,
        path: field(fc.constantFrom('/coin/order/add', '/coin/order/close', '/coin/transfer', '/user/info')),
        form: field(
          fc
            .dictionary(fc.constantFrom('coinInfoId', 'price', 'clientNo', '__proto__', 'zz'), field(fc.string()))
            .map((form) => ({ ...form, unknown: '1' })),
        ),
        language: field(fc.constantFrom('de-DE', 'xx', '*')),
      },
      { requiredKeys: ['type', 'path'] },
    ),
  );
  return fc.oneof(
    { weight: 8, arbitrary: known.map((message) => JSON.stringify(message)) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 5 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"',
        '['.repeat(1000),
        `{"type":"subscribe","args":[${'{},'.repeat(300)}{}]}`,
        '{"__proto__":{"type":"ping"}}',
        '{"type":"ping","type":"auth"}',
      ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}
