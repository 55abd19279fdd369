// Who may ask anything of the operator's interface: a page of our own host, or a program, that shows the token. Nothing else counts.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isToken } from './token.ts';

/** Wrong tokens that one address may show in a minute; this limit is never off. */
export const WRONG_TOKENS = 10;

/** What of a request decides. */
export interface Knock {
  ip: string;
  headers: Record<string, string | string[] | undefined>;
}

/** `retryAfterS` with 429. */
export interface Refusal {
  status: 401 | 403 | 429;
  why: string;
  retryAfterS?: number;
}

/**
 * Null lets in. An address alone never does: behind a proxy that does not say so, everybody would come from this machine.
 * The token travels in a header that no foreign page can set without being asked first, and nobody answers such questions here.
 */
export function createDoor(token: string): (knock: Knock) => Promise<Refusal | null> {
  const wrong = new RateLimiterMemory({ points: WRONG_TOKENS, duration: 60 });
  return async ({ ip, headers }) => {
    if (isForeign(headers)) return { status: 403, why: 'this request comes from another site' };
    const [, shown] = /^Bearer ([\w~+/.=-]{1,200})$/.exec(text(headers['authorization'])) ?? [];
    if (shown !== undefined && isToken(token, shown)) return null;
    if (shown === undefined) return { status: 401, why: 'the operator\'s token is needed' };
    try {
      await wrong.consume(ip);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      return { status: 429, why: 'too many wrong tokens', retryAfterS: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) };
    }
    return { status: 401, why: 'this is not the operator\'s token' };
  };
}

/** Whether a browser says that a page of another origin sent this. */
function isForeign(headers: Knock['headers']): boolean {
  const site = text(headers['sec-fetch-site']);
  if (site !== '' && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers['origin'];
  if (origin === undefined) return false;
  return !URL.canParse(text(origin)) || new URL(text(origin)).host !== text(headers['host']).toLowerCase();
}

function text(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
