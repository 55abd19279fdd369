// Settings from the environment, checked once at start. Throws ConfigError for an invalid one.
import { resolve } from 'node:path';
import * as v from 'valibot';
import { ACCOUNT_CALLS } from '../../core/endpoints/account-endpoints.ts';
import { parseS3Address } from '../archive/objects/s3-objects.ts';
import type { NatsSettings } from '../cluster/nats-bus.ts';
import { parseProxies } from '../gateway/proxies.ts';
import { isCountry } from '../services/kyc/countries.ts';

/**
 * `all`: one process is the whole exchange. `engine`: it also serves a cluster; the first one leads, others stand by.
 * `gateway`: answers clients, and asks the engine.
 */
type Role = 'all' | 'gateway' | 'engine';

export interface Config {
  role: Role;
  /** Addresses of NATS servers, comma-joined; null: no cluster. */
  natsUrl: string | null;
  /** Files: certificates that those of NATS servers are checked by, and the seed of this node's nkey. */
  natsCa: string | null;
  natsNkey: string | null;
  /** 0: any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** Address of a PostgreSQL database; null: a file in the data folder. */
  databaseUrl: string | null;
  /** Number of the last command that has rows, where the exchange goes on without its lost journal; else null. */
  withoutJournal: number | null;
  /** `sim`, `sim:SEED`, `sim:SEED@still`, `replay:FILE[@SPEED]` or `live:VENUE`; `venues/market-modes.ts` reads it. */
  market: string;
  rateLimit: boolean;
  demo: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  /** That of `mailFrom`, without a name. */
  mailAddress: string;
  /** When set, registration needs an invite code: this one, or another user's. */
  inviteCode: string | null;
  /**
   * Addresses and ranges of trusted proxies, whose headers give the caller's address and protocol; empty: no proxy
   * is trusted.
   */
  trustProxy: readonly string[];
  /** Contact for reports of vulnerabilities, `mailto:` or `https:`; null: the customer service page. */
  securityContact: string | null;
  /** Countries (ISO 3166-1 alpha-2) whose verified residents cannot buy binary options. */
  secondsClosedIn: readonly string[];
  /** Token of the operator's interface; null: a token is made and stored in a file of the data folder. */
  operatorToken: string | null;
  /** Days for which every trade and book change is stored; 0: nothing is recorded. */
  archiveDays: number;
  /** The oldest days go earlier when the archive is larger than this. */
  archiveMaxBytes: number;
  /** Address of a PostgreSQL database or an S3-compatible store that has the archive; null: the data folder. */
  archiveUrl: string | null;
  /** Of an archive that is stored elsewhere, what waits and is remembered on this machine takes at most this. */
  archiveLocalBytes: number;
  /** Whether files to download are made of each finished day. */
  archiveFiles: boolean;
  /** Whether reviews are approved automatically in demo mode, unless the parameter of that name is set. */
  demoReviews: boolean;
}

/** An invalid setting; the message is for the operator. */
export class ConfigError extends Error {}

const GIB = 2 ** 30;

/** Reachable from this machine only. */
const LOCALHOST = '127.0.0.1';

