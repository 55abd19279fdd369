// Answers that are put together as text against the same answers printed from objects.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printEnvelope } from '../../../server/gateway/envelope.ts';
import { Printed } from '../../../server/gateway/printed.ts';
import { readMessage } from '../../../server/gateway/socket/client-message.ts';

describe('an envelope as text', () => {
  it('is what its object prints, whether its data was printed before or not', () => {
    const traceIds = fc.string({ minLength: 16, maxLength: 16, unit: fc.constantFrom(...'0123456789abcdef') });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), fc.nat(), traceIds, (msg, data, ts, traceId) => {
        const envelope = { code: 0, msg, data, ts, traceId };
        const text = JSON.stringify(envelope);
        expect(printEnvelope(envelope)).toBe(text);
        const printed = new Printed<typeof data>(JSON.stringify(data));
        expect(printEnvelope({ ...envelope, data: printed })).toBe(text);
        expect(printed.value()).toEqual(JSON.parse(JSON.stringify(data)));
        const answer = { type: 'answer', reqId: 7, ...envelope };
        expect(printEnvelope(envelope, '"type":"answer","reqId":7,')).toBe(JSON.stringify(answer));
      }),
    );
  });
});

describe('a call on the socket', () => {
  const call = { type: 'call', reqId: 1, path: '/coin/order/add', form: { a: 'b' }, language: 'en-US' };

  it('is read as it was sent', () => {
    expect(readMessage(JSON.stringify(call))).toEqual(call);
    expect(readMessage(JSON.stringify({ ...call, form: 5 }))).toEqual({ ...call, form: 5 });
  });

  it.each([
    [{ reqId: -1 }, 'reqId', undefined],
    [{ reqId: 1.5 }, 'reqId', undefined],
    [{ reqId: '1' }, 'reqId', undefined],
    [{ path: 5 }, 'path', 1],
    [{ path: 'x'.repeat(101) }, 'path', 1],
    [{ language: 5 }, 'language', 1],
    [{ language: 'x'.repeat(101) }, 'language', 1],
    [{ traceparent: null }, 'traceparent', 1],
    [{ form: undefined }, 'form', 1],
    [{ more: 1 }, 'more', 1],
  ])('with %o is refused, and the field named', (change, wrong, reqId) => {
    expect(readMessage(JSON.stringify({ ...call, ...change }))).toEqual({ wrong, reqId });
  });
});
