// The calls of the second factor: bind, log in with it, reset with a day's withdrawal lock.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { notThe, ownCode } from '../../../support/server/emailed-code.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';

const STEP_MS = 30_000;

// The clock does not move, so that codes stay valid however long a test takes.
let at: Running;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at = await startRunning();
});
afterAll(async () => {
  await at.stop();
  vi.useRealTimers();
});

const prep = async (token: string) => (await at.call('/user/bind/google/prep', {}, token)).data;

/** A user with an authenticator, bound with the previous code. `code(n)`: valid codes, n = 0 and 1. */
async function boundUser(email: string) {
  const user = await at.user(email);
  const { secret } = await prep(user.token);
  const { code, data } = await at.call(
    '/user/bind/google',
    {
      secret,
      googleCode: codeAt(secret, Date.now() - STEP_MS),
      code: await ownCode(at, user.token, 'bindGoogle'),
    },
    user.token,
  );
  if (code !== 0) throw new Error(`binding failed: ${code}`);
  return {
    ...user,
    email,
    secret,
    recoveryCodes: data.recoveryCodes as string[],
    code: (n: number) => codeAt(secret, Date.now() + n * STEP_MS),
  };
}

describe('binding (A6)', () => {
  it('requires the prepared secret, its code, and a mail code', async () => {
    const { token } = await at.user('ann@example.com');
    const prepared = await prep(token);
    expect(prepared.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(prepared.otpauth).toContain(`secret=${prepared.secret}`);
    expect(prepared.qr).toMatch(/^<svg [^]*<\/svg>$/);
    expect(prepared.expireTime).toBeGreaterThan(Date.now());
    const mail = await ownCode(at, token, 'bindGoogle');
    const bind = (form: object) =>
      at.call(
        '/user/bind/google',
        { secret: prepared.secret, googleCode: codeAt(prepared.secret, Date.now()), code: mail, ...form },
        token,
      );
    expect((await bind({ googleCode: notThe(codeAt(prepared.secret, Date.now())) })).code).toBe(1405);
    expect((await bind({ code: notThe(mail) })).code).toBe(1402);
    expect((await bind({ secret: 'A'.repeat(32) })).data).toEqual({ field: 'secret', rule: 'prepared' });
    expect((await at.call('/user/info', {}, token)).data.hasGoogleAuth).toBe(0);
    const other = (await at.call('/user/login', { email: 'ann@example.com', password: PASSWORD })).data.accesstoken;
    const done = await bind({});
    expect(done).toMatchObject({ code: 0, data: { hasGoogleAuth: 1 } });
    expect(done.data.recoveryCodes).toHaveLength(10);
    expect((await at.call('/user/info', {}, token)).data.hasGoogleAuth).toBe(1);
    expect((await at.call('/user/info', {}, other)).code).toBe(-1000);
    expect((await at.call('/user/bind/google/prep', {}, token)).code).toBe(1407);
    expect((await bind({})).code).toBe(1407);
    for (const path of ['/user/bind/google/prep', '/user/bind/google', '/user/bind/google/reset', '/user/code/send'])
      expect((await at.call(path)).code, path).toBe(-1000);
  });

  it('A6 a secret is prepared for its session: another one, perhaps a thief’s, neither replaces nor binds it', async () => {
    const { token } = await at.user('cal@example.com');
    const stolen = (await at.call('/user/login', { email: 'cal@example.com', password: PASSWORD })).data.accesstoken;
    const { secret } = await prep(token);
    const other = await prep(stolen);
    expect(other.secret).not.toBe(secret);
    const bind = async (session: string, prepared: string) =>
      at.call(
        '/user/bind/google',
        {
          secret: prepared,
          googleCode: codeAt(prepared, Date.now()),
          code: await ownCode(at, session, 'bindGoogle'),
        },
        session,
      );
    expect((await bind(stolen, secret)).data).toEqual({ field: 'secret', rule: 'prepared' });
    expect((await bind(token, other.secret)).data).toEqual({ field: 'secret', rule: 'prepared' });
    expect((await bind(token, secret)).code).toBe(0);
    expect((await at.call('/user/info', {}, stolen)).code).toBe(-1000);
  });

  it('refuses a secret that another user prepared', async () => {
    const [one, two] = [await at.user('bob@example.com'), await at.user('cyd@example.com')];
    const { secret } = await prep(one.token);
    await prep(two.token);
    const answer = await at.call(
      '/user/bind/google',
      { secret, googleCode: codeAt(secret, Date.now()), code: await ownCode(at, two.token, 'bindGoogle') },
      two.token,
    );
    expect(answer.data).toEqual({ field: 'secret', rule: 'prepared' });
  });
});

describe('logging in with it (A7)', () => {
  it('requires a code, each valid once, and only after the right password', async () => {
    const { email, code } = await boundUser('dee@example.com');
    const logIn = (googleCode?: string, password = PASSWORD) => at.call('/user/login', { email, password, googleCode });
    expect(await logIn()).toMatchObject({ code: 1405, data: { field: 'googleCode', rule: 'required' } });
    expect((await logIn(code(0), 'wrong password')).code).toBe(1408);
    expect((await logIn(code(0))).code).toBe(0);
    expect((await logIn(code(0))).code).toBe(1405);
    expect((await logIn(code(1))).code).toBe(0);
  });

  it('A2: one who logs in with a code of the mail, and is asked for it then, sends both', async () => {
    const { email, code } = await boundUser('eli@example.com');
    const { demoCode } = (await at.call('/common/code/send', { email, scene: 'login' })).data;
    const logIn = (form: object) => at.call('/user/login', { email, password: PASSWORD, code: demoCode, ...form });
    expect((await logIn({})).data).toEqual({ field: 'googleCode', rule: 'required' });
    expect((await logIn({ googleCode: code(0) })).code).toBe(0);
    expect((await logIn({ googleCode: code(1) })).code).toBe(1402);
  });

  it('accepts one of three concurrent logins with one code', async () => {
    const { email, code } = await boundUser('eve@example.com');
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => at.call('/user/login', { email, password: PASSWORD, googleCode: code(0) })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1405, 1405]);
  });

  it('is required for a password reset, and a wrong code does not consume the mail code', async () => {
    const { email, code } = await boundUser('fay@example.com');
    const {
      data: { demoCode },
    } = await at.call('/common/code/send', { email, scene: 'forgot' });
    const find = (googleCode?: string) =>
      at.call('/common/find/password', {
        email,
        code: demoCode,
        password: 'battery staple',
        rePassword: 'battery staple',
        googleCode,
      });
    expect((await find()).code).toBe(1405);
    expect((await find(notThe(code(0)))).code).toBe(1405);
    expect((await find(code(0))).code).toBe(0);
  });
});

