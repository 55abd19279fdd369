// JSON Schemas as text and examples: fields of a form, shape of a response, valid values.
import type { JsonSchema } from '@valibot/to-json-schema';

/** One field of a form. Every value is text; `type` describes it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  /** Value used when the field is absent. */
  default?: string;
  choices?: string[];
  rules: string[];
}

/** Patterns with a readable name. */
const PATTERNS: Record<string, string> = {
  '^\\d{1,15}$': 'whole number',
  '^\\d{1,15}(,\\d{1,15}){0,199}$': 'whole numbers, comma-joined, at most 200',
  '^\\d{6}$': 'six digits',
  '^[A-Za-z0-9_-]{1,36}$': 'name of 1 to 36 letters, digits, _ and -',
};
const FORMATS: Record<string, string> = { email: 'e-mail', decimal: 'plain decimal' };

const objectOf = (schema: unknown): JsonSchema => (typeof schema === 'object' && schema !== null ? schema : {});
const optionsOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined => (anyOf ?? oneOf)?.map(objectOf);
const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(schema.properties ?? {}).map(([name, entry]) => [name, objectOf(entry)]);

/** Fields of a form's schema. */
export function fieldsOf(schema: JsonSchema): Field[] {
  return propertiesOf(schema).map(([name, entry]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    ...textOf(entry),
    ...(typeof entry.default === 'string' ? { default: entry.default } : {}),
  }));
}

function textOf(schema: JsonSchema): Pick<Field, 'type' | 'rules' | 'choices'> {
  const options = optionsOf(schema)?.map(textOf);
  const choices = choicesOf(schema);
  if (options)
    return { type: options.map(choiceText).join(' or '), rules: [...new Set(options.flatMap(({ rules }) => rules))] };
  if (choices) return { type: 'choice', choices: choices.map(String), rules: rulesOf(schema) };
  return { type: PATTERNS[schema.pattern ?? ''] ?? FORMATS[schema.format ?? ''] ?? 'text', rules: rulesOf(schema) };
}

function choicesOf({ enum: choices, const: only }: JsonSchema): unknown[] | undefined {
  return only === undefined ? choices : [only];
}

function choiceText({ type, choices }: Pick<Field, 'type' | 'choices'>): string {
  return choices ? choices.map((choice) => (choice === '' ? 'empty' : choice)).join(' or ') : type;
}

function rulesOf({ pattern, minLength = 0, maxLength, description }: JsonSchema): string[] {
  return [
    ...(pattern === undefined || PATTERNS[pattern] ? [] : [`of the form ${pattern.replace(/^\^|\$$/g, '')}`]),
    ...(minLength === 0 ? [] : [minLength === 1 ? 'not empty' : `at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(description === undefined ? [] : [description]),
  ];
}

/** A shape in type notation: `{ list: [{ id: number }], total: number }`. A `?` marks what may be absent. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  const choices = choicesOf(schema);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const options = optionsOf(schema);
  if (options) return options.map((option) => shapeOf(option, indent)).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => shapeOf(objectOf(item), indent)).join(', ')}]`;
  if (schema.type === 'array') return `[${shapeOf(objectOf(schema.items), indent)}, ...]`;
  if (schema.type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object') {
    return `{ [name]: ${shapeOf(schema.additionalProperties, indent)} }`;
  }
  if (schema.type === 'object') return objectShape(schema, indent);
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function objectShape(schema: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const lines = propertiesOf(schema).map(([name, entry]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${deeper}${name}${mark}: ${shapeOf(entry, deeper)}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Valid examples of fields whose meaning is narrower than their schema. */
const BY_NAME: Record<string, string> = {
  chain: 'ERC20',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  email: 'you@example.com',
  password: 'correct horse',
  newPassword: 'correct horse',
  rePassword: 'correct horse',
  clientNo: 'order-1',
  country: 'DE',
  keys: 'service,version',
  currency: 'EUR',
  symbol: 'BTC',
  coinInfoId: '2',
  price: '60000',
  amount: '0.01',
  limitPrice: '60000',
};

/** The required fields of a form, each with a valid text. */
export function exampleForm(schema: JsonSchema): Record<string, string> {
  const needed = propertiesOf(schema).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(needed.map(([name, entry]) => [name, exampleField(name, entry)]));
}

function exampleField(name: string, schema: JsonSchema): string {
  const choices = choicesOf(schema);
  if (choices) return String(choices[0]);
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  const { type } = textOf(schema);
  if (type.startsWith('whole number')) return String(schema.examples?.[0] ?? 1);
  if (type === 'six digits') return '123456';
  return type.endsWith('plain decimal') ? '1' : name;
}

/** A valid response, including optional fields. Values are chosen by field name and type. */
export function exampleAnswer(schema: JsonSchema): unknown {
  return exampleValue('', schema);
}

/** Candidates for texts with a pattern: numbers, and hex of the lengths of hashes, keys and signatures. */
const TEXTS = ['1', '0'.repeat(16), '0'.repeat(32), '0'.repeat(64), '0'.repeat(128)];

function exampleValue(name: string, schema: JsonSchema): unknown {
  const choices = choicesOf(schema);
  if (choices) return choices[0];
  const options = optionsOf(schema);
  if (options) return exampleValue(name, options[0] ?? {});
  if (schema.prefixItems) return schema.prefixItems.map((item) => exampleValue(name, objectOf(item)));
  switch (schema.type) {
    case 'string':
      return [BY_NAME[name] ?? '1', ...TEXTS].find((text) => new RegExp(schema.pattern ?? '', 'u').test(text)) ?? '';
    case 'array':
      return [exampleValue(name, objectOf(schema.items))];
    case 'object':
      return Object.fromEntries(propertiesOf(schema).map(([key, entry]) => [key, exampleValue(key, entry)]));
    case 'integer':
    case 'number':
      return name.endsWith('Time') || name === 'ts' ? 1_764_000_000_000 : 1;
    case 'boolean':
      return true;
    default:
      return {};
  }
}
