// What a valibot schema asks for, in words and as data: read off the schema itself, so that it cannot say anything
// else.
import type * as v from 'valibot';

/** One field of a form. Every value travels as text; `type` says what the text must be. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  /** Value that stands for an absent one. */
  default?: string;
  choices?: string[];
  rules: string[];
  /** A text that passes. */
  example: string;
}

/** A schema as it is at run time, as far as it is looked at here. */
interface Node {
  kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  type: string;
  pipe?: Node[];
  entries?: Record<string, Node>;
  wrapped?: Node;
  item?: Node;
  items?: Node[];
  value?: Node;
  options?: unknown[];
  literal?: unknown;
  default?: unknown;
  requirement?: unknown;
  message?: unknown;
}

const nodeOf = (schema: v.GenericSchema): Node => schema as unknown as Node;

/** Fields of an object schema; none for another kind of schema. */
export function fieldsOf(schema: v.GenericSchema): Field[] {
  return Object.entries(nodeOf(schema).entries ?? {}).map(([name, entry]) => fieldOf(name, entry));
}

function fieldOf(name: string, entry: Node): Field {
  const optional = entry.type === 'optional';
  const inner = optional && entry.wrapped ? entry.wrapped : entry;
  const about = textOf(inner);
  return {
    name,
    type: about.type,
    required: !optional,
    rules: about.rules,
    ...(about.choices ? { choices: about.choices } : {}),
    ...(optional && typeof entry.default === 'string' ? { default: entry.default } : {}),
    example: exampleOf(name, about, entry.default),
  };
}

interface TextKind {
  type: string;
  rules: string[];
  choices?: string[];
  least?: number;
}

/** Patterns that have a name of their own. */
const PATTERNS: Record<string, string> = {
  '^\\d{1,15}$': 'whole number',
  '^\\d{1,15}(,\\d{1,15}){0,199}$': 'whole numbers, comma-joined, at most 200',
  '^\\d{6}$': 'six digits',
  '^[A-Za-z0-9_-]{1,36}$': 'name of 1 to 36 letters, digits, _ and -',
};
const CHECKS: Record<string, string> = {
  decimal: 'plain decimal',
  unseen: 'every character seen, none that turns the direction',
};

/** A schema and its steps in one row, whatever was piped into what. */
function stepsOf(node: Node): Node[] {
  return node.pipe
    ? node.pipe.flatMap((step, at) =>
        at === 0 && step !== node ? stepsOf(step) : [{ ...step, pipe: undefined } as unknown as Node],
      )
    : [node];
}

function textOf(node: Node): TextKind {
  const about: TextKind = { type: 'text', rules: [] };
  for (const step of stepsOf(node)) read(step, about);
  return about;
}

function read(step: Node, about: TextKind): void {
  const number = typeof step.requirement === 'number' ? step.requirement : 0;
  if (step.type === 'picklist') Object.assign(about, { type: 'choice', choices: (step.options ?? []).map(String) });
  else if (step.type === 'literal') Object.assign(about, { type: 'choice', choices: [String(step.literal)] });
  else if (step.type === 'union') join(step, about);
  else if (step.type === 'regex') pattern((step.requirement as RegExp).source, about);
  else if (step.type === 'email') about.type = 'e-mail';
  else if (step.type === 'check') check(String(step.message), about);
  else if (step.type === 'min_value') {
    about.least = number;
    about.rules.push(`at least ${number}`);
  } else if (step.type === 'max_value') {
    if (number !== Number.MAX_SAFE_INTEGER) about.rules.push(`at most ${number}`);
  } else if (step.type === 'min_length') about.rules.push(number === 1 ? 'not empty' : `at least ${number} characters`);
  else if (step.type === 'max_length') about.rules.push(`at most ${number} characters`);
}

function join(step: Node, about: TextKind): void {
  const kinds = ((step.options ?? []) as Node[]).map(textOf);
  about.type = kinds
    .map(({ type, choices }) =>
      choices ? choices.map((choice) => (choice === '' ? 'empty' : choice)).join(' or ') : type,
    )
    .join(' or ');
  about.rules.push(...new Set(kinds.flatMap(({ rules }) => rules)));
}

function pattern(source: string, about: TextKind): void {
  const name = PATTERNS[source];
  if (name === undefined) about.rules.push(`of the form ${source.replace(/^\^|\$$/g, '')}`);
  else about.type = name;
}

