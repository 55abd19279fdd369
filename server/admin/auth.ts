// Authentication of the admin API by session or by the machine's token; never by address.
import type { Operator } from '../../core/endpoints/operator-answers.ts';
import { MINUTE_MS } from '../../core/units/durations.ts';
import { networkOf } from '../gateway/proxies.ts';
import { UseCounter } from '../gateway/use-counter.ts';
import { type Captcha, Captchas } from '../services/auth/captcha.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import { deviceIn, isToken } from './operator-token.ts';

/** Wrong tokens or logins allowed per address and minute; cannot be turned off. */
export const MAX_WRONG_TOKENS = 10;
/**
 * Wrong logins allowed per name and hour, from all addresses. The authenticator code makes guessing useless; this
 * limits its cost. Beyond it, and beyond the limit of an address, a login needs a captcha: strangers could keep an
 * owner out whose name they know.
 */
export const MAX_WRONG_LOGINS_PER_NAME = 100;
/** Some seconds in a browser, ten times the work of checking a password here. */
const CAPTCHA_BITS = 18;

/** Parts of a request that authentication reads. */
interface RequestOrigin {
  ip: string;
  headers: Record<string, string | string[] | undefined>;
}

/** `retryAfterS` is set with status 429, and `captcha` where a solved one makes up for the wait. */
export interface Refusal {
  status: 401 | 403 | 429;
  why: string;
  retryAfterS?: number;
  captcha?: Captcha;
}

interface Credentials {
  name: string;
  password: string;
  code: string;
  captchaId?: string | undefined;
  captcha?: string | undefined;
}

export function isRefusal(answer: Operator | string | Refusal): answer is Refusal {
  return typeof answer === 'object' && 'status' in answer;
}

interface AuthOptions {
  token: string;
  accounts: OperatorAccounts;
  /** In demo mode the token has the role admin while no operator has an account. */
  demo: boolean;
  /** The exchange's time, which never jumps (S16). */
  now(): number;
}

export class Authenticator {
  readonly #options: AuthOptions;
  readonly #wrongByAddress: UseCounter;
  readonly #wrongByName: UseCounter;
  readonly #captchas: Captchas;

  constructor(options: AuthOptions) {
    this.#options = options;
    this.#wrongByAddress = new UseCounter(MINUTE_MS, options.now);
    this.#wrongByName = new UseCounter(60 * MINUTE_MS, options.now);
    this.#captchas = new Captchas(options.now, { bits: CAPTCHA_BITS });
  }

  /**
   * The operator of a request. The token is sent in a header, which a page of another site cannot set without a CORS
   * preflight, and preflights are not answered. The address grants nothing: behind a proxy all requests come from it.
   */
  async operatorOf(request: RequestOrigin): Promise<Operator | Refusal> {
    const refused = this.crossSiteRefusal(request);
    if (refused) return refused;
    const bearer = bearerOf(request);
    if (bearer === undefined) return { status: 401, why: "log in with your account, or show the operator's token" };
    if (isToken(this.#options.token, bearer)) return this.#ownerOf();
    const operator = await this.#options.accounts.operatorOf(bearer);
    return (
      operator ??
      this.#countFailure(networkOf(request.ip), 'too many wrong tokens') ?? {
        status: 401,
        why: "this is not the operator's token, nor a session that is open",
      }
    );
  }

  /** Refuses a page of another site; null for a page of this host or a program. */
  crossSiteRefusal({ headers }: RequestOrigin): Refusal | null {
    return isCrossSite(headers) ? { status: 403, why: 'this request comes from another site' } : null;
  }

  /**
   * A session token, or the refusal. Failures are counted by address and by name. Throws RejectError 1401 for a captcha
   * that is not solved.
   */
  async login(request: RequestOrigin, { name, password, code, ...solved }: Credentials): Promise<string | Refusal> {
    const refused = this.crossSiteRefusal(request);
    if (refused) return refused;
    const why = 'too many wrong logins';
    const isSolved = this.#captchas.verify(solved);
    if (!isSolved && this.#wrongByName.uses(name) >= MAX_WRONG_LOGINS_PER_NAME)
      return { ...tooMany(this.#wrongByName, name, why), captcha: this.#captchas.issue() };
    // Counted before the password is hashed, so that logins at once are counted too; a right one is taken back.
    const network = networkOf(request.ip);
    const late = this.#countFailure(network, why);
    if (late && !isSolved) return { ...late, captcha: this.#captchas.issue() };
    const device = deviceIn(headerText(request.headers['cookie']));
    const session = await this.#options.accounts.login({ name, password, code, network, device });
    if (session === null) {
      this.#wrongByName.add(name);
      return { status: 401, why: 'name, password or code is wrong' };
    }
    this.#wrongByAddress.takeBack(network);
    return session;
  }

  async logout(request: RequestOrigin): Promise<void> {
    const bearer = bearerOf(request);
    if (bearer !== undefined) await this.#options.accounts.logout(bearer);
  }

  /** Counts a failure of an address; a refusal beyond its limit. */
  #countFailure(network: string, why: string): Refusal | null {
    return this.#wrongByAddress.add(network) > MAX_WRONG_TOKENS ? tooMany(this.#wrongByAddress, network, why) : null;
  }

  async #ownerOf(): Promise<Operator> {
    // One that was reset was set up before.
    const hasAccounts = (await this.#options.accounts.list()).some(
      ({ status, heldUntil }) => status === 'active' || (status === 'invited' && heldUntil > 0),
    );
    return { name: 'token', role: this.#options.demo && !hasAccounts ? 'admin' : 'owner' };
  }
}

function tooMany(counter: UseCounter, key: string, why: string): Refusal {
  return { status: 429, why, retryAfterS: Math.max(1, Math.ceil(counter.waitMs(key) / 1000)) };
}

function bearerOf({ headers }: RequestOrigin): string | undefined {
  return /^Bearer ([\w~+/.=-]{1,200})$/.exec(headerText(headers['authorization']))?.[1];
}

/** Whether the browser's headers name another origin. */
function isCrossSite(headers: RequestOrigin['headers']): boolean {
  const site = headerText(headers['sec-fetch-site']);
  if (site !== '' && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers['origin'];
  if (origin === undefined) return false;
  return (
    !URL.canParse(headerText(origin)) || new URL(headerText(origin)).host !== headerText(headers['host']).toLowerCase()
  );
}

function headerText(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
