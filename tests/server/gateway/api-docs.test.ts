// The documentation of the calls: every one of the table, every field with its rule, and examples that the schemas
// take.
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, type CallPath } from '../../../core/endpoints/endpoints.ts';
import { API_BASE } from '../../../core/endpoints/http.ts';
import {
  bit,
  clientNo,
  decimalText,
  textUpTo,
  whole,
  wholeIn,
  wholeList,
} from '../../../core/endpoints/form-fields.ts';
import { apiDocs } from '../../../server/gateway/api-docs/api-docs.ts';
import { apiPage } from '../../../server/gateway/api-docs/api-page.ts';
import { exampleAnswer, fieldsOf, shapeOf } from '../../../server/gateway/api-docs/schema-description.ts';
import { parseForm } from '../../../server/gateway/form-body.ts';
import { type Running, startRunning } from './running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const docs = apiDocs();

describe('the documentation of the calls', () => {
  it('has every call of the table, and every field of each', () => {
    expect(docs.calls.map(({ path }) => path)).toEqual(Object.keys(CALLS).map((path) => API_BASE + path));
    for (const { path, fields, access } of docs.calls) {
      const call = CALLS[path.slice(API_BASE.length) as CallPath];
      expect(access).toBe(call.access);
      expect(
        fields.map(({ name }) => name),
        path,
      ).toEqual(Object.keys(call.request.entries));
    }
  });

  it.each(docs.calls.map((call) => [call.path, call] as const))(
    '%s: its examples pass its own schemas',
    (path, { example, errors }) => {
      const call = CALLS[path.slice(API_BASE.length) as CallPath];
      expect(v.safeParse(call.request, parseForm(example.request)).issues).toBeUndefined();
      expect(v.safeParse(call.answer, (JSON.parse(example.answer) as { data: unknown }).data).issues).toBeUndefined();
      for (const { code, says } of errors) expect(says, String(code)).not.toBe('');
      const listed = 'errors' in call ? (call.errors as readonly number[]) : [];
      expect(errors.map(({ code }) => code)).toEqual(expect.arrayContaining([...listed]));
    },
  );

  it('says beside which others a field is read (A21)', () => {
    const fields = docs.calls.find(({ path }) => path.endsWith('/coin/order/add'))!.fields;
    const rulesOf = (name: string): string[] => fields.find((field) => field.name === name)!.rules;
    expect(rulesOf('maxSlip')).toEqual(['read with orderType market alone']);
    expect(rulesOf('total')).toEqual(['read with orderType market, with side buy, without amount alone']);
    expect(rulesOf('amount')).toEqual([]);
  });

  it('says what schemas ask for in words', () => {
    const schema = v.object({
      a: whole,
      b: v.optional(wholeIn(2, 9), '3'),
      c: decimalText,
      d: v.optional(bit),
      e: textUpTo(5),
      f: wholeList,
      g: clientNo,
      h: v.union([v.literal(''), decimalText]),
      i: v.pipe(v.string(), v.regex(/^x+$/)),
    });
    expect(
      fieldsOf(schema).map(({ name, type, required, rules, choices, default: otherwise }) => [
        name,
        type,
        required,
        rules.join('; '),
        choices,
        otherwise,
      ]),
    ).toEqual([
      ['a', 'whole number', true, '', undefined, undefined],
      ['b', 'whole number', false, 'at least 2; at most 9', undefined, '3'],
      ['c', 'plain decimal', true, '', undefined, undefined],
      ['d', 'choice', false, '', ['0', '1'], undefined],
      [
        'e',
        'text',
        true,
        'not empty; at most 5 characters; every character seen, none that turns the direction',
        undefined,
        undefined,
      ],
      ['f', 'whole numbers, comma-joined, at most 200', true, '', undefined, undefined],
      ['g', 'name of 1 to 36 letters, digits, _ and -', true, '', undefined, undefined],
      ['h', 'empty or plain decimal', true, '', undefined, undefined],
      ['i', 'text', true, 'of the form x+', undefined, undefined],
    ]);
    const answer = v.looseObject({
      list: v.array(v.tuple([v.string(), v.number()])),
      more: v.optional(v.nullable(v.picklist(['a', 'b']))),
      by: v.record(v.string(), v.number()),
    });
    expect(shapeOf(answer)).toBe(
      '{\n  list: [[string, number], ...],\n  more?: "a" | "b" | null,\n  by: { [name]: number }\n}',
    );
    expect(v.is(answer, exampleAnswer(answer))).toBe(true);
  });

  it('is public, runs no script, and loads nothing from elsewhere', async () => {
    const page = await at.exchange.http.inject({ method: 'GET', url: '/docs/api' });
    expect(page).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
    expect(page.body).not.toMatch(/<script|style=|\son\w+=|src=|https?:\/\/(?!HOST)/);
    // Without one, browsers ask for /favicon.ico, and say that there is none.
    expect(page.body).toContain('<link rel="icon" href="/icon.svg"');
    expect(page.body.match(/<section/g)).toHaveLength(Object.keys(CALLS).length);
    const ids = [...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    const json = await at.exchange.http.inject({ method: 'GET', url: '/docs/api.json' });
    expect(JSON.parse(json.body)).toEqual(JSON.parse(JSON.stringify(docs)));
    expect(await at.exchange.http.inject({ method: 'GET', url: '/docs/api.css' })).toMatchObject({
      headers: { 'content-type': 'text/css; charset=utf-8' },
      body: expect.stringContaining('prefers-color-scheme: dark') as string,
    });
  });

  it('escapes what stands in it', () => {
    const [first] = docs.calls;
    const page = apiPage({
      ...docs,
      calls: [{ ...first!, answer: '<img src=x onerror=alert(1)>', errors: [{ code: 1, says: '"><script>' }] }],
    });
    expect(page).not.toMatch(/<img|<script/);
  });
});
