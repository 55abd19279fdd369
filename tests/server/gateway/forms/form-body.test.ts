// Forms: parsing, refusals with field and rule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeForm } from '../../../../core/endpoints/http.ts';
import { CALLS } from '../../../../core/endpoints/endpoints.ts';
import { RejectError } from '../../../../core/errors/errors.ts';
import { parseForm, readRequest } from '../../../../server/gateway/forms/form-body.ts';

function refusal(work: () => unknown): { code: number; params: Record<string, string | number> } {
  try {
    work();
  } catch (error) {
    if (error instanceof RejectError) return error.reject;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('forms', () => {
  it('parses what the client encodes', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), {
          maxKeys: 20,
        }),
        (fields) => {
          const {
            __proto__: _p,
            constructor: _c,
            prototype: _q,
            ...form
          } = Object.assign(Object.create(null), fields) as Record<string, string>;
          expect({ ...parseForm(encodeForm(form)) }).toEqual({ ...form });
        },
      ),
    );
  });

  it('reads a plus as a space and a name without value as empty', () => {
    expect({ ...parseForm('a=b+c&d&e=') }).toEqual({ a: 'b c', d: '', e: '' });
  });

  it.each([
    ['a=1&a=2', 'a', 'repeated'],
    ['__proto__=1', 'body', 'name'],
    ['constructor=1', 'body', 'name'],
    ['%5F_proto__=1', 'body', 'name'],
    ['=1', 'body', 'name'],
    ['a=%zz', 'body', 'percent-encoding'],
    ['a=%ff', 'body', 'percent-encoding'],
    [Array.from({ length: 65 }, (_, n) => `f${n}=1`).join('&'), 'body', 'too-many-fields'],
  ])('refuses %s', (body, field, rule) => {
    expect(refusal(() => parseForm(body))).toEqual({ code: 1400, params: { field, rule } });
  });
});

describe('schemas', () => {
  const { request } = CALLS['/coin/order/add'];
  const good = { coinInfoId: '2', side: 'buy', orderType: 'limit', price: '1', amount: '1', clientNo: 'a' };

  it('converts to typed values', () => {
    expect(readRequest(request, parseForm(encodeForm(good)))).toMatchObject({
      coinInfoId: 2,
      tif: 'GTC',
      postOnly: false,
    });
  });

  it.each([
    [{ ...good, coinInfoId: undefined }, 'coinInfoId', 'required'],
    [{ ...good, side: 'up' }, 'side', 'picklist'],
    [{ ...good, price: '1e309' }, 'price', 'check'],
    [{ ...good, amount: 'NaN' }, 'amount', 'check'],
    [{ ...good, clientNo: 'a b' }, 'clientNo', 'regex'],
    [{ ...good, coinInfoId: '-2' }, 'coinInfoId', 'regex'],
  ])('names the field: %o', (form, field, rule) => {
    expect(refusal(() => readRequest(request, parseForm(encodeForm(form))))).toEqual({
      code: 1400,
      params: { field, rule },
    });
  });
});
