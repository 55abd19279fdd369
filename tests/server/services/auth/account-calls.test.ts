// The account calls on a whole exchange: success, every refusal, and nothing revealed to strangers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { CALLS } from '../../../../core/endpoints/endpoints.ts';
import { words as english } from '../../../../core/errors/messages/en-US.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { proof } from './captcha-solver.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

async function codeFor(email: string): Promise<string> {
  return (await at.call('/common/code/send', { email, scene: 'register' })).data.demoCode;
}

function register(email: string, code: string, more = {}) {
  return at.call('/user/register', { email, code, password: PASSWORD, rePassword: PASSWORD, ...more });
}

describe('registration (A1)', () => {
  it('gives a session, a uid and 10 000 demo USDT', async () => {
    const answer = await register('Ada@Example.com', await codeFor('ada@example.com'));
    expect(answer).toMatchObject({ code: 0, status: 200 });
    expect(v.is(CALLS['/user/register'].answer, answer.data)).toBe(true);
    expect(answer.data.user.id).toBeGreaterThanOrEqual(10_000);
    expect(answer.data.user).toMatchObject({ email: 'ada@example.com', usdtAmountSpot: '10000' });
    const assets = await at.call('/coin/assets', { hideZero: 1 }, answer.data.accesstoken);
    expect(assets.data.assets).toEqual([
      { coinInfoId: 1, balanceSpot: '10000', balanceSpotFreeze: '0', balanceContract: '0', balanceContractFreeze: '0' },
    ]);
    expect(v.is(CALLS['/coin/assets'].answer, assets.data)).toBe(true);
  });

  it('refuses invalid requests, each with its code', async () => {
    const code = await codeFor('bob@example.com');
    expect((await register('bob@example.com', code, { rePassword: 'something else' })).code).toBe(1411);
    expect((await register('bob@example.com', code, { password: 'short', rePassword: 'short' })).code).toBe(1412);
    const long = 'x'.repeat(21);
    expect((await register('bob@example.com', code, { password: long, rePassword: long })).code).toBe(1412);
    expect((await register('bob@example.com', code, { inviteCode: 'NOBODYS' })).code).toBe(1413);
    expect((await register('bob@example.com', code === '000000' ? '000001' : '000000')).code).toBe(1402);
    expect((await register('nobody@example.com', code)).code).toBe(1402);
    expect((await register('bob', code)).data).toEqual({ field: 'email', rule: 'email' });
    expect((await register('bob@example.com', code)).code).toBe(0);
    expect((await register('bob@example.com', code)).code).toBe(1402);
    expect((await register('BOB@example.com', await codeFor('bob@example.com'))).code).toBe(1410);
  });

  it('invalidates a code after five wrong guesses', async () => {
    const code = await codeFor('guess@example.com');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let n = 0; n < 5; n += 1) expect((await register('guess@example.com', wrong)).code).toBe(1402);
    expect((await register('guess@example.com', code)).code).toBe(1402);
  });

  it('requires a captcha after five wrong codes, of invitations too, from one address, for any e-mails', async () => {
    const limited = await startRunning({ RATE_LIMIT: 'on' });
    try {
      const form = { email: 'one@example.com', code: '000000', password: PASSWORD, rePassword: PASSWORD };
      for (let n = 0; n < 3; n += 1)
        expect((await limited.call('/user/register', { ...form, email: `guess${n}@example.com` })).code).toBe(1402);
      for (const inviteCode of ['HOUSE-1', 'HOUSE-2'])
        expect((await limited.call('/user/register', { ...form, inviteCode })).code).toBe(1413);
      const {
        data: { demoCode: code },
      } = await limited.call('/common/code/send', { email: form.email, scene: 'register' });
      expect((await limited.call('/user/register', { ...form, code })).code).toBe(1401);
      expect((await limited.call('/user/register', { ...form, code, captchaId: 'none', captcha: 'none' })).code).toBe(
        1401,
      );
      expect((await limited.call('/user/register', { ...form, code, ...(await proof(limited)) })).code).toBe(0);
    } finally {
      await limited.stop();
    }
  });

  it("accepts a user's invite code", async () => {
    const host = await at.user('host@example.com');
    expect(
      (await register('guest@example.com', await codeFor('guest@example.com'), { inviteCode: host.inviteCode })).code,
    ).toBe(0);
  });

  it('accepts one of many concurrent ones with one e-mail', async () => {
    const code = await codeFor('race@example.com');
    const answers = await Promise.all(Array.from({ length: 10 }, () => register('race@example.com', code)));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 1402)).toHaveLength(9);
  });
});