function check(message: string, about: TextKind): void {
  if (message === 'decimal') about.type = CHECKS['decimal'] ?? 'text';
  else about.rules.push(CHECKS[message] ?? message);
}

/** Texts that pass where the name says more than the type. */
const BY_NAME: Record<string, string> = {
  chain: 'ERC20',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  email: 'you@example.com',
  password: 'correct horse',
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

function exampleOf(name: string, { type, choices, least }: TextKind, otherwise: unknown): string {
  if (typeof otherwise === 'string') return otherwise;
  if (choices) return choices[0] ?? '';
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  if (type.startsWith('whole number')) return String(least ?? 1);
  if (type === 'six digits') return '123456';
  return type.endsWith('plain decimal') ? '1' : name;
}

/**
 * An answer's shape as one would write its type down: `{ list: [{ id: number }], total: number }`. A `?` marks what may
 * be absent.
 */
export function shapeOf(schema: v.GenericSchema): string {
  return shape(nodeOf(schema), '');
}

function shape(node: Node, indent: string): string {
  if (node.pipe && node.pipe[0] && node.pipe[0] !== node) return shape(node.pipe[0], indent);
  if (node.entries) return objectShape(node.entries, indent);
  switch (node.type) {
    case 'optional':
      return node.wrapped ? shape(node.wrapped, indent) : 'unknown';
    case 'nullable':
      return `${node.wrapped ? shape(node.wrapped, indent) : 'unknown'} | null`;
    case 'array':
      return `[${node.item ? shape(node.item, indent) : ''}, ...]`;
    case 'tuple':
      return `[${(node.items ?? []).map((item) => shape(item, indent)).join(', ')}]`;
    case 'record':
      return `{ [name]: ${node.value ? shape(node.value, indent) : 'unknown'} }`;
    case 'picklist':
      return (node.options ?? []).map((option) => JSON.stringify(option)).join(' | ');
    case 'literal':
      return JSON.stringify(node.literal);
    case 'union':
    case 'variant':
      return ((node.options ?? []) as Node[]).map((option) => shape(option, indent)).join(' | ');
    default:
      return node.type;
  }
}

function objectShape(entries: Record<string, Node>, indent: string): string {
  const names = Object.entries(entries);
  if (names.length === 0) return '{}';
  const deeper = `${indent}  `;
  const lines = names.map(
    ([name, entry]) => `${deeper}${name}${entry.type === 'optional' ? '?' : ''}: ${shape(entry, deeper)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** An answer that the schema accepts, with what may be absent in it; plain values, told apart by their names. */
export function exampleAnswer(schema: v.GenericSchema): unknown {
  return exampleValue('', nodeOf(schema));
}

/** Texts that answers' patterns ask for: numbers, and the hashes, keys and signatures of proofs in hex. */
const TEXTS = ['1', '0'.repeat(16), '0'.repeat(32), '0'.repeat(64), '0'.repeat(128)];

function exampleText(name: string, node: Node): string {
  const patterns = stepsOf(node)
    .filter(({ type }) => type === 'regex')
    .map(({ requirement }) => requirement as RegExp);
  return [BY_NAME[name] ?? '1', ...TEXTS].find((text) => patterns.every((pattern) => pattern.test(text))) ?? '';
}

function exampleValue(name: string, node: Node): unknown {
  if (node.type === 'string') return exampleText(name, node);
  if (node.pipe && node.pipe[0] && node.pipe[0] !== node) return exampleValue(name, node.pipe[0]);
  if (node.entries)
    return Object.fromEntries(Object.entries(node.entries).map(([key, entry]) => [key, exampleValue(key, entry)]));
  switch (node.type) {
    case 'optional':
    case 'nullable':
      return node.wrapped ? exampleValue(name, node.wrapped) : null;
    case 'array':
      return node.item ? [exampleValue(name, node.item)] : [];
    case 'tuple':
      return (node.items ?? []).map((item) => exampleValue(name, item));
    case 'picklist':
      return node.options?.[0] ?? null;
    case 'literal':
      return node.literal;
    case 'union':
    case 'variant':
      return exampleValue(name, ((node.options ?? []) as Node[])[0] ?? node);
    case 'number':
      return name.endsWith('Time') || name === 'ts' ? 1_764_000_000_000 : 1;
    case 'boolean':
      return true;
    default:
      return {};
  }
}
