// The schemas of the calls as JSON Schema 2020-12: request fields as text, and `data` of a response.
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** Checks without an equivalent in JSON Schema, by message. */
const CHECKS: Record<string, JsonSchema> = {
  decimal: { format: 'decimal' },
  unseen: { description: 'every character seen, none that turns the direction' },
};

/** A form's fields. Every value is text, and unknown fields are refused. */
export function requestSchema(schema: v.GenericSchema): JsonSchema {
  const json = converted(schema, 'input');
  const entries = 'entries' in schema ? Object.entries(schema.entries as Record<string, v.GenericSchema>) : [];
  const bounded = entries.map(([name, entry]) => [
    name,
    { ...(json.properties?.[name] as JsonSchema), ...boundsOf(entry) },
  ]);
  return { ...json, properties: Object.fromEntries(bounded), additionalProperties: false };
}

/** `data` of a response. Clients must ignore unknown fields. */
export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return converted(schema, 'output');
}

/** Throws Error for a schema without an equivalent in JSON Schema. */
function converted(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const json = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    overrideAction: ({ valibotAction, jsonSchema }) =>
      'message' in valibotAction && valibotAction.type === 'check'
        ? {
            ...jsonSchema,
            ...(CHECKS[String(valibotAction.message)] ?? { description: String(valibotAction.message) }),
          }
        : null,
  });
  delete json.$schema;
  return json;
}

/** Bounds of a number written as text: as a description, with the minimum as an example. */
function boundsOf(entry: v.GenericSchema): JsonSchema {
  const inner = 'wrapped' in entry ? (entry.wrapped as v.GenericSchema) : entry;
  const steps = 'pipe' in inner ? (inner.pipe as { type: string; requirement?: unknown }[]) : [];
  const bound = (type: string): unknown => steps.find((step) => step.type === type)?.requirement;
  const [least, most] = [bound('min_value'), bound('max_value')];
  if (least === undefined) return {};
  const words = [
    `at least ${least}`,
    ...(most === undefined || most === Number.MAX_SAFE_INTEGER ? [] : [`at most ${most}`]),
  ];
  return { description: words.join('; '), examples: [String(least)] };
}
