// Settings from the environment, checked once at start; a wrong one is a sentence, never a surprise later.
import { resolve } from 'node:path';

export interface Config {
  /** 0: any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** Address of a PostgreSQL database; null: a file in the data folder. */
  databaseUrl: string | null;
  /** `sim`, `replay:FILE[@SPEED]` or `live:VENUE`; the market room reads it. */
  market: string;
  rateLimit: boolean;
  demo: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  /** When set, registration needs an invite code: this one, or a member's. */
  inviteCode: string | null;
  /** Whether a proxy in front tells the caller's address and protocol. */
  trustProxy: boolean;
  /** Countries (ISO 3166-1, two letters) whose verified residents are sold no seconds contracts. */
  secondsClosedIn: readonly string[];
  /** Opens the operator's interface; null: a token of its own, in a file of the data folder. */
  operatorToken: string | null;
  /** Whether, in demo mode, reviews pass by themselves until the parameter of that name says otherwise. */
  demoReviews: boolean;
}

/** A setting that cannot be used; the message is for the person who set it. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  return {
    port: portOf(env['PORT'] ?? '8080'),
    host: env['HOST'] ?? '0.0.0.0',
    dataDir: resolve(env['DATA_DIR'] ?? 'data'),
    databaseUrl: databaseOf(env['DATABASE_URL']),
    market: env['MARKET'] || 'sim',
    rateLimit: onOff('RATE_LIMIT', env['RATE_LIMIT'], true),
    demo: onOff('DEMO', env['DEMO'], true),
    smtpUrl: smtpOf(env['SMTP_URL']),
    mailFrom: env['MAIL_FROM'] ?? 'no-reply@localhost',
    inviteCode: env['INVITE_CODE'] || null,
    trustProxy: onOff('TRUST_PROXY', env['TRUST_PROXY'], false),
    secondsClosedIn: countriesOf(env['SECONDS_CLOSED_IN']),
    operatorToken: tokenOf(env['OPERATOR_TOKEN']),
    demoReviews: onOff('DEMO_REVIEWS', env['DEMO_REVIEWS'], true),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function onOff(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined || text === '') return otherwise;
  if (text === '1' || text === 'on' || text === 'true') return true;
  if (text === '0' || text === 'off' || text === 'false') return false;
  throw new ConfigError(`${name} must be on or off (or 1 or 0), not "${text}".`);
}

function smtpOf(text: string | undefined): string | null {
  if (!text) return null;
  if (/^smtps?:\/\/./.test(text)) return text;
  throw new ConfigError('SMTP_URL must start with smtp:// or smtps://.');
}

function countriesOf(text: string | undefined): string[] {
  if (!text) return [];
  if (/^[A-Z]{2}(,[A-Z]{2})*$/.test(text)) return text.split(',');
  throw new ConfigError('SECONDS_CLOSED_IN must be countries of two letters, comma-joined, like DE,FR.');
}

function databaseOf(text: string | undefined): string | null {
  if (!text) return null;
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return text;
  throw new ConfigError('DATABASE_URL must be an address like postgres://user:password@host:5432/database.');
}

/** Fewer characters might be guessed. */
const LEAST_TOKEN_LENGTH = 32;

function tokenOf(text: string | undefined): string | null {
  if (!text) return null;
  if (text.length >= LEAST_TOKEN_LENGTH && /^[\w~+/.=-]+$/.test(text)) return text;
  throw new ConfigError(`OPERATOR_TOKEN must have at least ${LEAST_TOKEN_LENGTH} characters: letters, digits and any of ~ + / . = _ -`);
}
