// Strangers cannot lock an owner out: quotas are per requester, known device and session.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../../../core/units/durations.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { notThe } from '../../../support/server/emailed-code.ts';
import { proof } from './captcha-solver.ts';
import {
  BEGIN_MS,
  type MailedExchange,
  from,
  later,
  mailedExchange,
  newDevice,
  now,
  stopClock,
} from './mailed-exchange.ts';

const WRONG = 'wrong password';
beforeAll(stopClock);
afterAll(() => vi.useRealTimers());

describe('with a mail server', () => {
  let mailed: MailedExchange;
  let at: Running;
  let lettersTo: MailedExchange['lettersTo'];
  let settled: MailedExchange['settled'];
  let afterLetters: MailedExchange['afterLetters'];
  let letterAfter: MailedExchange['letterAfter'];
  let owner: MailedExchange['owner'];
  let stranger: MailedExchange['stranger'];
  let logIn: MailedExchange['logIn'];
  beforeAll(async () => {
    mailed = await mailedExchange();
    ({ at, lettersTo, settled, afterLetters, letterAfter, owner, stranger, logIn } = mailed);
  });
  afterAll(() => mailed.stop());

  it('requests of strangers do not use up the quota of the owner’s session', async () => {
    const { email, token } = await owner('ann@example.com');
    for (let n = 0; n < 12; n += 1, await afterLetters(60_000))
      expect((await stranger('/common/code/send', { email, scene: 'forgot' })).code).toBe(0);
    const code = await letterAfter(email, () => at.call('/user/code/send', { scene: 'password' }, token));
    expect(
      (
        await at.call(
          '/user/update/password',
          { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code },
          token,
        )
      ).code,
    ).toBe(0);
  });

  it('a mailbox gets ten mails a day by strangers, who all get the same response', async () => {
    const { email } = await owner('ben@example.com');
    const answers = new Set<string>();
    for (let n = 0; n < 30; n += 1, await afterLetters(61_000)) {
      for (const to of [email, 'nobody@example.com']) {
        const { code, data } = await stranger('/common/code/send', {
          email: to,
          scene: n % 2 === 0 ? 'forgot' : 'login',
          device: newDevice(),
        });
        answers.add(JSON.stringify([code, data]));
      }
    }
    expect([...answers]).toEqual([JSON.stringify([0, { expire: 600, interval: 60 }])]);
    await settled();
    // The registration's mail is one of them.
    expect(lettersTo(email)).toHaveLength(10);
    expect(lettersTo('nobody@example.com')).toHaveLength(0);
  });

  it('a requester gets 1429 beyond their own quota: one a minute for an address', async () => {
    const send = (email: string) => at.call('/common/code/send', { email, scene: 'login' }, '', from('10.200.0.1'));
    expect((await send('one@example.com')).code).toBe(0);
    expect(await send('two@example.com')).toMatchObject({ code: 1429 });
  });

  it('a code is neither replaced nor invalidated by others', async () => {
    const { email, device } = await owner('cat@example.com');
    const code = await letterAfter(email, () => stranger('/common/code/send', { email, scene: 'forgot', device }));
    await afterLetters(60_000);
    for (const other of [{}, { device: newDevice() }]) {
      await stranger('/common/code/send', { email, scene: 'forgot', ...other });
      for (let n = 0; n < 6; n += 1)
        expect(
          (
            await stranger('/common/find/password', {
              email,
              code: notThe(code),
              password: WRONG,
              rePassword: WRONG,
              ...other,
            })
          ).code,
        ).toBe(1402);
      expect(
        (await stranger('/common/find/password', { email, code, password: WRONG, rePassword: WRONG, ...other })).code,
      ).toBe(1402);
    }
    expect(
      (
        await stranger('/common/find/password', {
          email,
          code,
          password: 'battery staple',
          rePassword: 'battery staple',
          device,
        })
      ).code,
    ).toBe(0);
  });

  it('ten wrong logins by strangers refuse the right password from strangers, not from a known device', async () => {
    const { email, device } = await owner('dan@example.com');
    for (let n = 0; n < 10; n += 1) expect((await logIn({ email, password: WRONG })).code).toBe(1408);
    expect((await logIn({ email, password: PASSWORD })).code).toBe(1429);
    expect((await logIn({ email, password: PASSWORD, device: newDevice() })).code).toBe(1429);
    expect((await stranger('/user/login', { email, password: PASSWORD, device })).code).toBe(0);
    // Its own guesses are counted too, and unlock nothing for others.
    for (let n = 0; n < 10; n += 1) expect((await logIn({ email, password: WRONG, device })).code).toBe(1408);
    expect((await logIn({ email, password: PASSWORD, device })).code).toBe(1429);
    expect((await logIn({ email, password: PASSWORD })).code).toBe(1429);
  });

  it('a device is forgotten with its session, and when the password is reset', async () => {
    const { email, device, token } = await owner('eli@example.com');
    const thief = newDevice();
    expect((await stranger('/user/login', { email, password: PASSWORD, device: thief })).code).toBe(0);
    const code = await letterAfter(email, () => at.call('/user/code/send', { scene: 'password' }, token));
    expect(
      (
        await at.call(
          '/user/update/password',
          { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code },
          token,
        )
      ).code,
    ).toBe(0);
    for (let n = 0; n < 10; n += 1) await logIn({ email, password: WRONG });
    expect((await logIn({ email, password: 'battery staple', device: thief })).code).toBe(1429);
    expect((await stranger('/user/login', { email, password: 'battery staple', device })).code).toBe(0);
    await at.call(
      '/user/info',
      { endSession: 'others' },
      (await stranger('/user/login', { email, password: 'battery staple', device })).data.accesstoken,
    );
    expect((await stranger('/user/login', { email, password: 'battery staple', device })).code).toBe(0);
  });

  it('a wrong password in a code request is answered as the right one, and sends no mail', async () => {
    const { email } = await owner('fay@example.com');
    const ask = async (password: string, proven: object) =>
      at.call('/common/code/send', { email, scene: 'login', password, ...proven }, '', from(mailed.nextAddress()));
    expect((await ask(PASSWORD, {})).code).toBe(1401);
    const before = lettersTo(email).length;
    const wrong = await ask(WRONG, await proof(at));
    const right = await ask(PASSWORD, await proof(at));
    expect([wrong.code, wrong.data]).toEqual([right.code, right.data]);
    await expect.poll(() => lettersTo(email).length).toBe(before + 1);
    expect((await at.call('/common/code/send', { email, scene: 'forgot', password: PASSWORD })).data).toMatchObject({
      field: 'password',
    });
  });

  it(
    'goal 35: whatever a thousand strangers do for a day, the owner logs in within two minutes, from a known device and from a new one',
    { timeout: 240_000 },
    async () => {
      const { email, device, token } = await owner('gus@example.com');
      const before = lettersTo(email).length;
      let asOwner = 0;
      for (let hour = 0; hour < 24; hour += 1) {
        for (let n = 0; n < 42; n += 1)
          await stranger('/common/code/send', {
            email,
            scene: n % 2 === 0 ? 'login' : 'forgot',
            ...(n % 3 === 0 && { device: newDevice() }),
          });
        if (hour % 23 === 0) {
          for (let n = 0; n < 10; n += 1) await logIn({ email, password: WRONG });
          expect((await logIn({ email, password: PASSWORD })).code).toBe(1429);
          const began = Date.now();
          expect((await stranger('/user/login', { email, password: PASSWORD, device })).code).toBe(0);
          const other = newDevice();
          const code = await letterAfter(email, async () =>
            stranger('/common/code/send', {
              email,
              scene: 'login',
              password: PASSWORD,
              device: other,
              ...(await proof(at)),
            }),
          );
          expect((await logIn({ email, password: PASSWORD, code, device: other })).code).toBe(0);
          await letterAfter(email, () => at.call('/user/code/send', { scene: 'withdraw' }, token));
          asOwner += 2;
          expect(Date.now() - began).toBeLessThan(120_000);
        }
        await afterLetters(HOUR_MS);
      }
      expect(mailed.strangers()).toBeGreaterThan(1_000);
      await settled();
      // Mails caused by strangers: ten a day, of two days where the day changed.
      const caused = lettersTo(email).length - before - asOwner;
      expect(caused).toBeLessThanOrEqual(20);
    },
  );

  it('A7 wrong codes of a thief, with the password or in a stolen session, lock the owner out nowhere', async () => {
    const { email, device, token } = await owner('ivy@example.com');
    const { secret } = (await at.call('/user/bind/google/prep', {}, token)).data;
    const mailed = await letterAfter(email, () => at.call('/user/code/send', { scene: 'bindGoogle' }, token));
    const googleCode = (): string => codeAt(secret, now());
    const bind = { secret, googleCode: googleCode(), code: mailed };
    expect((await at.call('/user/bind/google', bind, token)).code).toBe(0);
    await afterLetters(60_000);
    const entered = await stranger('/user/login', { email, password: PASSWORD, googleCode: googleCode() });
    const stolen = entered.data.accesstoken as string;
    await afterLetters(60_000);
    for (let n = 0; n < 5; n += 1)
      expect((await logIn({ email, password: PASSWORD, googleCode: notThe(googleCode()) })).code).toBe(1405);
    expect((await logIn({ email, password: PASSWORD, googleCode: googleCode() })).code).toBe(1429);
    expect((await stranger('/user/login', { email, password: PASSWORD, googleCode: googleCode(), device })).code).toBe(
      0,
    );
    await afterLetters(60_000);
    const other = newDevice();
    const ask = { email, scene: 'login', password: PASSWORD, device: other };
    const code = await letterAfter(email, async () => stranger('/common/code/send', { ...ask, ...(await proof(at)) }));
    expect((await logIn({ email, password: PASSWORD, googleCode: googleCode(), code, device: other })).code).toBe(0);
    await afterLetters(60_000);
    // In the session: guesses at the password and at codes, and further codes by mail.
    const change = (session: string, oldPassword: string, proven: object) =>
      at.call(
        '/user/update/password',
        { oldPassword, newPassword: 'battery staple', rePassword: 'battery staple', ...proven },
        session,
      );
    const own = await letterAfter(email, () => at.call('/user/code/send', { scene: 'password' }, token));
    await letterAfter(email, () => at.call('/user/code/send', { scene: 'password' }, stolen));
    for (let n = 0; n < 5; n += 1) {
      expect((await change(stolen, PASSWORD, { googleCode: notThe(googleCode()) })).code).toBe(1405);
      expect((await change(stolen, PASSWORD, { code: notThe(own) })).code).toBe(1402);
    }
    expect((await change(stolen, PASSWORD, { googleCode: googleCode() })).code).toBe(1429);
    expect((await change(stolen, PASSWORD, { code: own })).code).toBe(1402);
    for (let n = 0; n < 5; n += 1) expect((await change(stolen, WRONG, { code: own })).code).toBe(1408);
    expect((await change(stolen, PASSWORD, { code: own })).code).toBe(1429);
    expect((await change(token, PASSWORD, { googleCode: googleCode() })).code).toBe(0);
    later(1_000);
    expect((await at.call('/user/info', {}, stolen)).code).toBe(-1000);
  });

  it('every change of a credential locks withdrawals for a day, and returns it', async () => {
    const { email, token } = await owner('hal@example.com');
    const heldUntil = async (session: string): Promise<number> =>
      (await at.call('/user/info', {}, session)).data.user.withdrawLockUntil ?? 0;
    expect(await heldUntil(token)).toBe(0);
    const { secret } = (await at.call('/user/bind/google/prep', {}, token)).data;
    let code = await letterAfter(email, () => at.call('/user/code/send', { scene: 'bindGoogle' }, token));
    expect((await at.call('/user/bind/google', { secret, googleCode: codeAt(secret, now()), code }, token)).code).toBe(
      0,
    );
    expect(await heldUntil(token)).toBeGreaterThanOrEqual(now() + 24 * HOUR_MS);
    await afterLetters(25 * HOUR_MS);
    expect(await heldUntil(token)).toBe(0);
    // By mail code, although an authenticator is bound.
    code = await letterAfter(email, () => at.call('/user/code/send', { scene: 'password' }, token));
    expect(
      (
        await at.call(
          '/user/update/password',
          { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code },
          token,
        )
      ).code,
    ).toBe(0);
    const until = await heldUntil(token);
    expect(until).toBeGreaterThanOrEqual(now() + 24 * HOUR_MS);
    expect((await at.call('/coin/withdraw/order', {}, token)).data.gate.withdrawLockUntil).toBe(until);
    const { list } = (await at.call('/user/notice', {}, token)).data;
    expect(list.find(({ title }: { title: string }) => title === 'Password changed').content).toContain(
      'Withdrawals are locked for 24 hours',
    );
  });
});

