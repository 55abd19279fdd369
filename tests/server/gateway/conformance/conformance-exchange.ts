// The stage on which every call is tried: an exchange whose clock stands until it is moved, and people in every state
// that a refusal asks for.
import { vi } from 'vitest';
import type { CallPath } from '../../../../core/endpoints/endpoints.ts';
import { LISTED_INSTRUMENTS } from '../../../../server/simulation/listed-instruments.ts';
import { codeAt } from '../../services/auth/authenticator.ts';
import { ownCode } from '../../services/auth/own-code.ts';
import { fieldOf } from '../../services/kyc/picture-files.ts';
import { peopleState } from '../user-state.ts';
import { type Answer, type Form, type Running, startRunning } from '../running-exchange.ts';

export const USDT = 1;
export const BTC = 2;
export const SOL = 5;
export const PERP = 102;
const STEP_MS = 30_000;

/** `secret` of a bound authenticator, "" without one. */
export interface Person {
  token: string;
  uid: number;
  email: string;
  secret: string;
}

/** One call about to be made: by the stage's person unless another is named; `after` puts the stage back. */
export interface Ask {
  form: Form;
  token?: string;
  after?: () => Promise<unknown>;
}
export type Way = (stage: Stage) => Promise<Ask> | Ask;

/** How a call is answered, and how it is refused with each of its codes. */
export interface Case {
  happy: Way;
  errors?: Record<number, Way>;
  /** The same call with what is another person's: refused as if that did not exist. */
  foreign?: readonly Way[];
  /** What a foreign thing is answered with where that is not 1404. */
  foreignCode?: number;
  /** Fields that make another call of the happy one, for a `clientNo` used twice. */
  other?: Form;
}
export type Cases = Partial<Record<CallPath, Case>>;

export class Stage {
  readonly at: Running;
  /** Has money in both wallets. */
  rich!: Person;
  /** Whom the call at hand concerns: who was made for it. */
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

  /** A call that must be answered; its data. */
  // eslint-disable-next-line typescript/no-explicit-any
  async did(path: CallPath, form: Form = {}, token = this.rich.token): Promise<any> {
    const { code, data, msg } = await this.at.call(path, form, token);
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  }

  async person(): Promise<Person> {
    const email = `c${this.#made++}@example.com`;
    const person = { ...(await this.at.person(email)), email, secret: '' };
    this.concerned.add(person.uid);
    return person;
  }

  /** What the people of the call at hand have, and have open. */
  state(): string {
    return peopleState(this.at.exchange, (uid) => this.concerned.has(uid));
  }

  /** A new call is at hand. */
  begin(): void {
    this.concerned.clear();
    this.concerned.add(this.rich.uid);
  }

  async richPerson(coins = 100_000n): Promise<Person> {
    const person = await this.person();
    for (const wallet of ['spot', 'contract'] as const) {
      await this.at.exchange.sequencer.submit({
        kind: 'credit',
        uid: person.uid,
        wallet,
        coinId: USDT,
        units: coins * 100_000_000n,
        recordType: `${wallet}_manual_add`,
        remark: 'test',
      });
    }
    return person;
  }

  async frozen(): Promise<Person> {
    const person = await this.richPerson();
    await this.at.exchange.identity.freeze(person.uid, 'a question');
    return person;
  }

  async bound(person?: Person): Promise<Person> {
    const one = person ?? (await this.person());
    one.secret = (await this.did('/user/bind/google/prep', {}, one.token)).secret;
    await this.did(
      '/user/bind/google',
      { secret: one.secret, googleCode: this.fresh(one), code: await this.mail(one, 'bindGoogle') },
      one.token,
    );
    return one;
  }

  /** A code of the authenticator that was not used before: the clock goes on for it. */
  fresh({ secret }: Person): string {
    this.later(STEP_MS);
    return codeAt(secret, this.#nowMs);
  }

  mail({ token }: Person, scene: string): Promise<string> {
    return ownCode(this.at, token, scene);
  }

  /** A code sent to somebody without a session. */
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

  async verified(person: Person, country = 'TW'): Promise<Person> {
    await this.did('/user/kyc', this.papers(country), person.token);
    await this.at.exchange.identity.passKyc(person.uid);
    return person;
  }

  /** Leaves a market to closing (2), or halts it (0), for one call. */
  async closed(coinInfoId: number, status: 0 | 2, ask: Ask): Promise<Ask> {
    const set = (to: number) =>
      this.at.exchange.sequencer.submit({ kind: 'marketStatus', uid: 1, coinInfoId, status: to });
    await set(status);
    return { ...ask, after: () => set(1) };
  }

  /** Suspends a network of a coin for one call, as the house would in its list. */
  suspended({ coinInfoId, chain }: { coinInfoId: number; chain: string }, ask: Ask): Ask {
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

  /** A price so many parts of the market, on a grid of 0.1. */
  async price(parts: number, coinInfoId = BTC): Promise<string> {
    return (Number((await this.did('/coin/ticker', { coinInfoId }, '')).last) * parts).toFixed(1);
  }
}

export async function openStage(): Promise<Stage> {
  // Time stands at the end of a second, so that the clock's instant of that second has come.
  const nowMs = Math.floor(Date.now() / 1000) * 1000 + 999;
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  const stage = new Stage(await startRunning({ DEMO_REVIEWS: '0', SECONDS_CLOSED_IN: 'DE' }), nowMs);
  stage.rich = await stage.richPerson();
  return stage;
}

export async function closeStage(stage: Stage): Promise<void> {
  await stage.at.stop();
  vi.useRealTimers();
}
