// New passwords, changed or reset, and the sessions that end with them.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { notThe, ownCode } from '../../../support/server/emailed-code.ts';
import { proof } from './captcha-solver.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const NEXT = 'battery staple';
const logIn = (email: string, password: string) => at.call('/user/login', { email, password });
const codeOf = async (token: string, form: object = {}) => (await at.call('/user/info', { ...form }, token)).code;

describe('a changed password (A4)', () => {
  const change = (token: string, form: object) =>
    at.call('/user/update/password', { oldPassword: PASSWORD, newPassword: NEXT, rePassword: NEXT, ...form }, token);

  it('ends every other session, invalidates the old password, and locks withdrawals for a day', async () => {
    const { token } = await at.user('ann@example.com');
    const before = Date.now();
    const other = (await logIn('ann@example.com', PASSWORD)).data.accesstoken;
    expect(await change(token, { code: await ownCode(at, token, 'password') })).toMatchObject({ code: 0, data: {} });
    expect([await codeOf(token), await codeOf(other)]).toEqual([0, -1000]);
    expect((await logIn('ann@example.com', PASSWORD)).code).toBe(1408);
    const { data } = await logIn('ann@example.com', NEXT);
    expect(data.user.withdrawLockUntil).toBeGreaterThanOrEqual(before + 86_400_000);
  });

  it('is answered as the first time where its browser sends it once more, and no other call is', async () => {
    const [{ token }, other] = [await at.user('amy@example.com'), await at.user('abe@example.com')];
    const form = { oldPassword: PASSWORD, newPassword: NEXT, rePassword: NEXT };
    const own = { ...form, code: await ownCode(at, token, 'password') };
    const send = (key: string, body: Record<string, string> = own, as = token) =>
      at.call('/user/update/password', body, as, { 'idempotency-key': key });
    const key = 'a-call-of-amy-0001';
    const first = await Promise.all([send(key), send(key)]);
    expect([...first, await send(key)].map(({ code }) => code)).toEqual([0, 0, 0]);
    // Another call, one of other words, one of another user, and one with a key that is guessed are new.
    expect((await send('a-call-of-amy-0002')).code).toBe(1408);
    expect((await send(key, { ...own, newPassword: 'battery stable', rePassword: 'battery stable' })).code).toBe(1408);
    expect((await send(key, own, other.token)).code).toBe(1402);
    expect((await send('1')).code).toBe(1408);
    // A refusal is not remembered: it may be right by now.
    const late = { ...form, code: '000000' };
    expect((await send('a-call-of-abe-0001', late, other.token)).code).toBe(1402);
    const right = { ...form, code: await ownCode(at, other.token, 'password') };
    expect((await send('a-call-of-abe-0001', right, other.token)).code).toBe(0);
  });

  it('ends what another session has sent too: the same call once more has no answer', async () => {
    const { token } = await at.user('ada@example.com');
    const other = (await logIn('ada@example.com', PASSWORD)).data.accesstoken;
    const collect = async (): Promise<number> =>
      (await at.call('/coin/collect/add', { coinInfoId: 2 }, other, { 'idempotency-key': 'a-call-of-ada-0001' })).code;
    expect([await collect(), await collect()]).toEqual([0, 0]);
    expect((await change(token, { code: await ownCode(at, token, 'password') })).code).toBe(0);
    expect(await collect()).toBe(-1000);
  });

  it('is refused for every listed reason, and changes nothing', async () => {
    const { token } = await at.user('ben@example.com');
    const code = await ownCode(at, token, 'password');
    expect((await change(token, { code, rePassword: 'something else' })).code).toBe(1411);
    expect((await change(token, { code, newPassword: 'short', rePassword: 'short' })).code).toBe(1412);
    expect((await change(token, { code, newPassword: PASSWORD, rePassword: PASSWORD })).data).toMatchObject({
      field: 'newPassword',
    });
    expect((await change(token, {})).data).toEqual({ field: 'code', rule: 'required' });
    expect((await change(token, { googleCode: '123456' })).code).toBe(1406);
    expect((await change(token, { code: notThe(code) })).code).toBe(1402);
    expect((await change(token, { code, oldPassword: 'not this one' })).code).toBe(1408);
    expect((await change('', { code })).code).toBe(-1000);
    const other = await at.user('bea@example.com');
    expect((await change(other.token, { code })).code).toBe(1402);
    expect((await logIn('ben@example.com', PASSWORD)).code).toBe(0);
  });

  it('cannot be guessed from a stolen session', async () => {
    const { token } = await at.user('cat@example.com');
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => change(token, { oldPassword: 'a wild guess', code: '000000' })),
    );
    expect(codes.map(({ code }) => code).sort()).toEqual([1408, 1408, 1408, 1408, 1408, 1429, 1429, 1429]);
  });
});

