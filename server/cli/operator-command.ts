// `npm run operator -- ...`: queries and actions through the admin API of the running exchange.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Envelope } from '../../core/endpoints/endpoints.ts';
import { encodeForm } from '../../core/endpoints/http.ts';
import {
  DESCRIPTION_FIELD,
  type Login,
  type OperatorAnswers,
  type ReviewItem,
  brokenRule,
} from '../../core/endpoints/operator-answers.ts';
import { errorMessage } from '../../core/errors/error-message.ts';
import { CODE } from '../../core/errors/errors.ts';
import { type TextSha256, solvedCaptcha } from '../../core/proofs/proof-of-work.ts';
import { FILE_MODE, createFolder } from '../store/private-folder.ts';
import { PRIVATE_FOLDER } from '../store/secret-box.ts';
import { type Config, ConfigError, readConfig } from '../bootstrap/config.ts';
import { readToken, tokenPath } from '../admin/operator-token.ts';

const USAGE = [
  "token                              the owner's token, and a link to the page that carries it",
  "join INVITATION                    sets an operator's account up: asks for a password and an authenticator code",
  'login NAME | logout                a session of eight hours; it is kept in the data folder',
  'me | operators | waiting           who I am · who there is · what waits for a second operator',
  'approve REQUEST | decline REQUEST  the decision of a second operator',
  'health | markets | parameters | history [NAME] | audit [LIMIT]',
  'queue kyc|reset|deposit|withdraw   what waits for a reviewer',
  'item QUEUE ID [--save FOLDER]      one of it; its pictures are written to the folder',
  'person UID|EMAIL',
  'actions                            everything that can be done, and the fields each takes',
  'ACTION field=value ... --reason "WHY" [--request ID] --yes',
].map((line) => `  npm run operator -- ${line}`);

/** Parsed arguments: positional words, `name=value` fields, `--name value` options. */
interface ParsedArgs {
  words: string[];
  fields: Record<string, string>;
  options: { reason?: string; request?: string; save?: string; yes?: boolean; help?: boolean };
}

/** File of the session after a login on this machine, in the private part of the data folder. */
const SESSION_FILE = 'operator.session';
/** File beside it of the cookie by which a later login from here is known. */
const DEVICE_FILE = 'operator.device';
const OPTIONS = {
  reason: { type: 'string' },
  request: { type: 'string' },
  save: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Words behind a command; none behind others, and behind actions. */
const MAX_WORDS = new Map(
  Object.entries({ join: 1, login: 1, approve: 1, decline: 1, history: 1, audit: 1, queue: 1, item: 2, person: 1 }),
);
/** What an action gets from options and from its own name. */
const NO_FIELDS = new Set(['action', 'reason', 'requestId']);

/**
 * Not strict, so that a reason may start with a dash. Throws ConfigError for an unknown option, a missing value, and
 * for all that would be left out.
 */
function parse(args: readonly string[]): ParsedArgs {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!isOption(token.name))
      throw new ConfigError(`"${token.rawName}" is no option of the operator's commands. How to:\n${USAGE.join('\n')}`);
    if (OPTIONS[token.name].type === 'string' && token.value === undefined)
      throw new ConfigError(`${token.rawName} needs a value.`);
    if (OPTIONS[token.name].type === 'boolean' && token.value !== undefined)
      throw new ConfigError(`${token.rawName} takes no value.`);
  }
  requireOnce(tokens.flatMap((token) => (token.kind === 'option' ? [token.rawName] : [])));
  const isField = (word: string, at: number): boolean => at > 0 && word.indexOf('=') > 0;
  const words = positionals.filter((word, at) => !isField(word, at));
  const fields = positionals
    .filter(isField)
    .map((word): [string, string] => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  requireOnce(fields.map(([name]) => name));
  const surplus = words[1 + (MAX_WORDS.get(words[0] ?? '') ?? 0)];
  if (surplus !== undefined)
    throw new ConfigError(`"${surplus}" is a word too many for ${words[0]}: a text with spaces is put in quotes.`);
  const reserved = fields.find(([name]) => NO_FIELDS.has(name));
  if (reserved) throw new ConfigError(`${reserved[0]} is no field of an action.`);
  return { words, fields: Object.fromEntries(fields), options: values as ParsedArgs['options'] };
}

function requireOnce(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ConfigError(`${twice} is given twice.`);
}

function isOption(name: string): name is keyof typeof OPTIONS {
  return Object.hasOwn(OPTIONS, name);
}

/** Calls the admin API. Throws Error with a sentence for the operator. */
type AdminCall = <N extends keyof OperatorAnswers>(
  name: N,
  form?: Record<string, string>,
) => Promise<OperatorAnswers[N]>;

