// `npm run operator -- ...`: asks and acts over the running exchange's own interface, with the token of the data folder.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '../../contract/calls.ts';
import { encodeForm } from '../../contract/door.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { readToken, tokenPath } from '../ops/token.ts';

const HOW = [
  'token                              the token, and a link to the page that carries it',
  'health | markets | parameters | history [NAME] | audit [LIMIT]',
  'queue kyc|reset|deposit|withdraw   what waits for a reviewer',
  'item QUEUE ID [--save FOLDER]      one of it; its pictures are written to the folder',
  'person UID|EMAIL',
  'actions                            everything that can be done, and the fields each takes',
  'ACTION field=value ... --reason "WHY" [--by NAME] [--request ID] --yes',
].map((line) => `  npm run operator -- ${line}`);

/** What was typed: words, `name=value` fields, and `--name value` options. */
interface Typed {
  words: string[];
  fields: Record<string, string>;
  options: Record<string, string>;
}

const FLAGS = new Set(['yes']);

function read(args: readonly string[]): Typed {
  const typed: Typed = { words: [], fields: {}, options: {} };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const split = arg.indexOf('=');
    if (arg.startsWith('--')) {
      const name = arg.slice(2);
      typed.options[name] = FLAGS.has(name) ? 'yes' : (args[(at += 1)] ?? '');
    } else if (split > 0 && typed.words.length > 0) typed.fields[arg.slice(0, split)] = arg.slice(split + 1);
    else typed.words.push(arg);
  }
  return typed;
}

/** Asks the running exchange. Throws Error with a sentence for the operator. */
type Ask = (name: string, form?: Record<string, string>) => Promise<unknown>;

/** Answers what to print. Throws Error with a sentence for the operator. */
export async function operatorCommand(args: readonly string[], env: Record<string, string | undefined>): Promise<string[]> {
  const config = readConfig(env);
  const typed = read(args);
  const [command, ...words] = typed.words;
  if (command === undefined || command === 'help') return HOW;
  const token = tokenOf(config);
  const url = urlOf(config);
  if (command === 'token') return [token, `${url}/ops#token=${token}&by=${encodeURIComponent(nameOf(typed))}`];
  const ask = asker(url, token);
  const questions: Record<string, () => Promise<string[]>> = {
    health: async () => told(await ask('health')),
    markets: async () => lines(await ask('markets')),
    parameters: async () => lines(await ask('parameters')),
    history: async () => lines(await ask('history', words[0] === undefined ? {} : { name: words[0] })),
    audit: async () => lines(await ask('audit', { limit: words[0] ?? '50' })),
    queue: async () => lines(await ask('queue', { queue: words[0] ?? '' })),
    item: async () => itemLines(await ask('item', { queue: words[0] ?? '', id: words[1] ?? '', by: nameOf(typed) }), typed.options['save']),
    person: async () => told(await ask('person', { who: words[0] ?? '', by: nameOf(typed) })),
    actions: async () => actionLines(await ask('actions')),
  };
  return questions[command] ? questions[command]() : act(ask, command, typed);
}

async function act(ask: Ask, action: string, typed: Typed): Promise<string[]> {
  const { reason = '', request = randomUUID(), yes } = typed.options;
  const form = { ...typed.fields, action, by: nameOf(typed), reason, requestId: request };
  if (reason === '') throw new ConfigError('Say why: --reason "..."');
  if (yes === undefined) return [...told(form), 'Nothing was done yet. The same again with --yes does it.'];
  try {
    return [`${action} is done`, ...told(await ask('act', form))];
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\nTry again with --request ${request}: what was done already is then not done twice.`, { cause });
  }
}

function tokenOf({ dataDir, operatorToken }: Config): string {
  const path = tokenPath(dataDir);
  if (operatorToken !== null) return operatorToken;
  if (!existsSync(path)) throw new ConfigError(`There is no token at ${path}: it is made when the exchange starts first. Is DATA_DIR right?`);
  return readToken(path);
}

function urlOf({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function nameOf({ options }: Typed): string {
  return options['by'] ?? (userInfo().username.replace(/[^\w.@-]/g, '').slice(0, 40) || 'operator');
}

function asker(url: string, token: string): Ask {
  return async (name, form = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${url}/ops/api/${name}`, { method: 'POST', body: encodeForm(form), headers }).catch((cause: unknown) => {
      throw new Error(`No exchange answers at ${url}. Is it running, and is PORT right?`, { cause });
    });
    const { code, msg, data } = (await response.json()) as Envelope<{ rule?: string } | null>;
    if (code !== 0) throw new Error(`${code}: ${msg}${data?.rule === undefined ? '' : ` (${data.rule})`}`);
    return data;
  };
}

/** Names and values, one a line. */
function told(answer: unknown): string[] {
  return Object.entries(answer as object).map(([name, value]) => `${name.padEnd(18)} ${word(value)}`);
}

/** One line for each of a list. */
function lines(answer: unknown): string[] {
  const { list } = answer as { list: object[] };
  return list.length === 0 ? ['nothing'] : list.map((row) => Object.entries(row).map(([name, value]) => `${name}=${word(value)}`).join('  '));
}

/** Nothing that was typed by a stranger may drive the terminal. */
function word(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function actionLines(answer: unknown): string[] {
  const { list } = answer as { list: { name: string; says: string; fields: { name: string; required: boolean }[] }[] };
  return list.flatMap(({ name, says, fields }) => [`${name}: ${says}`, `  ${fields.map((field) => (field.required ? field.name : `[${field.name}]`)).join(' ')}`]);
}

function itemLines(answer: unknown, folder: string | undefined): string[] {
  const { facts, pictures } = answer as { facts: object; pictures: Record<string, string> };
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return [...told(facts), ...Object.entries(pictures).map(([name, text]) => (folder === undefined ? `${name}: a picture; --save FOLDER writes it` : savePicture(folder, name, text)))];
}

function savePicture(folder: string, name: string, text: string): string {
  const [type = '', data = ''] = text.split(';base64url,');
  const path = join(folder, `${name}.${type === 'image/webp' ? 'webp' : 'jpg'}`);
  writeFileSync(path, Buffer.from(data, 'base64url'), { flag: 'wx', mode: 0o600 });
  return `${name}: ${path}`;
}
