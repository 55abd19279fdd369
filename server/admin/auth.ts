// Who asks the operator's interface: an operator with a session, or the holder of the machine's token. An address alone
// opens nothing.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OperatorAccounts } from './operator-accounts.ts';
import type { Operator } from './roles.ts';
import { isToken } from './operator-token.ts';

/** Wrong tokens or logins that one address may show in a minute; this limit is never off. */
export const WRONG_TOKENS = 10;
/** Wrong logins of one name in an hour, from wherever; the authenticator makes more of them no danger, only a cost. */
const WRONG_LOGINS_OF_NAME = 100;

/** The part of a request that decides. */
interface RequestOrigin {
  ip: string;
  headers: Record<string, string | string[] | undefined>;
}

/** `retryAfterS` with 429. */
export interface Refusal {
  status: 401 | 403 | 429;
  why: string;
  retryAfterS?: number;
}

interface Credentials {
  name: string;
  password: string;
  code: string;
}

export interface Authenticator {
  /**
   * Who asks. The token travels in a header that no foreign page can set without being asked first, and nobody answers
   * such questions here.
   * Behind a proxy that does not say so everybody comes from this machine, so an address never lets in.
   */
  operatorOf(request: RequestOrigin): Promise<Operator | Refusal>;
  /** Null for a page of this host or a program; a page of another site is refused. */
  foreign(request: RequestOrigin): Refusal | null;
  /** A session, or why not. Wrong ones are counted by address and by name. */
  login(request: RequestOrigin, given: Credentials): Promise<string | Refusal>;
  logout(request: RequestOrigin): Promise<void>;
}

export function isRefusal(answer: Operator | string | Refusal): answer is Refusal {
  return typeof answer === 'object' && 'status' in answer;
}

export interface AuthOptions {
  token: string;
  accounts: OperatorAccounts;
  /** In demo mode the token alone runs a machine on which nobody has an account yet. */
  demo: boolean;
}

export function createAuthenticator({ token, accounts, demo }: AuthOptions): Authenticator {
  const wrong = new RateLimiterMemory({ points: WRONG_TOKENS, duration: 60 });
  const wrongNames = new RateLimiterMemory({ points: WRONG_LOGINS_OF_NAME, duration: 3_600 });
  const count = (ip: string): Promise<Refusal | null> => spend(wrong, ip, 'too many wrong tokens');
  const foreign: Authenticator['foreign'] = ({ headers }) =>
    isForeign(headers) ? { status: 403, why: 'this request comes from another site' } : null;
  const ownerOf = async (): Promise<Operator> => {
    const anybody = (await accounts.list()).some(({ status }) => status === 'active');
    return { name: 'token', role: demo && !anybody ? 'admin' : 'owner' };
  };
  return {
    foreign,
    async operatorOf(request) {
      const refused = foreign(request);
      if (refused) return refused;
      const shown = bearerOf(request);
      if (shown === undefined) return { status: 401, why: "log in with your account, or show the operator's token" };
      if (isToken(token, shown)) return ownerOf();
      const operator = await accounts.operatorOf(shown);
      return (
        operator ??
        (await count(request.ip)) ?? {
          status: 401,
          why: "this is not the operator's token, nor a session that is open",
        }
      );
    },
    async login(request, { name, password, code }) {
      const refused = foreign(request) ?? (await spend(wrongNames, name, 'too many wrong logins', 0));
      if (refused) return refused;
      const session = await accounts.login(name, password, code);
      if (session !== null) return session;
      await spend(wrongNames, name, '');
      return (await count(request.ip)) ?? { status: 401, why: 'name, password or code is wrong' };
    },
    async logout(request) {
      const shown = bearerOf(request);
      if (shown !== undefined) await accounts.logout(shown);
    },
  };
}

/** Counts `points` of a limit; the refusal when it is spent. With 0 points it only looks. */
async function spend(limit: RateLimiterMemory, key: string, why: string, points = 1): Promise<Refusal | null> {
  const waitOf = (ms: number): Refusal => ({ status: 429, why, retryAfterS: Math.max(1, Math.ceil(ms / 1000)) });
  if (points === 0) {
    const spent = await limit.get(key);
    return spent !== null && spent.remainingPoints <= 0 ? waitOf(spent.msBeforeNext) : null;
  }
  try {
    await limit.consume(key, points);
    return null;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return waitOf(spent.msBeforeNext);
  }
}

function bearerOf({ headers }: RequestOrigin): string | undefined {
  return /^Bearer ([\w~+/.=-]{1,200})$/.exec(text(headers['authorization']))?.[1];
}

/** Whether a browser says that a page of another origin sent this. */
function isForeign(headers: RequestOrigin['headers']): boolean {
  const site = text(headers['sec-fetch-site']);
  if (site !== '' && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers['origin'];
  if (origin === undefined) return false;
  return !URL.canParse(text(origin)) || new URL(text(origin)).host !== text(headers['host']).toLowerCase();
}

function text(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