/** Reads a line from the terminal; with `hidden` the input is not echoed. */
export type Prompt = (question: string, hidden?: boolean) => Promise<string>;

/** Returns the lines to print. Throws Error with a sentence for the operator. */
export async function operatorCommand(
  args: readonly string[],
  env: Record<string, string | undefined>,
  prompt: Prompt = readLine,
): Promise<string[]> {
  const config = readConfig(env);
  const parsed = parse(args);
  const [command, ...words] = parsed.words;
  if (command === undefined || command === 'help' || parsed.options.help) return USAGE;
  if (command === 'token') return [tokenOf(config), `${urlOf(config)}/ops#token=${tokenOf(config)}`];
  if (command === 'login' || command === 'join') return logIn(config, command, words[0] ?? '', prompt);
  const call = createAdminCall(urlOf(config), sessionOf(config) ?? tokenOf(config));
  const commands = commandsOf(call, parsed);
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run && Object.keys(parsed.fields).length > 0) throw new ConfigError(`${command} takes no fields.`);
  const lines = await (run ? run() : requestAction(call, command, parsed));
  if (command === 'logout') rmSync(privateFile(config, SESSION_FILE), { force: true });
  return lines;
}

/** Opens a session and stores it for the commands that follow. */
async function logIn(config: Config, command: 'login' | 'join', word: string, prompt: Prompt): Promise<string[]> {
  const call = createAdminCall(urlOf(config), '', privateFile(config, DEVICE_FILE));
  const { session } =
    command === 'join'
      ? await acceptInvitation(call, word, prompt)
      : await call('login', {
          name: word,
          password: await prompt('Password: ', true),
          code: await prompt('Authenticator code: '),
        });
  writeFileSync(privateFile(config, SESSION_FILE), session, { mode: FILE_MODE });
  return ['You are logged in for eight hours.'];
}