describe('a demo without a mail server', () => {
  it('A22: shows the code of a forgotten password to the owner’s devices and to this machine only', async () => {
    // The exchange before began then, too: the past of that moment is made.
    later(BEGIN_MS - now());
    const at = await startRunning({ TRUST_PROXY: '1' });
    try {
      const device = newDevice();
      const phone = from('192.168.0.7');
      const email = 'ada@example.com';
      const {
        data: { demoCode },
      } = await at.call('/common/code/send', { email, scene: 'register', device }, '', phone);
      expect(
        (
          await at.call(
            '/user/register',
            { email, code: demoCode, password: PASSWORD, rePassword: PASSWORD, device },
            '',
            phone,
          )
        ).code,
      ).toBe(0);
      const ask = async (form: object, headers = {}) =>
        (await at.call('/common/code/send', { email, scene: 'forgot', ...form }, '', headers)).data;
      const nothing = { expire: 600, interval: 60 };
      expect(await ask({ device }, phone)).toMatchObject({ demoCode: expect.stringMatching(/^\d{6}$/) });
      expect(await ask({}, phone)).toEqual(nothing);
      expect(await ask({ device: newDevice() }, phone)).toEqual(nothing);
      expect(await ask({ email: 'nobody@example.com', device }, phone)).toEqual(nothing);
      expect(await ask({ scene: 'login' }, phone)).toEqual(nothing);
      // A request from this machine, unless through a proxy or with another host.
      expect(await ask({})).toMatchObject({ demoCode: expect.any(String) });
      expect(await ask({}, { host: 'exchange.example.com' })).toEqual(nothing);
      expect(await ask({}, { via: '1.1 proxy' })).toEqual(nothing);
      // A stolen session alone gets no code either.
      const {
        data: { accesstoken },
      } = await at.call('/user/login', { email, password: PASSWORD, device }, '', phone);
      for (const scene of ['password', 'bindGoogle', 'resetGoogle', 'withdraw', 'address']) {
        const own = async (form: object, headers = {}) =>
          (await at.call('/user/code/send', { scene, ...form }, accesstoken, headers)).data;
        expect(await own({}, phone)).toEqual(nothing);
        expect(await own({ device: newDevice() }, phone)).toEqual(nothing);
        expect(await own({ device }, phone)).toMatchObject({ demoCode: expect.stringMatching(/^\d{6}$/) });
        expect(await own({})).toMatchObject({ demoCode: expect.any(String) });
      }
    } finally {
      await at.stop();
    }
  });
});
