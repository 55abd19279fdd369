// The table of calls as an OpenAPI 3.1 document.
import type { JsonSchema } from '@valibot/to-json-schema';
import { CALLS, type Access, type Call, type CallPath, refusalsOf } from '../../../core/endpoints/endpoints.ts';
import { API_BASE, BODY_LIMIT_BYTES, encodeForm } from '../../../core/endpoints/http.ts';
import { words } from '../../../core/errors/messages/en-US.ts';
import { FIELD_USES, type FieldUses, usesText } from '../forms/field-uses.ts';
import { answerSchema, requestSchema } from './json-schema.ts';
import { exampleFields } from './example-fields.ts';
import { exampleAnswer, exampleForm } from './schema-text.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Version of the document; the calls are all of one version. */
const VERSION = '1.0.0';

interface Content<Type extends string> {
  content: Record<Type, { schema: JsonSchema; example: unknown }>;
}

/** One call. The fields that begin with `x-` are extensions; tools ignore them. */
export interface Operation {
  operationId: string;
  tags: [string];
  security: Record<string, string[]>[];
  requestBody: { required: boolean } & Content<typeof FORM>;
  responses: { 200: { description: string } & Content<typeof JSON_TYPE> };
  'x-access': Access;
  /** A retry with the same `clientNo` gets the answer of the first try. */
  'x-moves-money': boolean;
  /** Also answered on the feed's socket. */
  'x-on-socket': boolean;
  'x-body-limit-bytes': number;
  /** Codes of its refusals. */
  'x-refusals': number[];
}

export interface OpenApi {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: [{ url: string }];
  paths: Record<string, { post: Operation }>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
  /** Every code with its message. */
  'x-codes': Record<string, string>;
}

const ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', description: '0 is yes; every other is a refusal, and nothing was done' },
    msg: { type: 'string' },
    ts: { type: 'integer', description: 'server time in ms' },
    traceId: { type: 'string' },
  },
  required: ['code', 'msg'],
};

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  session: [{ session: [] }],
  open: [{}, { session: [] }],
};

export function openApi(): OpenApi {
  const paths = Object.keys(CALLS) as CallPath[];
  return {
    openapi: '3.1.1',
    info: {
      title: 'API',
      version: VERSION,
      description: 'Every call is a POST of a form. Every answer is HTTP 200 with a code.',
    },
    servers: [{ url: API_BASE }],
    paths: Object.fromEntries(paths.map((path) => [path, { post: operationOf(path, CALLS[path]) }])),
    components: {
      schemas: { Envelope: ENVELOPE },
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'accesstoken' } },
    },
    'x-codes': words,
  };
}

/** Schema of `data` in a call's response. */
export function dataOf({ responses }: Operation): JsonSchema {
  const [done] = responses[200].content[JSON_TYPE].schema.anyOf as [JsonSchema];
  return done.properties?.['data'] as JsonSchema;
}

function operationOf(path: CallPath, call: Call): Operation {
  const form = withUses(requestSchema(call.request), FIELD_USES[path] ?? {});
  const usual = exampleForm(form);
  const data = answerSchema(call.answer);
  const example = { code: 0, msg: 'OK', data: exampleAnswer(data), ts: 1_764_000_000_000, traceId: '0123456789abcdef' };
  return {
    operationId: path.slice(1).replaceAll('/', '_'),
    tags: [groupOf(path)],
    security: SECURITY[call.access],
    requestBody: {
      required: (form.required ?? []).length > 0,
      content: {
        [FORM]: { schema: form, example: encodeForm({ ...usual, ...exampleFields(path, Object.keys(usual)) }) },
      },
    },
    responses: {
      200: { description: 'The answer, or a refusal', content: { [JSON_TYPE]: { schema: envelopeOf(data), example } } },
    },
    'x-access': call.access,
    'x-moves-money': call.money === true,
    'x-on-socket': call.socket === true,
    'x-body-limit-bytes': call.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    'x-refusals': [...new Set<number>(refusalsOf(call))].sort((a, b) => a - b),
  };
}

/** "coin order" of /coin/order/add, "user" of /user/login. */
function groupOf(path: string): string {
  const parts = path.split('/');
  return parts[1] === 'coin' && parts.length > 3 ? `${parts[1]} ${parts[2]}` : (parts[1] ?? '');
}

/** Adds to each field's description with which other fields it is read. */
function withUses(form: JsonSchema, uses: FieldUses): JsonSchema {
  const described = Object.entries((form.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => {
    const read = uses[name] ? [`read ${usesText(uses[name])} alone`] : [];
    const description = [...(field.description === undefined ? [] : [field.description]), ...read].join('; ');
    return [name, description === '' ? field : { ...field, description }];
  });
  return { ...form, properties: Object.fromEntries(described) };
}

/** With code 0 there is `data`; with another code it may be absent. */
function envelopeOf(data: JsonSchema): JsonSchema {
  const done: JsonSchema = { properties: { code: { const: 0 }, data }, required: ['data'] };
  const refused: JsonSchema = { properties: { code: { not: { const: 0 } } } };
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }], anyOf: [done, refused] };
}