describe('log in (A2)', () => {
  it('opens a session of the user', async () => {
    const { uid } = await at.user('eve@example.com');
    const { data } = await at.call('/user/login', { email: 'EVE@example.com', password: PASSWORD });
    expect(data.accesstoken).toMatch(/^[\w-]{43}$/);
    expect(data.expireTime).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const info = await at.call('/user/info', {}, data.accesstoken);
    expect(info.data.user).toMatchObject({
      id: uid,
      email: 'eve@example.com',
      usdtAmountSpot: '10000',
      usdtAmountContract: '0',
    });
    expect(v.is(CALLS['/user/info'].answer, info.data)).toBe(true);
  });

  it('answers a wrong password and an unknown e-mail alike, in about the same time', async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    // The fastest of each: other load on the machine only adds time, and may add it to all guesses of one account.
    const ratio = (): number => {
      const fastest = [Math.min(...known), Math.min(...unknown)];
      return Math.min(...fastest) / Math.max(...fastest);
    };
    for (let pair = 0; pair === 0 || (ratio() <= 0.5 && pair < 5); pair += 1) {
      await at.user(`frank${pair}@example.com`);
      for (let n = 0; n < 8; n += 1) {
        for (const [email, times] of [
          [`frank${pair}@example.com`, known],
          [`nobody-here${pair}@example.com`, unknown],
        ] as const) {
          const proven = n < 3 ? {} : await proof(at);
          const t0 = performance.now();
          const answer = await at.call('/user/login', { email, password: 'wrong password', ...proven });
          times.push(performance.now() - t0);
          expect(answer).toMatchObject({ code: 1408, msg: english['1408'], data: {} });
        }
      }
    }
    expect(ratio()).toBeGreaterThan(0.5);
  });

  it('requires a captcha after three wrong passwords, each valid once', async () => {
    await at.user('mallory@example.com');
    const guess = (more = {}) =>
      at.call('/user/login', { email: 'mallory@example.com', password: 'wrong password', ...more });
    for (let n = 0; n < 3; n += 1) expect((await guess()).code).toBe(1408);
    expect((await guess()).code).toBe(1401);
    const proven = await proof(at);
    expect((await guess({ ...proven, captcha: `${proven.captcha}x` })).code).toBe(1401);
    expect((await guess({ captcha: proven.captcha })).code).toBe(1401);
    expect(
      (
        await guess({
          ...proven,
          captchaId: `${proven.captchaId.slice(0, -1)}A`.replace(/A$/, proven.captchaId.endsWith('A') ? 'B' : 'A'),
        })
      ).code,
    ).toBe(1401);
    expect((await guess(proven)).code).toBe(1408);
    expect((await guess(proven)).code).toBe(1401);
    expect(
      (await at.call('/user/login', { email: 'mallory@example.com', password: PASSWORD, ...(await proof(at)) })).code,
    ).toBe(0);
    expect((await guess()).code).toBe(1408);
  });

  it('locks after ten wrong passwords, also concurrent ones; the owner of the mailbox can log in', async () => {
    await at.user('grace@example.com');
    const proofs = await Promise.all(Array.from({ length: 15 }, () => proof(at)));
    const tries = await Promise.all(
      proofs.map((proven) =>
        at.call('/user/login', { email: 'grace@example.com', password: 'wrong password', ...proven }),
      ),
    );
    expect(tries.filter((answer) => answer.code === 1408)).toHaveLength(10);
    const locked = await at.call('/user/login', {
      email: 'grace@example.com',
      password: PASSWORD,
      ...(await proof(at)),
    });
    expect(locked.code).toBe(1429);
    expect(locked.data.retryAfter).toBeGreaterThan(800);
    const {
      data: { demoCode },
    } = await at.call('/common/code/send', { email: 'grace@example.com', scene: 'login' });
    const wrong = String((Number(demoCode) + 1) % 1_000_000).padStart(6, '0');
    const logIn = async (code: string) =>
      (await at.call('/user/login', { email: 'grace@example.com', password: PASSWORD, code, ...(await proof(at)) }))
        .code;
    expect(await logIn(wrong)).toBe(1402);
    expect(await logIn(demoCode)).toBe(0);
  });

  it('ends a session by logout, and on its sockets', async () => {
    const { token, uid } = await at.user('heidi@example.com');
    const ended: number[] = [];
    at.exchange.sessions.onSessionEnd((session) => ended.push(session.uid));
    expect((await at.call('/user/info', { logout: 1 }, token)).code).toBe(0);
    expect(ended).toEqual([uid]);
    expect((await at.call('/user/info', {}, token)).code).toBe(-1000);
    expect(await at.exchange.sessions.uidOf(token)).toBeNull();
  });

  it('refuses unknown tokens', async () => {
    for (const token of ['x', 'A'.repeat(43), '../../etc', "' OR 1=1 --"]) {
      expect(await at.call('/user/info', {}, token)).toMatchObject({ code: -1000, status: 200 });
    }
  });
});