/** The settings as the process has them. */
type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Config {
  const demo = onOff(env, 'DEMO', true);
  const config: Config = {
    role: roleOf(env['ROLE']),
    natsUrl: natsUrlOf(env['NATS_URL']),
    natsCa: env['NATS_CA'] || null,
    natsNkey: env['NATS_NKEY'] || null,
    port: portOf(env['PORT'] || '8080'),
    host: env['HOST'] || LOCALHOST,
    // Not `??`: an empty one would be the working directory, which would then be closed to others.
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    databaseUrl: databaseOf(env['DATABASE_URL']),
    withoutJournal: wholeNumber(env, 'WITHOUT_JOURNAL', 0, { least: 1, digits: 15 }) || null,
    market: marketOf(env['MARKET'], demo),
    rateLimit: onOff(env, 'RATE_LIMIT', true),
    demo,
    smtpUrl: smtpOf(env['SMTP_URL']),
    ...senderOf(env['MAIL_FROM'] || 'no-reply@localhost'),
    inviteCode: inviteCodeOf(env['INVITE_CODE']),
    trustProxy: proxiesFrom(env['TRUST_PROXY']),
    securityContact: contactOf(env['SECURITY_CONTACT']),
    secondsClosedIn: countriesOf(env['SECONDS_CLOSED_IN']),
    operatorToken: tokenOf(env['OPERATOR_TOKEN']),
    archiveDays: wholeNumber(env, 'ARCHIVE_DAYS', 30),
    archiveMaxBytes: wholeNumber(env, 'ARCHIVE_MAX_GB', 10) * GIB,
    archiveUrl: archiveUrlOf(env['ARCHIVE_URL']),
    archiveLocalBytes: wholeNumber(env, 'ARCHIVE_LOCAL_GB', 2, { least: 1 }) * GIB,
    archiveFiles: onOff(env, 'ARCHIVE_FILES', false),
    demoReviews: onOff(env, 'DEMO_REVIEWS', true),
  };
  checkRole(config);
  checkVenueAddress('LIVE_URL', env['LIVE_URL'], 'wss');
  checkVenueAddress('LIVE_REST_URL', env['LIVE_REST_URL'], 'https');
  return config;
}

function roleOf(text: string | undefined): Role {
  if (!text) return 'all';
  if (text === 'all' || text === 'gateway' || text === 'engine') return text;
  throw new ConfigError(`ROLE must be all, gateway or engine, not "${text}".`);
}

function natsUrlOf(text: string | undefined): string | null {
  if (!text) return null;
  const isAddress = (address: string): boolean =>
    /^(nats|tls):\/\/[^,]/.test(address) && URL.canParse(address) && isPercentEncoded(new URL(address));
  if (text.split(',').every((address) => isAddress(address.trim()))) return text;
  throw new ConfigError('NATS_URL must be addresses like nats://host:4222, comma-joined.');
}

/** Whether user and password can be decoded. */
function isPercentEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** The settings of the bus. */
export function natsOf({ natsUrl, natsCa, natsNkey }: Config): NatsSettings {
  return { url: natsUrl ?? '', caFile: natsCa, nkeyFile: natsNkey };
}

