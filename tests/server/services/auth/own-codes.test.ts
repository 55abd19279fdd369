// Codes by mail to an account's own sessions and devices (A3): by mailbox, and the first device by itself.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../../support/server/running-exchange.ts';
import { type MailedExchange, mailedExchange, newDevice, stopClock } from './mailed-exchange.ts';

let mailed: MailedExchange;
beforeAll(async () => {
  stopClock();
  mailed = await mailedExchange();
});
afterAll(async () => {
  await mailed.stop();
  vi.useRealTimers();
});

it('A3 a mailbox gets a code a minute and ten a day by all sessions and devices of a thief, and the first device its own', async () => {
  const { at, afterLetters, letterAfter, lettersTo, owner, settled, stranger } = mailed;
  const { email, device, token } = await owner('jon@example.com');
  const thieves: string[] = [];
  const devices = [newDevice(), newDevice(), newDevice(), device];
  for (const each of devices)
    thieves.push((await stranger('/user/login', { email, password: PASSWORD, device: each })).data.accesstoken);
  const before = lettersTo(email).length;
  const ask = (session: string) => at.call('/user/code/send', { scene: 'password' }, session);
  for (let minute = 0; minute < 12; minute += 1, await afterLetters(61_000)) {
    const codes: number[] = [];
    for (const session of thieves.slice(0, 3)) codes.push((await ask(session)).code);
    // One session has half of them at most.
    const lucky = minute < 10 ? Math.floor(minute / 5) : -1;
    expect(codes).toEqual([0, 1, 2].map((each) => (each === lucky ? 0 : 1429)));
  }
  expect(lettersTo(email)).toHaveLength(before + 10);
  for (const session of thieves.slice(0, 3)) expect((await ask(session)).data.retryAfter).toBeGreaterThan(3_600);
  // Known devices are no way around it: beyond it they are strangers.
  for (const known of devices.slice(0, 3)) {
    const answer = await stranger('/common/code/send', { email, scene: 'forgot', device: known });
    expect(answer.data).toEqual({ expire: 600, interval: 60 });
  }
  await settled();
  expect(lettersTo(email)).toHaveLength(before + 11);
  // Another session of the first device has the same count as the first one.
  await afterLetters(61_000);
  const code = await letterAfter(email, () => ask(token));
  expect((await ask(thieves[3]!)).code).toBe(1429);
  const change = { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code };
  expect((await at.call('/user/update/password', change, token)).code).toBe(0);
  for (const session of thieves) expect((await at.call('/user/info', {}, session)).code).toBe(-1000);
});

it('A3 where the password was last changed or set again is the first device of an account', async () => {
  const { at, afterLetters, letterAfter, owner, stranger } = mailed;
  const { email, device, token } = await owner('kim@example.com');
  const ask = (session: string) => at.call('/user/code/send', { scene: 'password' }, session);
  const enter = async (password: string, from: string): Promise<string> =>
    (await stranger('/user/login', { email, password, device: from })).data.accesstoken;
  const [other, third] = [newDevice(), newDevice()];
  const there = await enter(PASSWORD, other);
  let code = await letterAfter(email, () => ask(there));
  expect((await ask(token)).code).toBe(0);
  const passwords = { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple' };
  expect((await at.call('/user/update/password', { ...passwords, code }, there)).code).toBe(0);
  await afterLetters(61_000);
  const [before, again] = [await enter('battery staple', device), await enter('battery staple', third)];
  expect((await ask(there)).code).toBe(0);
  expect((await ask(before)).code).toBe(0);
  expect((await ask(again)).code).toBe(1429);
  await afterLetters(61_000);
  code = await letterAfter(email, () => stranger('/common/code/send', { email, scene: 'forgot', device: third }));
  const set = { email, code, password: 'paper clip box', rePassword: 'paper clip box', device: third };
  expect((await stranger('/common/find/password', set)).code).toBe(0);
  await afterLetters(61_000);
  const sessions = [await enter('paper clip box', other), await enter('paper clip box', third)];
  for (const session of sessions) expect((await ask(session)).code).toBe(0);
});

it('A2 A3 a thief with the password who ends the sessions of the owner does not lock the first device out', async () => {
  const { at, letterAfter, logIn, owner, stranger } = mailed;
  const { email, device, token } = await owner('leo@example.com');
  const thief = (await stranger('/user/login', { email, password: PASSWORD, device: newDevice() })).data.accesstoken;
  expect((await at.call('/user/info', { endSession: 'others' }, thief)).code).toBe(0);
  expect((await at.call('/user/info', {}, token)).code).toBe(-1000);
  for (let n = 0; n < 10; n += 1) expect((await logIn({ email, password: 'wrong password' })).code).toBe(1408);
  expect((await logIn({ email, password: PASSWORD, device: newDevice() })).code).toBe(1429);
  expect((await stranger('/user/login', { email, password: PASSWORD, device })).code).toBe(0);
  expect((await at.call('/user/info', { endSession: 'others' }, thief)).code).toBe(0);
  await stranger('/common/code/send', { email, scene: 'forgot' });
  await letterAfter(email, () => stranger('/common/code/send', { email, scene: 'forgot', device }));
});

it('A3 the session of a stolen token leaves half of the codes to the owner, whose first device is lost', async () => {
  const { at, afterLetters, owner, stranger } = mailed;
  const { email } = await owner('mia@example.com');
  const enter = async (): Promise<string> =>
    (await stranger('/user/login', { email, password: PASSWORD, device: newDevice() })).data.accesstoken;
  const [stolen, own] = [await enter(), await enter()];
  const ask = async (session: string) => (await at.call('/user/code/send', { scene: 'password' }, session)).code;
  const got = [0, 0];
  // The thief is first in each minute.
  for (let minute = 0; minute < 15; minute += 1, await afterLetters(61_000))
    for (const [who, session] of [stolen, own].entries()) if ((await ask(session)) === 0) got[who]! += 1;
  expect(got).toEqual([5, 5]);
});

it('A3 a changed anti-phishing word is reported by a mail that still has the one before, ten times a day', async () => {
  const { at, letters, owner, settled } = mailed;
  const { email, token } = await owner('ned@example.com');
  const set = (antiPhish: string) => at.call('/user/info', { antiPhish }, token);
  const mails = (): string[] => letters.filter((letter) => letter.includes(email) && letter.includes('phishing word'));
  expect((await set('blue heron')).code).toBe(0);
  expect((await set('blue heron')).code).toBe(0);
  await settled();
  const before = mails().length;
  expect((await set('grey crane')).data.user.antiPhish).toBe('grey crane');
  await expect.poll(() => mails().length).toBe(before + 1);
  expect(mails().at(-1)).toContain('Anti-phishing word changed');
  expect(mails().at(-1)).toContain('blue heron');
  expect(mails().at(-1)).not.toContain('grey crane');
  const { list } = (await at.call('/user/notice', {}, token)).data;
  expect(list[0]).toMatchObject({ category: 'security', title: 'Anti-phishing word changed' });
  const codes: number[] = [];
  for (let n = 0; n < 9; n += 1) codes.push((await set(`word ${n}`)).code);
  expect(codes).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1429]);
  await settled();
});