describe('favourites', () => {
  it('has a list for each user', async () => {
    const { token } = await at.user('ivan@example.com');
    const other = await at.user('judy@example.com');
    expect((await at.call('/coin/collect/add', { coinInfoId: 3 }, token)).data).toEqual({ collectList: [3] });
    await at.call('/coin/collect/add', { coinInfoId: 2 }, token);
    expect((await at.call('/coin/collect/add', { coinInfoId: 3 }, token)).data.collectList.sort()).toEqual([2, 3]);
    for (const noMarket of [999_999, 1])
      expect((await at.call('/coin/collect/add', { coinInfoId: noMarket }, token)).code).toBe(1404);
    expect((await at.call('/coin/collect/del', {}, token)).data).toEqual({ field: 'coinInfoId', rule: 'required' });
    expect((await at.call('/coin/collect/del', { ids: '2,3' }, other.token)).data).toEqual({ collectList: [] });
    expect((await at.call('/coin/collect/del', { coinInfoId: 2 }, token)).data).toEqual({ collectList: [3] });
  });

  it('marks them in the list of instruments, for their owner alone', async () => {
    const { token } = await at.user('kate@example.com');
    await at.call('/coin/collect/add', { coinInfoId: 3 }, token);
    const marksFor = async (session?: string): Promise<unknown[]> => {
      const { list } = (await at.call('/coin/infos', { type: 'crypto' }, session)).data;
      return list.filter(({ id }: { id: number }) => id <= 3).map(({ collect }: { collect?: number }) => collect);
    };
    expect(await marksFor(token)).toEqual([0, 0, 1]);
    expect(await marksFor((await at.user('liam@example.com')).token)).toEqual([0, 0, 0]);
    for (const none of [undefined, 'A'.repeat(43)]) expect(await marksFor(none)).toEqual(Array(3).fill(undefined));
  });
});

describe('properties', () => {
  it('returns the requested values only', async () => {
    const { data } = await at.call('/common/prop', { keys: 'service,features,inviteRequired,unknown,constructor' });
    expect(data).toEqual({ service: '123', features: { demo: 1, mail: 0 }, inviteRequired: 0 });
    expect((await at.call('/common/prop')).code).toBe(1400);
  });
});
