// Settings from the environment, checked once at start; a wrong one is a sentence, never a surprise later.
import { resolve } from 'node:path';
import { proxiesOf } from '../gateway/proxies.ts';

export interface Config {
  /** 0: any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** Address of a PostgreSQL database; null: a file in the data folder. */
  databaseUrl: string | null;
  /** `sim`, `sim:SEED`, `replay:FILE[@SPEED]` or `live:VENUE`; the market room reads it. */
  market: string;
  rateLimit: boolean;
  demo: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  /** When set, registration needs an invite code: this one, or a member's. */
  inviteCode: string | null;
  /**
   * Addresses and ranges of the proxies in front, whose word about the caller's address and protocol is taken; none:
   * nobody's is.
   */
  trustProxy: readonly string[];
  /** Where weaknesses are reported, `mailto:` or `https:`; null: the page of customer service. */
  securityContact: string | null;
  /** Countries (ISO 3166-1, two letters) whose verified residents are sold no seconds contracts. */
  secondsClosedIn: readonly string[];
  /** Opens the operator's interface; null: a token of its own, in a file of the data folder. */
  operatorToken: string | null;
  /** Whether, in demo mode, reviews pass by themselves until the parameter of that name says otherwise. */
  demoReviews: boolean;
}

/** A setting that cannot be used; the message is for the person who set it. */
export class ConfigError extends Error {}

/** Heard by this machine alone. */
const OWN_HOST = '127.0.0.1';

export function readConfig(env: Record<string, string | undefined>): Config {
  const demo = onOff('DEMO', env['DEMO'], true);
  return {
    port: portOf(env['PORT'] ?? '8080'),
    host: env['HOST'] || OWN_HOST,
    dataDir: resolve(env['DATA_DIR'] ?? 'data'),
    databaseUrl: databaseOf(env['DATABASE_URL']),
    market: marketOf(env['MARKET'], demo),
    rateLimit: onOff('RATE_LIMIT', env['RATE_LIMIT'], true),
    demo,
    smtpUrl: smtpOf(env['SMTP_URL']),
    mailFrom: env['MAIL_FROM'] ?? 'no-reply@localhost',
    inviteCode: env['INVITE_CODE'] || null,
    trustProxy: proxiesIn(env['TRUST_PROXY']),
    securityContact: contactOf(env['SECURITY_CONTACT']),
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

/** Whoever knows the seed knows the prices: nobody may trade for money on them. */
function marketOf(text: string | undefined, demo: boolean): string {
  if (!demo && text?.startsWith('sim:'))
    throw new ConfigError(`MARKET=${text} is a repeatable market, for tests alone: with DEMO=0 use MARKET=sim.`);
  return text || 'sim';
}

function smtpOf(text: string | undefined): string | null {
  if (!text) return null;
  if (/^smtps?:\/\/./.test(text)) return text;
  throw new ConfigError('SMTP_URL must start with smtp:// or smtps://.');
}

/** `1` is a proxy on this machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

function proxiesIn(text: string | undefined): readonly string[] {
  if (!text || text === '0' || text === 'off' || text === 'false') return [];
  if (text === '1' || text === 'on' || text === 'true') return LOOPBACK;
  const ranges = text.split(',').map((range) => range.trim());
  if (proxiesOf(ranges) !== null) return ranges;
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
  throw new ConfigError(
    `OPERATOR_TOKEN must have at least ${LEAST_TOKEN_LENGTH} characters: letters, digits and any of ~ + / . = _ -`,
  );
}
