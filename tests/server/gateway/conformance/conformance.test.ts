// Every call on a whole exchange: success, each refusal, no session, another user's ids, and idempotency.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { CALLS, type Call, type CallPath, refusalsOf } from '../../../../core/endpoints/endpoints.ts';
import { LANGUAGES } from '../../../../src/locales/languages.ts';
import { CONTRACT_CASES } from './contract-cases.ts';
import { MARKET_CASES } from './market-cases.ts';
import {
  type Case,
  type ConformanceExchange,
  type CallBuilder,
  closeStage,
  openStage,
} from './conformance-exchange.ts';
import { USER_CASES } from './user-cases.ts';
import { WALLET_CASES } from './wallet-cases.ts';
import { SocketCaller } from '../../../support/server/socket-caller.ts';
import { MSGPACK_PROTOCOL } from '../../../../core/feed/feed-msgpack.ts';
import { answerSchema } from '../../../../server/gateway/api-docs/json-schema.ts';
import type { Answer, Form } from '../../../support/server/running-exchange.ts';

/** Fields of each request that a handler has read, by schema. */
const looked = vi.hoisted(() => new Map<object, Set<string>>());
// Wraps the form parser: records the fields that handlers read.
vi.mock('../../../../server/gateway/forms/form-body.ts', async (original) => {
  const form = await original<typeof import('../../../../server/gateway/forms/form-body.ts')>();
  const readRequest: typeof form.readRequest = (schema, given, uses) => {
    const seen = looked.get(schema) ?? new Set<string>();
    looked.set(schema, seen);
    return new Proxy(form.readRequest(schema, given, uses) as object, {
      get(target, name) {
        seen.add(String(name));
        return Reflect.get(target, name) as unknown;
      },
      ownKeys() {
        throw new Error('a request is read field by field, not as a whole');
      },
    });
  };
  return { ...form, readRequest };
});

// A user is made for nearly every call: hashes of passwords would take more of the processor than the calls.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof argon2.hash = (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return { ...argon2, hash };
});

const CASES: Partial<Record<CallPath, Case>> = { ...USER_CASES, ...MARKET_CASES, ...CONTRACT_CASES, ...WALLET_CASES };
/** Calls whose cases move the clock far come last. */
const paths = Object.keys(CASES) as CallPath[];
const languages = Object.keys(LANGUAGES);
/** Fields with ids of a user's objects. */
const OWNED = ['id', 'ids', 'orderNo', 'orderNum', 'addressId', 'del', 'cancelId', 'quoteNo', 'endSession'];
/** Calls in which such a field is a public id. */
const PUBLIC_THINGS: readonly string[] = ['/common/notice', '/coin/collect/del', '/coin/tickers', '/forex/tickers'];
let stage: ConformanceExchange;

beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => stage.begin());
afterAll(() => closeStage(stage));

/** Fields in which an empty text is a value. */
const EMPTY_VALUES: readonly string[] = ['antiPhish'];
/** Calls that read fields which no case above reads. */
const MORE: readonly [CallPath, Form][] = [
  ['/common/notice', { kind: 'article', page: 1 }],
  ['/coin/order/add', { coinInfoId: 2, side: 'buy', orderType: 'market', total: '20', clientNo: 'more' }],
  ['/coin/order/close', { all: 1, coinInfoId: 2 }],
  ['/coin/recharge/order', {}],
  ['/coin/withdraw/order', {}],
];
/** Calls that the specification does not have; a page works without them. */
const BEYOND_SPECIFICATION: readonly CallPath[] = [
  '/user/layout',
  '/coin/contract/statistics',
  '/coin/events',
  '/forex/events',
  '/coin/order/replace',
  '/coin/contract/order/replace',
];
/** Its only value equals its default, so that only the schema reads it. */
const FIXED: readonly string[] = ['/coin/contract/order/list state'];

const optionalsOf = (path: CallPath): string[] =>
  Object.entries((callOf(path).request as unknown as { entries: Record<string, { type: string }> }).entries).flatMap(
    ([name, { type }]) => (type === 'optional' && !EMPTY_VALUES.includes(name) ? [name] : []),
  );
