// The exchange of the conformance tests: its clock moves on demand, and it has users in every required state.
import { vi } from 'vitest';
import type { CallPath } from '../../../../core/endpoints/endpoints.ts';
import { LISTED_INSTRUMENTS } from '../../../../server/simulation/listed-instruments.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { userState } from '../user-state.ts';
import {
  type Answer,
  type Form,
  type Running,
  startRunning,
  WITH_ARCHIVE,
} from '../../../support/server/running-exchange.ts';
import { ownCode } from '../../../support/server/emailed-code.ts';

export const USDT = 1;
export const BTC = 2;
export const ETH = 3;
export const SOL = 5;
export const PERP = 102;
const STEP_MS = 30_000;

/** `secret` of a bound authenticator, "" without one. */
export interface TestUser {
  token: string;
  uid: number;
  email: string;
  secret: string;
}

/** One call to make, by the `rich` user unless `token` is given; `after` restores the exchange. */
export interface TestCall {
  form: Form;
  token?: string;
  after?: () => Promise<unknown>;
}
export type CallBuilder = (stage: ConformanceExchange) => Promise<TestCall> | TestCall;

/** A successful call, and one for each code of its refusals. */
export interface Case {
  happy: CallBuilder;
  errors?: Record<number, CallBuilder>;
  /** Calls with another user's ids: refused as if they did not exist. */
  foreign?: readonly CallBuilder[];
  /** Code of these refusals where it is not 1404. */
  foreignCode?: number;
  /** Fields that change the happy call, to use its `clientNo` twice. */
  other?: Form;
}
export type Cases = Partial<Record<CallPath, Case>>;

export class ConformanceExchange {
  readonly at: Running;
  /** Has money in both wallets. */
  rich!: TestUser;
  /** Users made for the current call. */
  readonly concerned = new Set<number>();
  #nowMs: number;
  #made = 0;

  constructor(at: Running, nowMs: number) {
    this.at = at;
    this.#nowMs = nowMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  later(ms: number): void {
    this.#nowMs += ms;
    vi.setSystemTime(this.#nowMs);
  }

  name(): string {
    return `k-${this.#made++}`;
  }

  call(path: CallPath, form: Form = {}, token = this.rich.token): Promise<Answer> {
    return this.at.call(path, form, token);
  }

  /** Makes a call that must succeed; returns its data. */
  // eslint-disable-next-line typescript/no-explicit-any
  async did(path: CallPath, form: Form = {}, token = this.rich.token): Promise<any> {
    const { code, data, msg } = await this.at.call(path, form, token);
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  }

  async user(): Promise<TestUser> {
    const email = `c${this.#made++}@example.com`;
    const user = { ...(await this.at.user(email)), email, secret: '' };
    this.concerned.add(user.uid);
    return user;
  }

  /** Balances and open orders of the current call's users. */
  state(): string {
    return userState(this.at.exchange, (uid) => this.concerned.has(uid));
  }

  /** Starts the next call. */
  begin(): void {
    this.concerned.clear();
    this.concerned.add(this.rich.uid);
  }

  async richUser(coins = 100_000n): Promise<TestUser> {
    const user = await this.user();
    for (const wallet of ['spot', 'contract'] as const) {
      await this.at.exchange.sequencer.submit({
        kind: 'credit',
        uid: user.uid,
        wallet,
        coinId: USDT,
        units: coins * 100_000_000n,
        recordType: `${wallet}_manual_add`,
        remark: 'test',
      });
    }
    return user;
  }

  async frozen(): Promise<TestUser> {
    const user = await this.richUser();
    await this.at.exchange.identity.freeze(user.uid, 'a question');
    return user;
  }

  async bound(user?: TestUser): Promise<TestUser> {
    const one = user ?? (await this.user());
    one.secret = (await this.did('/user/bind/google/prep', {}, one.token)).secret;
    await this.did(
      '/user/bind/google',
      { secret: one.secret, googleCode: this.fresh(one), code: await this.mail(one, 'bindGoogle') },
      one.token,
    );
    return one;
  }

  /** An unused code of the authenticator; moves the clock to get one. */
  fresh({ secret }: TestUser): string {
    this.later(STEP_MS);
    return codeAt(secret, this.#nowMs);
  }

  mail({ token }: TestUser, scene: string): Promise<string> {
    return ownCode(this.at, token, scene);
  }

  /** A mail code for a user without a session. */
  async letter(email: string, scene: string): Promise<string> {
    return (await this.did('/common/code/send', { email, scene }, '')).demoCode;
  }

  papers(country = 'TW'): Form {
    return {
      country,
      certType: 1,
      fullName: 'Ada',
      certNo: 'A123456789',
      imgFront: fieldOf('jpeg'),
      imgBack: fieldOf('webp'),
    };
  }

  async verified(user: TestUser, country = 'TW'): Promise<TestUser> {
    await this.did('/user/kyc', this.papers(country), user.token);
    await this.at.exchange.identity.passKyc(user.uid);
    return user;
  }

  /** Sets a market to close-only (2) or halted (0) for one call. */
  async closed(coinInfoId: number, status: 0 | 2, ask: TestCall): Promise<TestCall> {
    const set = (to: number) =>
      this.at.exchange.sequencer.submit({ kind: 'marketStatus', uid: 1, coinInfoId, status: to });
    await set(status);
    return { ...ask, after: () => set(1) };
  }

  /** Suspends a network of a coin for one call. */
  suspended({ coinInfoId, chain }: { coinInfoId: number; chain: string }, ask: TestCall): TestCall {
    const network = LISTED_INSTRUMENTS.find(({ id }) => id === coinInfoId)?.networks.find((one) => one.chain === chain);
    if (!network) throw new Error(`no network ${chain}`);
    network.enable = 0;
    return {
      ...ask,
      after: async () => {
        network.enable = 1;
      },
    };
  }

  /** A price as a multiple of the market's, on a grid of 0.1. */
  async price(parts: number, coinInfoId = BTC): Promise<string> {
    return (Number((await this.did('/coin/ticker', { coinInfoId }, '')).last) * parts).toFixed(1);
  }
}

export async function openStage(): Promise<ConformanceExchange> {
  // The clock starts at the end of a second, after that second's index tick, on a day with forex: Monday to Thursday.
  let nowMs = Math.floor(Date.now() / 1000) * 1000 + 999;
  while (![1, 2, 3, 4].includes(new Date(nowMs).getUTCDay())) nowMs += 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  const stage = new ConformanceExchange(
    await startRunning({ ...WITH_ARCHIVE, DEMO_REVIEWS: '0', SECONDS_CLOSED_IN: 'DE' }),
    nowMs,
  );
  stage.rich = await stage.richUser();
  // Before its first trade a market has no band of prices.
  const first = { coinInfoId: BTC, side: 'buy', orderType: 'market', total: '20', clientNo: 'first' };
  await stage.did('/coin/order/add', first, stage.rich.token);
  return stage;
}

export async function closeStage(stage: ConformanceExchange): Promise<void> {
  await stage.at.stop();
  vi.useRealTimers();
}
