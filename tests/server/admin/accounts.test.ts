// Operator accounts: names in the audit log, roles, and approvals by a second operator.
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { operatorCommand } from '../../../server/cli/operator-command.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { fieldOf } from '../../support/data/picture-files.ts';
import { type Running, PASSWORD as USER_PASSWORD, startRunning } from '../../support/server/running-exchange.ts';
import { mailServer } from '../services/notifications/mail-server.ts';
import {
  type Colleague,
  OPERATOR_PASSWORD as PASSWORD,
  type OpsAnswer,
  codeOf,
  joined,
  operatorOf,
} from '../../support/server/operator-client.ts';

async function running(env: Record<string, string> = {}): Promise<Running> {
  const at = await startRunning(env);
  onTestFinished(() => at.stop());
  return at;
}

/** A stopped exchange outside demo mode, with a user who has 10 000 USDT. */
let stopped: { dataDir: string; uid: number; token: string };
/** An exchange in demo mode whose operators are there, for tests that change neither of the admins. */
let shared: Running;
let ann: Colleague;
let ben: Colleague;

beforeAll(async () => {
  stopped = await registeredOutsideDemo('registered@example.com');
  shared = await startRunning();
  ({ ann, ben } = await admins(shared));
});
afterAll(async () => {
  await shared.stop();
  rmSync(stopped.dataDir, { recursive: true });
});