const callOf = (path: CallPath): Call => CALLS[path];
const fieldsOf = (path: CallPath): string[] =>
  Object.keys((callOf(path).request as Call['request'] & { entries: object }).entries);
const state = (): string => stage.state();

type Way = 'HTTP' | 'socket' | 'msgpack socket';

async function call(
  transport: Way,
  path: string,
  form: Form,
  token: string,
  language = 'en-US',
): Promise<Omit<Answer, 'headers'>> {
  if (transport === 'HTTP') return stage.at.call(path, form, token, { 'accept-language': language });
  const { url } = stage.at.exchange.address;
  const socket = await SocketCaller.open(url, token, transport === 'msgpack socket' ? [MSGPACK_PROTOCOL] : []);
  const answer = await socket.call(path, form, language);
  await socket.close();
  if (!answer) throw new Error(`no answer of ${path}`);
  return { ...answer, status: 200 };
}

/** Makes the call in a language, and restores the exchange. */
async function make(
  path: CallPath,
  way: CallBuilder,
  transport: Way,
  language = 'en-US',
): Promise<Omit<Answer, 'headers'> & { moved: boolean }> {
  stage.begin();
  const { form, token = stage.rich.token, after } = await way(stage);
  const before = state();
  const answer = await call(transport, path, form, token, language);
  const moved = state() !== before;
  await after?.();
  return { ...answer, moved };
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });

/** By call: it is compiled once for all its ways. */
const references = new Map<CallPath, ReturnType<typeof ajv.compile>>();