describe('a login with the old password at the moment of the change', () => {
  it('leaves no session', async () => {
    const { token } = await at.user('lea@example.com');
    let [old, next] = [PASSWORD, NEXT];
    for (let round = 0; round < 8; round += 1) {
      const code = await ownCode(at, token, 'password');
      const change = at.call(
        '/user/update/password',
        { oldPassword: old, newPassword: next, rePassword: next, code },
        token,
      );
      const logins = await Promise.all(
        [0, 15, 30, 45].map(async (delayMs) => {
          await setTimeout(delayMs);
          return logIn('lea@example.com', old);
        }),
      );
      expect((await change).code).toBe(0);
      for (const login of logins) if (login.code === 0) expect(await codeOf(login.data.accesstoken)).toBe(-1000);
      // A right login, so that the refused ones do not add up to a captcha.
      expect(
        (await at.call('/user/login', { email: 'lea@example.com', password: next, ...(await proof(at)) })).code,
      ).toBe(0);
      [old, next] = [next, old];
    }
  });
});

describe('a forgotten password (A5)', () => {
  const find = (email: string, code: string, form: object = {}) =>
    at.call('/common/find/password', { email, code, password: NEXT, rePassword: NEXT, ...form });
  const ask = async (email: string): Promise<string> =>
    (await at.call('/common/code/send', { email, scene: 'forgot' })).data.demoCode;

  it('is reset by the owner of the mailbox: all sessions end, withdrawals are locked for a day, a login lock ends', async () => {
    const { token } = await at.user('dan@example.com');
    const before = Date.now();
    expect(await find('dan@example.com', await ask('dan@example.com'))).toMatchObject({ code: 0, data: {} });
    expect(await codeOf(token)).toBe(-1000);
    expect((await logIn('dan@example.com', PASSWORD)).code).toBe(1408);
    const { data } = await logIn('dan@example.com', NEXT);
    expect(data.user.withdrawLockUntil).toBeGreaterThanOrEqual(before + 86_400_000);
    const { list } = (await at.call('/user/notice', {}, data.accesstoken)).data;
    expect(list.map(({ title }: { title: string }) => title)).toContain('Password reset');
  });

  it('is refused for every listed reason; an unknown e-mail is answered as a wrong code', async () => {
    await at.user('eli@example.com');
    const code = await ask('eli@example.com');
    expect((await find('eli@example.com', code, { rePassword: 'something else' })).code).toBe(1411);
    expect((await find('eli@example.com', code, { password: 'short', rePassword: 'short' })).code).toBe(1412);
    expect((await find('eli@example.com', notThe(code))).code).toBe(1402);
    const stranger = await find('nobody@example.com', await ask('nobody@example.com'));
    expect(stranger).toMatchObject({ code: 1402, data: {} });
    expect((await find('eli@example.com', code)).code).toBe(0);
    expect((await find('eli@example.com', code)).code).toBe(1402);
  });

  it('requires a captcha after five wrong codes from one address, for any e-mails', async () => {
    const limited = await startRunning({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(async () => {
      await limited.stop();
      vi.useRealTimers();
    });
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const set = (form: object, ip: string) =>
      limited.call(
        '/common/find/password',
        { code: '000000', password: NEXT, rePassword: NEXT, email: 'gus@example.com', ...form },
        '',
        from(ip),
      );
    for (let n = 0; n < 5; n += 1) expect((await set({ email: `guess${n}@example.com` }, '10.0.0.1')).code).toBe(1402);
    // A code that is guessed now is not checked: it stays valid.
    await limited.user('gus@example.com');
    // One a minute from an address; a minute of this exchange is over at once.
    vi.setSystemTime(Date.now() + 60_000);
    const { data } = await limited.call('/common/code/send', { email: 'gus@example.com', scene: 'forgot' });
    const code = data.demoCode as string;
    for (let n = 0; n < 6; n += 1) expect((await set({ code: notThe(code) }, '10.0.0.1')).code).toBe(1401);
    expect((await set({ code }, '10.0.0.1')).code).toBe(1401);
    // The address alone is meant: others guess at codes of registrations there, and elsewhere none is due.
    const register = { email: 'hal@example.com', code: '000000', password: NEXT, rePassword: NEXT };
    expect((await limited.call('/user/register', register, '', from('10.0.0.1'))).code).toBe(1401);
    expect((await set({ code: notThe(code) }, '10.0.0.2')).code).toBe(1402);
    expect((await set({ code, captchaId: 'none', captcha: 'none' }, '10.0.0.1')).code).toBe(1401);
    expect((await set({ code, ...(await proof(limited)) }, '10.0.0.1')).code).toBe(0);
  });

  it('gets the same response for known and unknown e-mails', async () => {
    await at.user('fay@example.com');
    const known = await at.call('/common/code/send', { email: 'fay@example.com', scene: 'forgot' });
    const unknown = await at.call('/common/code/send', { email: 'nobody2@example.com', scene: 'forgot' });
    expect(Object.keys(known.data)).toEqual(Object.keys(unknown.data));
    expect([known.code, known.msg]).toEqual([unknown.code, unknown.msg]);
  });
});

describe('a password that is changed and forgotten at once (A4, A5)', () => {
  it('is the one of the mailbox: the session that changed it has ended', async () => {
    const { token } = await at.user('mia@example.com');
    const [own, forgotten] = [
      await ownCode(at, token, 'password'),
      (await at.call('/common/code/send', { email: 'mia@example.com', scene: 'forgot' })).data.demoCode,
    ];
    const words = { oldPassword: PASSWORD, newPassword: 'of the thief', rePassword: 'of the thief' };
    const [changed, found] = await Promise.all([
      at.call('/user/update/password', { ...words, code: own }, token),
      at.call('/common/find/password', {
        email: 'mia@example.com',
        code: forgotten,
        password: NEXT,
        rePassword: NEXT,
      }),
    ]);
    expect(found.code).toBe(0);
    expect([0, 1408, -1000]).toContain(changed.code);
    expect((await logIn('mia@example.com', NEXT)).code).toBe(0);
    expect((await logIn('mia@example.com', 'of the thief')).code).toBe(1408);
  });
});

describe('sessions (A3)', () => {
  it('are listed for their owner, who ends one or all others', async () => {
    const { token } = await at.user('gus@example.com');
    const phone = (
      await at.call('/user/login', { email: 'gus@example.com', password: PASSWORD }, '', { 'user-agent': 'Phone/1.0' })
    ).data.accesstoken;
    const third = (await logIn('gus@example.com', PASSWORD)).data.accesstoken;
    const { sessions } = (await at.call('/user/info', { sessions: 1 }, token)).data;
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }: { current: number }) => current === 1)).toHaveLength(1);
    const line = sessions.find(({ agent }: { agent: string }) => agent === 'Phone/1.0');
    expect(line).toMatchObject({ current: 0, ip: '127.0.0.1' });
    expect(JSON.stringify(sessions)).not.toContain(phone);
    expect(await codeOf(token, { endSession: line.id })).toBe(0);
    expect([await codeOf(phone), await codeOf(third)]).toEqual([-1000, 0]);
    expect(await codeOf(token, { endSession: 'others' })).toBe(0);
    expect([await codeOf(token), await codeOf(third)]).toEqual([0, -1000]);
  });

  it('cannot be ended by others', async () => {
    const mine = await at.user('hal@example.com');
    const yours = await at.user('ida@example.com');
    const [{ id }] = (await at.call('/user/info', { sessions: 1 }, yours.token)).data.sessions;
    expect(await codeOf(mine.token, { endSession: id })).toBe(1404);
    expect(await codeOf(yours.token)).toBe(0);
    expect(await codeOf(mine.token, { endSession: 'x'.repeat(33) })).toBe(1400);
  });

  it('end on open sockets too', async () => {
    const { token, uid } = await at.user('jon@example.com');
    await logIn('jon@example.com', PASSWORD);
    const ended: number[] = [];
    at.exchange.sessions.onSessionEnd((session) => ended.push(session.uid));
    await at.call('/user/info', { endSession: 'others' }, token);
    expect(ended).toEqual([uid]);
  });
});

describe('anti-phishing word', () => {
  it('is stored, shown to its owner, and removed', async () => {
    const { token } = await at.user('kim@example.com');
    expect((await at.call('/user/info', { antiPhish: 'blue heron' }, token)).data.user.antiPhish).toBe('blue heron');
    expect((await at.call('/user/info', {}, token)).data.user.antiPhish).toBe('blue heron');
    expect((await at.call('/user/info', { antiPhish: '' }, token)).data.user.antiPhish).toBe('');
    expect((await at.call('/user/info', { antiPhish: 'x'.repeat(21) }, token)).code).toBe(1400);
    expect((await at.call('/user/info', { antiPhish: 'a\r\nBcc: x' }, token)).code).toBe(1400);
  });
});
