// The API documentation: every call, every field with its rule, and examples that match their schemas.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, type CallPath, refusalsOf } from '../../../core/endpoints/endpoints.ts';
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
import { apiPage } from '../../../server/gateway/api-docs/api-page.ts';
import { answerSchema, requestSchema } from '../../../server/gateway/api-docs/json-schema.ts';
import { type Operation, openApi } from '../../../server/gateway/api-docs/openapi.ts';
import { exampleAnswer, fieldsOf, shapeOf } from '../../../server/gateway/api-docs/schema-text.ts';
import { parseForm } from '../../../server/gateway/forms/form-body.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const docs = openApi();
const calls = Object.entries(docs.paths).map(([path, { post }]) => [path as CallPath, post] as const);
const formOf = (call: Operation) => call.requestBody.content['application/x-www-form-urlencoded'];

const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ ...docs.components.schemas['Envelope'] } as object, '#/components/schemas/Envelope');
/** True when a value matches a JSON Schema, else the errors. */
const passes = (json: object, value: unknown): unknown => {
  const validate = ajv.compile(json);
  return validate(value) || validate.errors;
};

describe('the documentation of the calls', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...docs })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const ids = calls.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every call of the table, every field of each, and every code that it may refuse with', () => {
    expect(calls.map(([path]) => path)).toEqual(Object.keys(CALLS));
    expect(docs.servers).toEqual([{ url: API_BASE }]);
    for (const [path, call] of calls) {
      const { schema } = formOf(call);
      expect(call['x-access']).toBe(CALLS[path].access);
      expect(Object.keys(schema.properties ?? {}), path).toEqual(Object.keys(CALLS[path].request.entries));
      expect(schema.additionalProperties).toBe(false);
      expect(new Set(call['x-refusals'])).toEqual(new Set(refusalsOf(CALLS[path])));
      for (const code of call['x-refusals']) expect(docs['x-codes'][code], String(code)).toBeTruthy();
    }
  });

  it.each(calls)('%s: its examples pass its own schemas', (path, call) => {
    const form = parseForm(String(formOf(call).example));
    expect(v.safeParse(CALLS[path].request, form).issues).toBeUndefined();
    const { schema, example } = call.responses[200].content['application/json'];
    expect(v.safeParse(CALLS[path].answer, (example as { data: unknown }).data).issues).toBeUndefined();
    expect(passes(formOf(call).schema, Object.fromEntries(Object.entries(form)))).toBe(true);
    expect(passes(schema, example)).toBe(true);
    // A refusal needs no data; a success does.
    expect(passes(schema, { code: 1400, msg: 'no' })).toBe(true);
    expect(passes(schema, { code: 0, msg: 'OK' })).not.toBe(true);
  });

  it('has examples that an exchange takes as they are, as far as its state lets it', async () => {
    const { token } = await at.user('examples@example.com');
    // A key that was never given out, and words in place of a picture.
    const made: string[] = ['/user/bind/google', '/coin/recharge/add'];
    for (const [path, call] of calls.filter(([of]) => !made.includes(of))) {
      const form = Object.fromEntries(new URLSearchParams(String(formOf(call).example)));
      const { code, msg } = await at.call(path, form, token);
      expect(code, `${path} ${String(formOf(call).example)}: ${msg}`).not.toBe(1400);
      // A user's object of that number is not there, nor is an archive here; every market is.
      if (!('id' in form || path.endsWith('/events'))) expect(code, path).not.toBe(1404);
    }
  });

  it('documents with which other fields a field is read (A21)', () => {
    const fields = fieldsOf(formOf(docs.paths['/coin/order/add']!.post).schema);
    const rulesOf = (name: string): string[] => fields.find((field) => field.name === name)!.rules;
    expect(rulesOf('maxSlip')).toEqual(['read with orderType market alone']);
    expect(rulesOf('total')).toEqual([
      'read with orderType market or stop_market, with side buy, without amount alone',
    ]);
    expect(rulesOf('amount')).toEqual([]);
  });

  it('describes schemas in words', () => {
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
      fieldsOf(requestSchema(schema)).map(({ name, type, required, rules, choices, default: otherwise }) => [
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
    expect(shapeOf(answerSchema(answer))).toBe(
      '{\n  list: [[string, number], ...],\n  more?: "a" | "b" | null,\n  by: { [name]: number }\n}',
    );
    expect(v.is(answer, exampleAnswer(answerSchema(answer)))).toBe(true);
  });

  it('is public, runs no script, and loads nothing from elsewhere', async () => {
    const page = await at.exchange.http.inject({ method: 'GET', url: '/docs/api' });
    expect(page).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
    expect(page.body).not.toMatch(/<script|style=|\son\w+=|src=|https?:\/\/(?!HOST)/);
    // Without an icon link, browsers request /favicon.ico and log a 404.
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

  it('escapes all texts', () => {
    const hostile = structuredClone(docs);
    const first = hostile.paths[calls[0]![0]]!.post;
    first.tags = ['<img src=x onerror=alert(1)>'];
    formOf(first).schema.properties = { '<script>': { type: 'string', description: '"><script>' } };
    hostile['x-codes'] = { ...hostile['x-codes'], 1400: '<script>' };
    const page = apiPage(hostile);
    expect(page).not.toMatch(/<img|<script/);
  });
});