describe('a login under way', () => {
  /** Logs in, while `meanwhile` happens after all its checks and before its session exists. */
  async function logIn(email: string, meanwhile: () => Promise<unknown>): Promise<number> {
    const { sessions } = at.exchange;
    const start = sessions.start.bind(sessions);
    vi.spyOn(sessions, 'start').mockImplementationOnce(async (...from) => {
      await meanwhile();
      return start(...from);
    });
    return (await at.call('/user/login', { email, password: PASSWORD })).code;
  }
  const others = async (token: string): Promise<{ current: number }[]> =>
    (await at.call('/user/info', { sessions: 1 }, token)).data.sessions;

  it('A6 has no session once an authenticator was bound', async () => {
    const user = await at.user('mid-bind@example.com');
    const { secret } = await prep(user.token);
    const code = await ownCode(at, user.token, 'bindGoogle');
    const form = { secret, googleCode: codeAt(secret, Date.now()), code };
    const bind = async () => expect((await at.call('/user/bind/google', form, user.token)).code).toBe(0);
    expect(await logIn('mid-bind@example.com', bind)).toBe(1405);
    expect(await others(user.token)).toMatchObject([{ current: 1 }]);
  });

  it('A10 has no session once the account was frozen', async () => {
    const user = await at.user('mid-freeze@example.com');
    expect(await logIn('mid-freeze@example.com', () => at.exchange.identity.freeze(user.uid, 'a question'))).toBe(1403);
    expect(await others(user.token)).toMatchObject([{ current: 1 }]);
  });
});