/** The stored session; null: no one has logged in here. */
function sessionOf(config: Config): string | null {
  const path = privateFile(config, SESSION_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

function privateFile({ dataDir }: Config, name: string): string {
  return join(dataDir, PRIVATE_FOLDER, name);
}

/** The commands that are no actions, by name. */
function commandsOf(
  call: AdminCall,
  { words: [, ...words], options }: ParsedArgs,
): Record<string, () => Promise<string[]>> {
  return {
    async logout() {
      await call('logout');
      return ['You are logged out.'];
    },
    me: async () => fieldLines(await call('me')),
    operators: async () => listLines(await call('operators')),
    waiting: async () => listLines(await call('waiting')),
    approve: async () => ['It is done', ...fieldLines(await call('approve', { requestId: words[0] ?? '' }))],
    decline: async () => ['It is declined', ...fieldLines(await call('decline', { requestId: words[0] ?? '' }))],
    health: async () => fieldLines(await call('health')),
    markets: async () => listLines(await call('markets')),
    parameters: async () => listLines(await call('parameters')),
    history: async () => listLines(await call('history', words[0] === undefined ? {} : { name: words[0] })),
    audit: async () => listLines(await call('audit', { limit: words[0] ?? '50' })),
    queue: async () => listLines(await call('queue', { queue: words[0] ?? '' })),
    item: async () => itemLines(await call('item', { queue: words[0] ?? '', id: words[1] ?? '' }), options.save),
    person: async () => fieldLines(await call('person', { who: words[0] ?? '' })),
    actions: async () => actionLines(await call('actions')),
  };
}

async function requestAction(call: AdminCall, action: string, parsed: ParsedArgs): Promise<string[]> {
  const { reason = '', request = randomUUID(), yes } = parsed.options;
  const form = { ...parsed.fields, action, reason, requestId: request };
  if (reason === '' || yes === undefined) await requireAction(call, action);
  if (reason === '') throw new ConfigError('Say why: --reason "..."');
  if (yes === undefined) return [...fieldLines(form), 'Nothing was done yet. The same again with --yes does it.'];
  try {
    const answer = await call('act', form);
    return answer.waiting === 1
      ? [`${action} waits for a second operator: npm run operator -- approve ${request}`]
      : [`${action} is done`, ...fieldLines(answer)];
  } catch (cause) {
    throw new Error(
      `${errorMessage(cause)}\nTry again with --request ${request}: what was done already is then not done twice.`,
      { cause },
    );
  }
}

/** A mistyped command is named first: it needs no reason, and no repeat with --yes. */
async function requireAction(call: AdminCall, name: string): Promise<void> {
  const { list } = await call('actions');
  if (!list.some((action) => action.name === name))
    throw new ConfigError(`"${printable(name)}" is no command and no action of yours: see "help" and "actions".`);
}

function tokenOf({ dataDir, operatorToken }: Config): string {
  const path = tokenPath(dataDir);
  if (operatorToken !== null) return operatorToken;
  if (!existsSync(path))
    throw new ConfigError(
      `There is no token at ${path}: it is made when the exchange starts first. Is DATA_DIR right?`,
    );
  return readToken(path);
}

function urlOf({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Accepts an invitation: shows the authenticator secret, then reads password and first code. */
async function acceptInvitation(call: AdminCall, invite: string, prompt: Prompt): Promise<Login> {
  const { name, secret, otpauth } = await call('invitation', { invite });
  const password = await prompt(
    `Account ${name}. Enter this secret into your authenticator: ${secret}\n(${otpauth})\nNew password, 12 characters at the least: `,
    true,
  );
  return call('join', { invite, password, code: await prompt('Authenticator code: ') });
}

const readLine: Prompt = (question, hidden = false) =>
  new Promise((resolve, reject) => {
    process.stdout.write(question);
    const silent = new Writable({
      write: (_bytes, _encoding, done) => {
        done();
      },
    });
    const reader = createInterface({
      input: process.stdin,
      output: hidden ? silent : process.stdout,
      terminal: process.stdin.isTTY,
    });
    reader.question('', (answer) => {
      if (hidden) process.stdout.write('\n');
      resolve(answer);
      reader.close();
    });
    reader.once('close', () => reject(new ConfigError('The input ended before there was an answer.')));
  });

const sha256: TextSha256 = (text) => createHash('sha256').update(text).digest();

/**
 * Throws Error with a sentence for the operator when the call is refused. `devicePath`: the file of a login's cookie.
 */
function createAdminCall(url: string, token: string, devicePath: string | null = null): AdminCall {
  const send = async <N extends keyof OperatorAnswers>(
    name: N,
    form: Record<string, string>,
  ): Promise<Envelope<OperatorAnswers[N]>> => {
    const headers = {
      ...(devicePath !== null && existsSync(devicePath) && { cookie: readFileSync(devicePath, 'utf8').trim() }),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en-US',
    };
    const response = await fetch(`${url}/ops/api/${name}`, { method: 'POST', body: encodeForm(form), headers }).catch(
      (cause: unknown) => {
        throw new Error(`No exchange answers at ${url}. Is it running, and is PORT right?`, { cause });
      },
    );
    const [cookie] = response.headers.getSetCookie();
    if (devicePath !== null && cookie !== undefined)
      writeFileSync(devicePath, cookie.split(';', 1)[0] ?? '', { mode: FILE_MODE });
    return response.json().catch((cause: unknown) => {
      throw new Error(`What answers at ${url} is no exchange. Is PORT right?`, { cause });
    }) as Promise<Envelope<OperatorAnswers[N]>>;
  };
  return async (name, form = {}) => {
    const answer = await send(name, form);
    // After too many logins of others a solved captcha makes up for the wait.
    const solved = answer.code === CODE.tooManyRequests ? await solvedCaptcha(answer.data, sha256) : null;
    const { code, msg, data } = solved ? await send(name, { ...form, ...solved }) : answer;
    if (code === 0) return data;
    const rule = brokenRule(data);
    throw new Error(`${code}: ${msg}${rule === undefined ? '' : ` (${rule})`}`);
  };
}

/** Names and values, one per line. */
function fieldLines(answer: object): string[] {
  return Object.entries(answer).map(([name, value]) => `${name.padEnd(18)} ${printable(value)}`);
}

/** One line per list entry. */
function listLines({ list }: { list: readonly object[] }): string[] {
  return list.length === 0
    ? ['nothing']
    : list.map((row) =>
        Object.entries(row)
          .map(([name, value]) => `${name}=${printable(value)}`)
          .join('  '),
      );
}

/** Removes control characters: text of users may not control the terminal. */
function printable(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function actionLines({ list }: OperatorAnswers['actions']): string[] {
  return list.flatMap(({ name, [DESCRIPTION_FIELD]: description, fields }) => [
    `${name}: ${description}`,
    `  ${fields.map((field) => (field.required ? field.name : `[${field.name}]`)).join(' ')}`,
  ]);
}

function itemLines({ facts, pictures }: ReviewItem, folder: string | undefined): string[] {
  if (folder !== undefined) createFolder(folder);
  return [
    ...fieldLines(facts),
    ...Object.entries(pictures).map(([name, text]) =>
      folder === undefined ? `${name}: a picture; --save FOLDER writes it` : savePicture(folder, name, text),
    ),
  ];
}

function savePicture(folder: string, name: string, text: string): string {
  const [type = '', data = ''] = text.split(';base64url,');
  const path = join(folder, `${name}.${type === 'image/webp' ? 'webp' : 'jpg'}`);
  writeFileSync(path, Buffer.from(data, 'base64url'), { flag: 'wx', mode: FILE_MODE });
  return `${name}: ${path}`;
}