async function registeredOutsideDemo(email: string): Promise<typeof stopped> {
  const letters: string[] = [];
  const mail = await mailServer(letters);
  const before = await startRunning({
    DEMO: '0',
    SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}`,
  });
  await before.call('/common/code/send', { email, scene: 'register' });
  await vi.waitUntil(() => letters.length > 0);
  const code = /code is (\d{6})/.exec(letters[0]!)![1];
  const form = { email, code, password: USER_PASSWORD, rePassword: USER_PASSWORD };
  const { user, accesstoken } = (await before.call('/user/register', form)).data;
  await before.exchange.sequencer.submit({
    kind: 'credit',
    uid: user.id,
    wallet: 'spot',
    coinId: 1,
    units: 1_000_000_000_000n,
    recordType: 'spot_manual_add',
    remark: 'test',
  });
  await before.exchange.close();
  mail.close();
  return { dataDir: before.dataDir, uid: user.id, token: accesstoken };
}

/** An exchange outside demo mode, with that user. */
async function outsideDemo(): Promise<{ at: Running; uid: number; token: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'defi-outside-demo-'));
  cpSync(stopped.dataDir, dataDir, { recursive: true });
  return { ...stopped, at: await running({ DEMO: '0', DATA_DIR: dataDir }) };
}

/** Two admins, set up by the token. */
async function admins(at: Running): Promise<Record<'ann' | 'ben', Colleague>> {
  const owner = operatorOf(at);
  const invited = async (name: string) =>
    (await owner.act('operator.invite', { name, role: 'admin' })).data.invite as string;
  const [annInvite, benInvite] = [await invited('ann'), await invited('ben')];
  return { ann: await joined(at, annInvite), ben: await joined(at, benInvite) };
}

/** An operator whom one admin invites and the other approves. */
async function hired(name: string, role: string, at = shared, by = { ann, ben }): Promise<Colleague> {
  const {
    data: { requestId },
  } = await by.ann.act('operator.invite', { name, role });
  return joined(at, (await by.ben.query('approve', { requestId })).data.invite);
}

const KYC = {
  country: 'TW',
  certType: '1',
  fullName: 'Ada Lovelace',
  certNo: 'A123456789',
  imgFront: fieldOf('jpeg'),
  imgBack: fieldOf('webp'),
};
const credit = (uid: number) => ({ uid, wallet: 'spot', coinId: 1, amount: '5', requestId: `gift-${uid}` });
const refusal = { status: 403, code: CODE.accountFrozen };
const balanceOf = async (at: Running, token: string) =>
  (await at.call('/coin/assets', {}, token)).data.assets[0].balanceSpot as string;

describe('O11: who acts', () => {
  it('is the logged-in account: the log names it, and a name in the request is refused', async () => {
    const sue = await hired('sue', 'support');
    const { uid } = await shared.user('named@example.com');
    expect((await sue.act('account.score', { uid, score: 12 })).code).toBe(0);
    expect((await ann.query('audit', { limit: 1 })).data.list).toMatchObject([
      { operator: 'sue', action: 'account.score', outcome: 'done' },
    ]);
    await sue.act('account.score', { uid, score: 13, by: 'ann' });
    const scores = (await ann.query('audit', { limit: 10 })).data.list.filter(
      ({ action }: { action: string }) => action === 'account.score',
    );
    expect(new Set(scores.map(({ operator }: { operator: string }) => operator))).toEqual(new Set(['sue']));
    expect(await sue.query('me')).toMatchObject({ code: 0, data: { name: 'sue', role: 'support' } });
  });

  it('needs name, password and code, does not reveal which is wrong, accepts a code once, limits failures', async () => {
    const at = await running();
    const { ann: user } = await admins(at);
    const code = codeOf(user.secret, 1);
    const login = (form: Record<string, string>) =>
      user.query('login', { name: 'ann', password: PASSWORD, code, ...form }, { authorization: '' });
    const wrong = [
      await login({ password: 'another pass phrase' }),
      await login({ code: '000000' }),
      await login({ name: 'nobody' }),
    ];
    for (const answer of wrong) expect(answer).toMatchObject({ status: 401, msg: wrong[0]!.msg });
    const both = await Promise.all([login({}), login({})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { data, headers } = both.find(({ status }) => status === 200)!;
    expect(String(headers['set-cookie'])).toMatch(
      /^operator-device=[\w-]{22}\.[\w-]{43}; Path=\/ops\/api; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    for (const answer of wrong) expect(answer.headers['set-cookie']).toBeUndefined();
    const { session } = data;
    const again = operatorOf(at, session);
    expect((await again.query('me')).data).toEqual({ name: 'ann', role: 'admin' });
    await again.query('logout');
    expect((await again.query('me')).status).toBe(401);
    let last: OpsAnswer | null = null;
    for (let tries = 0; tries < 12; tries += 1) last = await login({ password: `wrong number ${tries}` });
    expect(last).toMatchObject({ status: 429, code: CODE.tooManyRequests });
  });

  it('is not the token once operators have accounts: it may only invite and reset lost accounts', async () => {
    const at = await running();
    const { ann: lost, ben: second } = await admins(at);
    const owner = operatorOf(at);
    const { uid, token } = await at.user('owner@example.com');
    expect(await owner.query('health')).toMatchObject({ status: 403 });
    expect(await owner.query('person', { who: uid })).toMatchObject({ status: 403 });
    expect(await owner.act('money.credit', credit(uid))).toMatchObject(refusal);
    expect(await owner.act('operator.invite', { name: 'mallory', role: 'admin' })).toMatchObject(refusal);
    const {
      data: { invite },
    } = await owner.act('operator.reset', { name: 'ann' });
    expect((await lost.query('me')).status).toBe(401);
    const back = await joined(at, invite);
    // After a reset the account approves nothing for a day, so a stolen token is not enough.
    expect(await back.act('money.credit', credit(uid))).toMatchObject(refusal);
    const {
      data: { requestId },
    } = await second.act('money.credit', credit(uid));
    expect(await back.query('approve', { requestId })).toMatchObject(refusal);
    expect(await balanceOf(at, token)).toBe('10000');
  });

  it('is limited by a role', async () => {
    const [eve, fay] = [await hired('eve', 'support'), await hired('fay', 'finance')];
    const { uid } = await shared.user('roles@example.com');
    for (const [who, action, form] of [
      [eve, 'money.credit', credit(uid)],
      [eve, 'parameter.set', { name: 'spot', value: 'closed' }],
      [eve, 'market.status', { coinInfoId: 2, status: 'halted' }],
      [fay, 'kyc.pass', { uid }],
      [fay, 'notice.announce', { title: 'x', content: 'y' }],
      [fay, 'operator.role', { name: 'fay', role: 'admin' }],
    ] as const)
      expect(await who.act(action, form), action).toMatchObject(refusal);
    expect((await eve.query('actions')).data.list.map(({ name }: { name: string }) => name)).not.toContain(
      'money.credit',
    );
    await ann.act('operator.end', { name: 'eve' });
    expect((await eve.query('me')).status).toBe(401);
  });
});

describe('O12: two operators', () => {
  it('approve a credit: not by its requester, logged by name, once', async () => {
    const { at, uid, token } = await outsideDemo();
    const both = await admins(at);
    const { ann: first, ben: second } = both;
    const [sue, fin] = [await hired('sue', 'support', at, both), await hired('fin', 'finance', at, both)];
    expect(await fin.act('money.credit', credit(uid))).toMatchObject({ code: 0, data: { waiting: 1 } });
    const requestId = `gift-${uid}`;
    expect((await first.query('waiting')).data.list).toMatchObject([
      { operator: 'fin', action: 'money.credit', requestId },
    ]);
    expect(await balanceOf(at, token)).toBe('10000');
    expect(await fin.query('approve', { requestId })).toMatchObject(refusal);
    expect(await sue.query('approve', { requestId })).toMatchObject(refusal);
    const answers = await Promise.all([first.query('approve', { requestId }), second.query('approve', { requestId })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await balanceOf(at, token)).toBe('10005');
    const mine = (await first.query('audit', { limit: 3 })).data.list as { operator: string; outcome: string }[];
    expect(mine.map(({ outcome }) => outcome)).toEqual(['done', 'approved', 'waiting']);
    expect(['ann', 'ben']).toContain(mine[1]!.operator);
    expect(mine[2]!.operator).toBe('fin');
    expect((await first.query('waiting')).data.list).toEqual([]);
    expect((await fin.act('money.credit', { ...credit(uid), amount: '500' })).code).toBe(CODE.clientNoReused);
  });

  it('do not execute what was declined, or requested by a former operator', async () => {
    const fin = await hired('fin', 'finance');
    const { uid, token } = await shared.user('declined@example.com');
    await fin.act('money.credit', credit(uid));
    expect((await ann.query('decline', { requestId: `gift-${uid}` })).code).toBe(0);
    expect(await ben.query('approve', { requestId: `gift-${uid}` })).toMatchObject(refusal);
    await fin.act('money.credit', { ...credit(uid), requestId: 'later' });
    await ann.act('operator.end', { name: 'fin' });
    expect(await ben.query('approve', { requestId: 'later' })).toMatchObject(refusal);
    expect(await balanceOf(shared, token)).toBe('10000');
  });

  it('begin and end a halt of the market that a position depends on; one alone sets it to closing', async () => {
    const { token } = await shared.user('held@example.com');
    const [SPOT, PERPETUAL] = [2, 102];
    const halt = (coinInfoId: number, status = 'halted') => ann.act('market.status', { coinInfoId, status });
    expect((await halt(SPOT)).data).toMatchObject({ status: 'halted' });
    expect((await halt(SPOT, 'open')).data).toMatchObject({ status: 'open' });
    const money = { coinInfoId: 1, type: 'transfer_to_contract', amount: '5000', clientNo: 'in' };
    expect((await shared.call('/coin/transfer', money, token)).code).toBe(0);
    const order = { coinInfoId: PERPETUAL, direction: 'long', orderType: 'market', multiple: 10, amount: '0.01' };
    await expect
      .poll(() => shared.call('/coin/contract/order/add', { ...order, clientNo: 'open' }, token), { timeout: 20_000 })
      .toMatchObject({ code: 0 });
    for (const id of [SPOT, PERPETUAL])
      for (const status of ['halted', 'open']) {
        const { data } = await halt(id, status);
        expect(data, `${id} ${status}`).toMatchObject({ waiting: 1 });
        expect((await ben.query('approve', { requestId: data.requestId })).data).toMatchObject({ status });
      }
    for (const status of ['close-only', 'open']) expect((await halt(SPOT, status)).data).toMatchObject({ status });
  });

  it('change roles; a single admin outside demo mode can neither change roles nor credit', async () => {
    const { at, uid, token } = await outsideDemo();
    const owner = operatorOf(at);
    const single = await joined(at, (await owner.act('operator.invite', { name: 'ann', role: 'admin' })).data.invite);
    expect((await single.act('operator.invite', { name: 'puppet', role: 'admin' })).data).toMatchObject({ waiting: 1 });
    expect((await single.act('money.credit', credit(uid))).data).toMatchObject({ waiting: 1 });
    expect((await single.query('operators')).data.list).toMatchObject([{ name: 'ann' }]);
    expect(await balanceOf(at, token)).toBe('10000');
  });

  it('end the accounts of admins: one alone ends one other a day, and oneself', async () => {
    const { at } = await outsideDemo();
    const both = await admins(at);
    const { ann: rogue, ben: second } = both;
    await hired('cas', 'admin', at, both);
    const dan = await hired('dan', 'admin', at, both);
    const [sue, tom] = [await hired('sue', 'support', at, both), await hired('tom', 'support', at, both)];
    for (const name of ['sue', 'tom', 'cas'])
      expect((await rogue.act('operator.end', { name })).data, name).toEqual({ name });
    for (const ended of [sue, tom]) expect((await ended.query('me')).status).toBe(401);
    const { data } = await rogue.act('operator.end', { name: 'ben' });
    expect(data).toMatchObject({ waiting: 1 });
    expect((await second.query('me')).data).toEqual({ name: 'ben', role: 'admin' });
    expect((await dan.act('operator.end', { name: 'ann' })).data).toEqual({ name: 'ann' });
    expect((await rogue.query('me')).status).toBe(401);
    expect(await second.query('approve', { requestId: data.requestId })).toMatchObject(refusal);
    expect((await dan.act('operator.end', { name: 'dan' })).data).toEqual({ name: 'dan' });
  });

  it('do not execute what one asked for whose account was reset since, for a day', async () => {
    const { at, uid, token } = await outsideDemo();
    const { ann: lost, ben: second } = await admins(at);
    expect((await lost.act('money.credit', credit(uid))).data).toMatchObject({ waiting: 1 });
    const { invite } = (await operatorOf(at).act('operator.reset', { name: 'ann' })).data;
    await joined(at, invite);
    expect(await second.query('approve', { requestId: `gift-${uid}` })).toMatchObject(refusal);
    expect(await balanceOf(at, token)).toBe('10000');
  });

  it('are not replaced by the token: it invites no further admin beside those whom it resets or has invited', async () => {
    for (const at of [(await outsideDemo()).at, await running()]) {
      const owner = operatorOf(at);
      const { ben: second } = await admins(at);
      const invite = (name: string) => owner.act('operator.invite', { name, role: 'admin' });
      await owner.act('operator.reset', { name: 'ann' });
      expect(await invite('puppet')).toMatchObject(refusal);
      await second.act('operator.end', { name: 'ann' });
      expect((await invite('third')).code).toBe(0);
      expect(await invite('puppet')).toMatchObject(refusal);
      await owner.act('operator.reset', { name: 'ben' });
      expect(await invite('puppet')).toMatchObject(refusal);
      expect(await owner.query('health')).toMatchObject({ status: 403 });
    }
  });

  it('decide at once: one decision holds, the other is refused, and the log has both', async () => {
    const fin = await hired('fred', 'finance');
    const at = shared;
    const outcomes = async (action: string) =>
      ((await ann.query('audit', { limit: 200 })).data.list as { action: string; operator: string; outcome: string }[])
        .filter((entry) => entry.action.startsWith(action) && entry.outcome !== 'asked')
        .map(({ outcome }) => outcome)
        .toSorted();
    const codes = (answers: readonly OpsAnswer[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b);
    const route = { coinInfoId: 1, chain: 'TRC20' };
    for (let round = 1; round <= 4; round += 1) {
      const { uid, token } = await at.user(`both${round}@example.com`);
      await at.call('/user/kyc', KYC, token);
      const { address } = (await at.call('/coin/recharge/address/generate', route, token)).data;
      const deposit = { ...route, address, amount: '150', img: KYC.imgFront, clientNo: 'd' };
      const { id } = (await at.call('/coin/recharge/add', deposit, token)).data;
      const checks = [ann.act('kyc.pass', { uid }), ben.act('kyc.fail', { uid, imgFront: 'blurred' })];
      const funds = [fin.act('deposit.approve', { id }), ben.act('deposit.refuse', { id, reason: 'no' })];
      const [kyc, money] = await Promise.all([
        Promise.all(round % 2 === 0 ? checks : checks.toReversed()),
        Promise.all(round % 2 === 0 ? funds : funds.toReversed()),
      ]);
      expect(codes(kyc)).toEqual([0, CODE.notFound]);
      expect(codes(money)).toEqual([0, CODE.orderFinished]);
      const isPaid = (await funds[0]!).code === 0;
      expect(await balanceOf(at, token)).toBe(isPaid ? '10150' : '10000');
      const { userKyc } = (await at.call('/user/info', {}, token)).data;
      expect(userKyc.status).toBe((await checks[0]!).code === 0 ? 1 : 2);
    }
    const half = [...Array.from({ length: 4 }, () => 'done'), ...Array.from({ length: 4 }, () => 'refused')];
    expect([await outcomes('kyc.'), await outcomes('deposit.')]).toEqual([half, half]);
    const set = (value: string) => ({ name: 'spot', value });
    await Promise.all([ann.act('parameter.set', set('closed')), ben.act('parameter.set', set('open'))]);
    const { list } = (await ann.query('history', { name: 'spot' })).data;
    expect(list.map(({ operator }: { operator: string }) => operator).toSorted()).toEqual(['ann', 'ben']);
    const { list: values } = (await ann.query('parameters')).data;
    expect(values.find(({ name }: { name: string }) => name === 'spot').value).toBe(list[0].value);
    // An invitation is a secret.
    const text = JSON.stringify((await ann.query('audit', { limit: 200 })).data);
    expect(text).toContain('operator.invite');
    expect(text).not.toMatch(/"invite\\?":/);
  });
});

describe('the command line of an operator', () => {
  it('accepts an invitation, logs in and out, requests and approves an action', async () => {
    const { at, uid } = await outsideDemo();
    const env = { DATA_DIR: at.dataDir, PORT: String(at.exchange.address.port), HOST: '127.0.0.1' };
    const typed = async (line: string, answers: ((question: string) => string)[] = []) =>
      (await operatorCommand(line.split(' '), env, async (question) => answers.shift()!(question))).join('\n');
    const invite = /^invite +(\S+)/m.exec(await typed('operator.invite name=ann role=admin --reason first --yes'))![1]!;
    // Of 64 characters, one was a dash: every 64th invitation was taken for an option.
    expect(invite).toMatch(/^[0-9a-f]{64}$/);
    let secret = '';
    const password = (question: string) => {
      secret = /authenticator: ([A-Z2-7]+)/.exec(question)?.[1] ?? secret;
      return PASSWORD;
    };
    expect(await typed(`join ${invite}`, [password, () => codeOf(secret)])).toContain('logged in');
    const device = join(at.dataDir, 'private', 'operator.device');
    expect(readFileSync(device, 'utf8')).toMatch(/^operator-device=[\w.-]{66}$/);
    expect(statSync(device).mode & 0o777).toBe(0o600);
    expect(await typed('me')).toMatch(/name +ann/);
    expect(await typed('logout')).toContain('logged out');
    expect(await typed('login ann', [password, () => codeOf(secret, 1)])).toContain('logged in');
    expect(
      await typed(`money.credit uid=${uid} wallet=spot coinId=1 amount=1 --request two --reason gift --yes`),
    ).toContain('waits for a second operator');
    expect(await typed('waiting')).toContain('requestId=two');
    await expect(typed('approve two')).rejects.toThrow(/second operator/);
    expect(await typed('decline two')).toContain('declined');
  });
});