describe('reset (A8)', () => {
  const reset = async (user: { token: string }, form: object) =>
    at.call(
      '/user/bind/google/reset',
      { password: PASSWORD, code: await ownCode(at, user.token, 'resetGoogle'), ...form },
      user.token,
    );

  it('works with a code, locks withdrawals for a day, and ends other sessions', async () => {
    const user = await boundUser('gil@example.com');
    const other = (await at.call('/user/login', { email: user.email, password: PASSWORD, googleCode: user.code(0) }))
      .data.accesstoken;
    const before = Date.now();
    const { code, data } = await reset(user, { googleCode: user.code(1) });
    expect([code, data.hasGoogleAuth]).toEqual([0, 0]);
    expect(data.withdrawLockUntil).toBeGreaterThanOrEqual(before + 86_400_000);
    expect((await at.call('/user/info', {}, other)).code).toBe(-1000);
    expect((await at.call('/user/info', {}, user.token)).data).toMatchObject({
      hasGoogleAuth: 0,
      user: { withdrawLockUntil: data.withdrawLockUntil },
    });
    expect((await reset(user, { googleCode: '123456' })).code).toBe(1406);
    expect((await at.call('/user/login', { email: user.email, password: PASSWORD })).code).toBe(0);
  });

  it('works with a recovery code, once', async () => {
    const user = await boundUser('hal@example.com');
    const stranger = await boundUser('ina@example.com');
    expect((await reset(user, { recoveryCode: stranger.recoveryCodes[0] })).code).toBe(1405);
    expect((await reset(user, { recoveryCode: user.recoveryCodes[3] })).data.hasGoogleAuth).toBe(0);
  });

  it('waits for a reviewer when only a picture is given', async () => {
    const user = await boundUser('jim@example.com');
    expect((await reset(user, { imgSelf: 'image/jpeg;base64url,AAAA' })).data).toMatchObject({ field: 'imgSelf' });
    expect((await reset(user, { imgSelf: fieldOf('jpeg') })).data).toEqual({ hasGoogleAuth: 1, review: 1 });
    const { identity } = at.exchange;
    expect(await identity.resetQueue()).toEqual([user.uid]);
    expect(await identity.resetPicture(user.uid)).toMatch(/^image\/jpeg;base64url,/);
    await identity.decideReset(user.uid, true);
    await expect(identity.decideReset(user.uid, true)).rejects.toMatchObject({ reject: { code: 1404 } });
    const { data } = await at.call('/user/login', { email: user.email, password: PASSWORD });
    expect(data.hasGoogleAuth).toBe(0);
    expect(data.user.withdrawLockUntil).toBeGreaterThan(Date.now());
  });

  it('ends with the authenticator: a picture that still waits takes no later one off', async () => {
    const user = await boundUser('ned@example.com');
    await reset(user, { imgSelf: fieldOf('jpeg') });
    expect((await reset(user, { recoveryCode: user.recoveryCodes[0] })).data.hasGoogleAuth).toBe(0);
    expect(await at.exchange.identity.resetQueue()).not.toContain(user.uid);
    const { secret } = await prep(user.token);
    const code = await ownCode(at, user.token, 'bindGoogle');
    await at.call('/user/bind/google', { secret, googleCode: codeAt(secret, Date.now()), code }, user.token);
    await expect(at.exchange.identity.decideReset(user.uid, true)).rejects.toMatchObject({ reject: { code: 1404 } });
    expect((await at.call('/user/info', {}, user.token)).data.hasGoogleAuth).toBe(1);
  });

  it('keeps one picture of many concurrent requests', async () => {
    const user = await boundUser('lou@example.com');
    const pictures = () => readdirSync(join(at.dataDir, 'private', 'pictures')).length;
    const before = pictures();
    const code = await ownCode(at, user.token, 'resetGoogle');
    const form = { password: PASSWORD, code, imgSelf: fieldOf('jpeg') };
    await Promise.all(Array.from({ length: 4 }, () => at.call('/user/bind/google/reset', form, user.token)));
    expect(pictures()).toBe(before + 1);
    expect(await at.exchange.identity.resetPicture(user.uid)).toMatch(/^image\/jpeg;base64url,/);
  });

  it('is refused for every listed reason', async () => {
    const user = await boundUser('kay@example.com');
    expect((await reset(user, {})).data).toEqual({ field: 'googleCode', rule: 'required' });
    expect((await reset(user, { googleCode: user.code(0), password: 'wrong password' })).code).toBe(1408);
    expect(
      (
        await reset(user, {
          googleCode: user.code(0),
          code: notThe(await ownCode(at, user.token, 'resetGoogle')),
        })
      ).code,
    ).toBe(1402);
    expect((await reset(user, { googleCode: notThe(user.code(0)) })).code).toBe(1405);
    expect((await at.call('/user/info', {}, user.token)).data.hasGoogleAuth).toBe(1);
  });
});