/** A cluster has one truth, the database, and its own market: what a venue or a recording shows is in no journal. */
function checkRole({ role, natsUrl, databaseUrl, market }: Config): void {
  if (role === 'all') return;
  if (natsUrl === null)
    throw new ConfigError(`ROLE=${role} needs NATS_URL, the address of the cluster's NATS servers.`);
  if (databaseUrl === null) throw new ConfigError(`ROLE=${role} needs DATABASE_URL, the cluster's PostgreSQL.`);
  if (!market.startsWith('sim')) throw new ConfigError(`ROLE=${role} needs the exchange's own market, MARKET=sim.`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function wholeNumber(env: Environment, name: string, otherwise: number, { least = 0, digits = 6 } = {}): number {
  const text = env[name];
  if (!text) return otherwise;
  if (/^\d+$/.test(text) && text.length <= digits && Number(text) >= least) return Number(text);
  throw new ConfigError(`${name} must be a whole number from ${least} on of at most ${digits} digits, not "${text}".`);
}

function onOff(env: Environment, name: string, otherwise: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  if (text === '1' || text === 'on' || text === 'true') return true;
  if (text === '0' || text === 'off' || text === 'false') return false;
  throw new ConfigError(`${name} must be on or off (or 1 or 0), not "${text}".`);
}

/** A seeded market is refused outside demo mode: the seed determines the prices. */
function marketOf(text: string | undefined, demo: boolean): string {
  if (!demo && text?.startsWith('sim:'))
    throw new ConfigError(`MARKET=${text} is a repeatable market, for tests alone: with DEMO=0 use MARKET=sim.`);
  return text || 'sim';
}

function smtpOf(text: string | undefined): string | null {
  if (!text) return null;
  if (/^smtps?:\/\/./.test(text) && URL.canParse(text) && isPercentEncoded(new URL(text))) return text;
  throw new ConfigError('SMTP_URL must be an address that starts with smtp:// or smtps://.');
}

/** `Name <address>`, or the address alone. */
function senderOf(text: string): Pick<Config, 'mailFrom' | 'mailAddress'> {
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text;
  if (/^[^\s<>@]+@[^\s<>@]+$/.test(address)) return { mailFrom: text, mailAddress: address };
  throw new ConfigError(`MAIL_FROM must be an e-mail address, or Name <address>, not "${text}".`);
}

/** A code that the form of a registration takes: the page leaves out spaces around it. */
function inviteCodeOf(text: string | undefined): string | null {
  if (!text) return null;
  if (text === text.trim() && v.is(ACCOUNT_CALLS['/user/register'].request.entries.inviteCode, text)) return text;
  throw new ConfigError('INVITE_CODE must have 1 to 32 characters, and no spaces around them.');
}

/** `scheme`: the one with TLS; without it the last letter is missing. */
function checkVenueAddress(name: string, text: string | undefined, scheme: 'wss' | 'https'): void {
  if (!text || (URL.canParse(text) && [`${scheme}:`, `${scheme.slice(0, -1)}:`].includes(new URL(text).protocol)))
    return;
  throw new ConfigError(`${name} must be an address that starts with ${scheme}:// or ${scheme.slice(0, -1)}://.`);
}

/** `TRUST_PROXY=1` is a proxy on this machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

function proxiesFrom(text: string | undefined): readonly string[] {
  if (!text || text === '0' || text === 'off' || text === 'false') return [];
  if (text === '1' || text === 'on' || text === 'true') return LOOPBACK;
  const ranges = text.split(',').map((range) => range.trim());
  if (parseProxies(ranges) !== null) return ranges;
  throw new ConfigError(
    `TRUST_PROXY must be addresses or ranges of proxies, comma-joined, like 10.0.0.2 or 172.16.0.0/12, or 1 for one on this machine, not "${text}".`,
  );
}

function contactOf(text: string | undefined): string | null {
  if (!text) return null;
  if (/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(text)) return text;
  throw new ConfigError('SECURITY_CONTACT must start with mailto: or https://.');
}

function countriesOf(text: string | undefined): string[] {
  if (!text) return [];
  if (!/^[A-Z]{2}(,[A-Z]{2})*$/.test(text))
    throw new ConfigError('SECONDS_CLOSED_IN must be countries of two letters, comma-joined, like DE,FR.');
  const codes = text.split(',');
  const unknown = codes.find((code) => !isCountry(code));
  if (unknown === undefined) return codes;
  throw new ConfigError(`SECONDS_CLOSED_IN names no country with "${unknown}"; its codes are those of ISO 3166-1.`);
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text) && isPercentEncoded(new URL(text));
}

function databaseOf(text: string | undefined): string | null {
  if (!text) return null;
  if (isPostgresUrl(text)) return text;
  throw new ConfigError('DATABASE_URL must be an address like postgres://user:password@host:5432/database.');
}

function archiveUrlOf(text: string | undefined): string | null {
  if (!text || isPostgresUrl(text) || parseS3Address(text)) return text || null;
  throw new ConfigError(
    'ARCHIVE_URL must be an address like postgres://user:password@host:5432/database or s3://KEY:SECRET@host/bucket.',
  );
}

/** Shorter tokens can be guessed. */
const MIN_TOKEN_LENGTH = 32;

function tokenOf(text: string | undefined): string | null {
  if (!text) return null;
  if (text.length >= MIN_TOKEN_LENGTH && /^[\w~+/.=-]+$/.test(text)) return text;
  throw new ConfigError(
    `OPERATOR_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters: letters, digits and any of ~ + / . = _ -`,
  );
}
