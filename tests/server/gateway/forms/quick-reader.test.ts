// The quick reader of forms against the schemas whose forms it reads.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CALLS, type Call } from '../../../../core/endpoints/endpoints.ts';
import { quickReaderOf } from '../../../../server/gateway/forms/quick-reader.ts';

const CALLED = Object.entries(CALLS as Record<string, Call>);
/** What fields of calls have, and what they refuse. */
const TEXTS = [
  ...'|0|1|2|-1|1.5|007|1e5|1,2|1,|999999999999999|9999999999999999|0.1|buy|sell|limit|market|GTC|current'.split('|'),
  ...'history|1m|coin|true|NaN|a-b_c|a b|ä|me@example.com|en-US|USDT|up|login| |\u200b'.split('|'),
  'x'.repeat(36),
  'x'.repeat(37),
  'x'.repeat(300),
];

function entriesOf({ request }: Call): Record<string, { options?: readonly string[] }> {
  return (request as unknown as { entries?: Record<string, { options?: readonly string[] }> }).entries ?? {};
}

describe('the quick reader', () => {
  it.each(CALLED)('reads forms of %s as its schema does, or leaves them to it', (_, call) => {
    const read = quickReaderOf(call.request);
    const names = Object.keys(entriesOf(call));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names, 'other'), fc.constantFrom(...TEXTS), { maxKeys: names.length + 1 }),
        (form) => {
          const quick = read({ ...form });
          const { success, output } = v.safeParse(call.request, { ...form });
          // Unknown fields are refused before either sees them.
          if (quick !== null) expect([true, quick]).toEqual([success, output]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['/coin/order/add', { coinInfoId: '2', side: 'buy', orderType: 'market', total: '10', clientNo: 'a-1' }],
    [
      '/coin/order/add',
      { coinInfoId: '2', side: 'sell', orderType: 'limit', price: '1', amount: '1.5', clientNo: 'b' },
    ],
    ['/coin/order/close', { id: '5' }],
    ['/coin/order/list', { state: 'current' }],
  ] as const)('reads an order, a cancel and a list by itself: %s', (path, form) => {
    const { request } = CALLS[path];
    expect(quickReaderOf(request)(form)).toStrictEqual(v.parse(request, form));
  });

  it('leaves what is wrong to the schema, which names it', () => {
    const read = quickReaderOf(CALLS['/coin/order/add'].request);
    const good = { coinInfoId: '2', side: 'buy', orderType: 'market', total: '10', clientNo: 'a' };
    expect(read(good)).not.toBeNull();
    for (const change of [{ side: 'up' }, { total: '1e5' }, { clientNo: 'a b' }, { coinInfoId: '-2' }, { tif: 'DAY' }])
      expect(read({ ...good, ...change })).toBeNull();
    const { clientNo: _, ...without } = good;
    expect(read(without)).toBeNull();
  });
});