/** Accepts what the reference of the calls shows of an answer, and nothing else. */
function referenceOf(path: CallPath): ReturnType<typeof ajv.compile> {
  const closed: unknown = JSON.parse(JSON.stringify(answerSchema(callOf(path).answer)), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
  return ajv.compile(closed as object);
}

/** Fields of an answer that the reference of the calls does not show. */
function beyondReference(path: CallPath, data: unknown): string[] {
  const validate = references.get(path) ?? referenceOf(path);
  references.set(path, validate);
  validate(data);
  return (validate.errors ?? []).map(({ instancePath, params }) => `${instancePath}/${params['additionalProperty']}`);
}

describe('the table', () => {
  it('A17 offers the sixty calls of the specification and those beyond it, each with its cases: every listed code, no other', () => {
    expect(BEYOND_SPECIFICATION.filter((path) => path in CALLS)).toEqual(BEYOND_SPECIFICATION);
    expect(Object.keys(CALLS)).toHaveLength(60 + BEYOND_SPECIFICATION.length);
    expect(paths.toSorted()).toEqual(Object.keys(CALLS).toSorted());
    for (const path of paths)
      expect(
        Object.keys(CASES[path]?.errors ?? {})
          .map(Number)
          .toSorted(),
        path,
      ).toEqual([...callOf(path).errors].toSorted());
  });

  it("has a case of another user wherever a field is an id of a user's object", () => {
    const owned = paths.filter(
      (path) => !PUBLIC_THINGS.includes(path) && fieldsOf(path).some((field) => OWNED.includes(field)),
    );
    for (const path of owned) expect(CASES[path]?.foreign?.length ?? 0, path).toBeGreaterThan(0);
  });

  it('every call that moves money has a clientNo, and a case of another body', () => {
    for (const path of paths) {
      expect(fieldsOf(path).includes('clientNo') && !path.endsWith('/query'), path).toBe(callOf(path).money === true);
      expect(CASES[path]?.other !== undefined, path).toBe(callOf(path).money === true);
    }
  });
});

/** Every call over HTTP, and those of the socket on it too, with either sub-protocol. */
const WAYS = paths.flatMap((path): [CallPath, Way][] =>
  callOf(path).socket
    ? [
        [path, 'HTTP'],
        [path, 'socket'],
        [path, 'msgpack socket'],
      ]
    : [[path, 'HTTP']],
);

describe.each(WAYS)('%s over %s', (path, transport) => {
  const { happy, errors = {}, foreign = [], foreignCode = 1404, other } = CASES[path] as Case;

  it('succeeds, and treats an empty optional field as absent', async () => {
    const answer = await make(
      path,
      async (on) => {
        const ask = await happy(on);
        return { ...ask, form: { ...Object.fromEntries(optionalsOf(path).map((field) => [field, ''])), ...ask.form } };
      },
      transport,
    );
    expect(answer, answer.msg).toMatchObject({
      code: 0,
      status: 200,
      msg: 'OK',
      ts: expect.any(Number),
      traceId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(v.safeParse(callOf(path).answer, answer.data).issues).toBe(undefined);
    expect(beyondReference(path, answer.data)).toEqual([]);
  });

  if (Object.keys(errors).length > 0)
    it('A17 refuses with each of its codes and a message, and moves nothing', { timeout: 240_000 }, async () => {
      for (const [code, way] of Object.entries(errors)) {
        const language = languages[Number(code) % languages.length] ?? 'en-US';
        const answer = await make(path, way, transport, language);
        expect(answer.code, `${code}: ${answer.code} ${answer.msg}`).toBe(Number(code));
        expect(answer.status).toBe(200);
        expect(answer.msg, `${code} ${language}`).toMatch(/^[^{}]{2,}$/);
        expect(answer.moved, code).toBe(false);
      }
    });

  it('names the field and rule of an invalid form', async () => {
    const { form, token = stage.rich.token, after } = await happy(stage);
    const before = state();
    for (const field of fieldsOf(path)) {
      const { code, data } = await call(transport, path, { ...form, [field]: '\u0000\u202e' }, token);
      // Any text may be a password.
      if (/password$/i.test(field)) expect(refusalsOf(callOf(path)), field).toContain(code);
      else expect([code, data.field], field).toEqual([1400, field]);
    }
    expect(state()).toBe(before);
    await after?.();
  });

  it('refuses an unknown field in the body and in the query, and moves nothing', async () => {
    const { form, token = stage.rich.token, after } = await happy(stage);
    const before = state();
    for (const field of ['stopPrice', 'coinInfoID', 'by']) {
      const { code, data } = await call(transport, path, { ...form, [field]: '1' }, token);
      expect([code, data.field], field).toEqual([1400, field]);
    }
    if (transport === 'HTTP') {
      const { code, data } = await call(transport, `${path}?limitPrice=1`, form, token);
      expect([code, data.field]).toEqual([1400, 'limitPrice']);
    }
    expect(state()).toBe(before);
    await after?.();
  });

  if (callOf(path).access === 'session')
    it('requires a session', async () => {
      const { form, after } = await happy(stage);
      const before = state();
      for (const token of ['', 'A'.repeat(43), 'x'])
        expect(await call(transport, path, form, token), token).toMatchObject({ code: -1000, status: 200 });
      expect(state()).toBe(before);
      await after?.();
    });

  if (foreign.length > 0)
    it("A18 reveals nothing of another user's objects", async () => {
      for (const way of foreign) {
        const answer = await make(path, way, transport);
        expect(answer.code, answer.msg).toBe(foreignCode);
        expect(answer.moved).toBe(false);
      }
    });

  if (other !== undefined)
    it('A19 repeats its answer under one clientNo, and refuses another body under it', async () => {
      const { form, token = stage.rich.token } = await happy(stage);
      const first = await call(transport, path, form, token);
      expect(first.code, first.msg).toBe(0);
      const before = state();
      const [again, twice] = await Promise.all([
        call(transport, path, form, token),
        call(transport, path, form, token),
      ]);
      expect([again.data, twice.data]).toEqual([first.data, first.data]);
      expect((await call(transport, path, { ...form, ...other }, token)).code).toBe(1409);
      expect(state()).toBe(before);
    });
});

it('reads every field of every call somewhere', async () => {
  for (const [path, form] of MORE) await stage.at.call(path, form, stage.rich.token);
  const unread = paths.flatMap((path) =>
    fieldsOf(path)
      .filter((field) => !looked.get(callOf(path).request)?.has(field))
      .map((field) => `${path} ${field}`),
  );
  expect(unread).toEqual(FIXED);
});
