// Authentication by token: same origin or a program, limits on wrong tokens, no trust in addresses.
import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../server/bootstrap/config.ts';
import {
  MAX_WRONG_LOGINS_PER_NAME,
  MAX_WRONG_TOKENS,
  type Refusal,
  Authenticator,
} from '../../../server/admin/auth.ts';
import type { OperatorAccounts } from '../../../server/admin/operator-accounts.ts';
import { isToken, tokenPath } from '../../../server/admin/operator-token.ts';
import { solve } from '../services/auth/captcha-solver.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';
import { type TestOperator, operatorOf } from '../../support/server/operator-client.ts';

let at: Running;
let operator: TestOperator;
beforeAll(async () => {
  at = await startRunning();
  operator = operatorOf(at);
});
afterAll(() => at.stop());

const QUESTIONS = [
  'me',
  'operators',
  'waiting',
  'approve',
  'decline',
  'actions',
  'health',
  'markets',
  'queue',
  'item',
  'person',
  'parameters',
  'history',
  'audit',
  'act',
];

describe('A21: calls of the admin API', () => {
  it.each(QUESTIONS)('/ops/api/%s refuses an unknown field', async (name) => {
    const fields: Record<string, Record<string, string>> = {
      approve: { requestId: 'x' },
      decline: { requestId: 'x' },
      queue: { queue: 'kyc' },
      item: { queue: 'kyc', id: '1' },
      person: { who: 'x' },
      act: { action: 'parameter.set', name: 'maintenance', value: 'off', reason: 'x', requestId: 'unknown-field' },
    };
    const answer = await operator.query(name, { ...fields[name], by: 'somebody' });
    expect([answer.code, answer.data]).toEqual([1400, { field: 'by', rule: 'unknown' }]);
  });

  it('an action with an unknown field is neither executed nor logged', async () => {
    const before = (await operator.query('audit')).data.list.length as number;
    expect((await operator.act('parameter.set', { name: 'maintenance', value: 'on', by: 'somebody' })).code).toBe(1400);
    expect((await operator.query('parameters')).data.list[0]).toMatchObject({ name: 'maintenance', value: 'off' });
    expect((await operator.query('audit')).data.list).toHaveLength(before);
  });

  it.each(['login', 'logout', 'invitation', 'join'])('/ops/api/%s refuses an unknown field too', async (name) => {
    expect(await operator.query(name, { by: 'somebody' })).toMatchObject({ code: 1400, data: { field: 'by' } });
  });
});

describe('O1: the token', () => {
  it('is created at first start with 256 bits, readable by its owner only, and stays', () => {
    expect(operator.token).toMatch(/^[\w-]{43}$/);
    expect(statSync(tokenPath(at.dataDir)).mode & 0o777).toBe(0o600);
    expect(readConfig({ OPERATOR_TOKEN: 'x'.repeat(32) }).operatorToken).toHaveLength(32);
    expect(() => readConfig({ OPERATOR_TOKEN: 'short' })).toThrow(/OPERATOR_TOKEN/);
    expect(() => readConfig({ OPERATOR_TOKEN: `${'x'.repeat(40)} y` })).toThrow(/OPERATOR_TOKEN/);
  });

  it.each(QUESTIONS)('is required by /ops/api/%s before anything is read, from this machine too', async (name) => {
    for (const authorization of ['', 'Bearer', 'Basic x', `Bearer ${'x'.repeat(300)}`]) {
      const answer = await operator.query(name, {}, { authorization });
      expect(answer).toMatchObject({ status: 401, code: -1000, headers: { 'www-authenticate': 'Bearer' } });
      expect(JSON.stringify(answer)).not.toContain(operator.token);
    }
  });

  it('is required behind a proxy too: an address in a header gives no access', async () => {
    const proxied = await startRunning({ TRUST_PROXY: '1' });
    try {
      const claims = {
        'x-forwarded-for': '127.0.0.1',
        'x-real-ip': '127.0.0.1',
        forwarded: 'for=127.0.0.1',
        host: 'localhost',
      };
      expect((await operatorOf(proxied).query('health', {}, { ...claims, authorization: '' })).status).toBe(401);
      expect((await operatorOf(proxied).query('health', {}, claims)).code).toBe(0);
    } finally {
      await proxied.stop();
    }
  });

  it("is not replaced by a user's session", async () => {
    const { token } = await at.user('session@example.com');
    expect((await operator.query('health', {}, { authorization: `Bearer ${token}`, accesstoken: token })).status).toBe(
      401,
    );
  });

  it('is accepted from a program without an origin and from the same origin', async () => {
    expect((await operator.query('health')).code).toBe(0);
    expect(
      (await operator.query('health', {}, { origin: 'http://exchange.example.com', 'sec-fetch-site': 'same-origin' }))
        .code,
    ).toBe(0);
  });

  it.each([
    [{ origin: 'http://evil.example.com' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'http://exchange.example.com', host: 'rebound.example.com' }],
    [{ origin: 'http://exchange.example.com:81' }],
  ])('refuses a page of another site or host, even with the token: %o', async (headers) => {
    const before = (await operator.query('audit')).data.list.length;
    const answer = await operator.query(
      'act',
      { action: 'parameter.set', name: 'maintenance', value: 'on', reason: 'x', requestId: 'x' },
      headers,
    );
    expect(answer).toMatchObject({ status: 403, code: -1000 });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect((await operator.query('audit')).data.list).toHaveLength(before);
  });

  it('is not accepted from other origins: CORS preflights are not answered', async () => {
    const response = await at.exchange.http.inject({
      method: 'OPTIONS',
      url: '/ops/api/act',
      headers: { origin: 'http://evil.example.com', 'access-control-request-method': 'POST' },
    });
    expect(response.statusCode).toBe(404);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (
        await at.exchange.http.inject({
          method: 'GET',
          url: '/ops/api/health',
          headers: { authorization: `Bearer ${operator.token}` },
        })
      ).statusCode,
    ).toBe(404);
  });

  it(`is answered with 429 after ${MAX_WRONG_TOKENS} wrong ones from an address; the right one still works`, async () => {
    const limited = await startRunning();
    onTestFinished(() => limited.stop());
    const from = async (remoteAddress: string, authorization: string) => {
      const { statusCode, headers } = await limited.exchange.http.inject({
        method: 'POST',
        url: '/ops/api/health',
        remoteAddress,
        headers: { authorization },
      });
      return { statusCode, retryAfter: headers['retry-after'] };
    };
    for (let count = 0; count < MAX_WRONG_TOKENS; count += 1)
      expect(await from('192.0.2.1', `Bearer guess${count}`)).toMatchObject({ statusCode: 401 });
    expect(await from('192.0.2.1', 'Bearer guess')).toMatchObject({
      statusCode: 429,
      retryAfter: expect.stringMatching(/^\d+$/) as string,
    });
    expect(await from('192.0.2.2', 'Bearer guess')).toMatchObject({ statusCode: 401 });
    expect(await from('192.0.2.1', `Bearer ${operatorOf(limited).token}`)).toMatchObject({ statusCode: 200 });
  });

  it(`O1: no password is checked after ${MAX_WRONG_TOKENS} wrong logins from an address, also when they come at once`, async () => {
    const checked: string[] = [];
    const accounts = {
      login: async ({ name }: { name: string }) => {
        checked.push(name);
        return name === 'ann' ? 'session' : null;
      },
    } as unknown as OperatorAccounts;
    const auth = new Authenticator({ token: 'k'.repeat(43), accounts, demo: false, now: Date.now });
    const login = (ip: string, name: string) =>
      auth.login({ ip, headers: {} }, { name, password: 'x', code: '000000' });
    for (let count = 0; count < 3 * MAX_WRONG_TOKENS; count += 1)
      expect(await login('192.0.2.9', 'ann')).toBe('session');
    checked.length = 0;
    const wrong = await Promise.all(
      Array.from({ length: 3 * MAX_WRONG_TOKENS }, (_, count) => login('192.0.2.1', `nobody${count}`)),
    );
    expect(checked).toHaveLength(MAX_WRONG_TOKENS);
    expect(wrong.filter((answer) => typeof answer === 'object' && answer.status === 429)).toHaveLength(
      2 * MAX_WRONG_TOKENS,
    );
    expect(await login('192.0.2.1', 'ann')).toMatchObject({ status: 429, retryAfterS: expect.any(Number) as number });
    expect(await login('192.0.2.2', 'ann')).toBe('session');
    expect(checked).toHaveLength(MAX_WRONG_TOKENS + 1);
  });

  it('O11: a login comes from the device that its cookie names', async () => {
    const seen: unknown[] = [];
    const accounts = {
      login: async ({ device }: { device: string }) => {
        seen.push(device);
        return 'session';
      },
    } as unknown as OperatorAccounts;
    const auth = new Authenticator({ token: 'k'.repeat(43), accounts, demo: false, now: Date.now });
    for (const cookie of ['operator-device=a.b', 'x=y; operator-device=a-1.b_2; z=1', 'not-operator-device=a.b', ''])
      await auth.login({ ip: '192.0.2.1', headers: { cookie } }, { name: 'ann', password: 'x', code: '000000' });
    expect(seen).toEqual(['a.b', 'a-1.b_2', '', '']);
  });

  it('O11: strangers cannot keep an owner out: beyond the limits a login needs a captcha, each valid once', async () => {
    let checked = 0;
    const accounts = {
      login: async ({ password }: { password: string }) => {
        checked += 1;
        return password === 'right' ? 'session' : null;
      },
    } as unknown as OperatorAccounts;
    const auth = new Authenticator({ token: 'k'.repeat(43), accounts, demo: false, now: Date.now });
    const login = (ip: string, password: string, solved: object = {}) =>
      auth.login({ ip, headers: {} }, { name: 'ann', password, code: '000000', ...solved });
    const solved = async (ip: string) => {
      const refusal = await login(ip, 'right');
      const { captcha } = refusal as Refusal;
      if (!captcha) throw new Error('no captcha was offered');
      return { captchaId: captcha.captchaId, captcha: solve(captcha.salt, captcha.bits) };
    };
    // An address of the owner's own network.
    for (let count = 0; count < MAX_WRONG_TOKENS; count += 1) await login('192.0.2.1', 'wrong');
    expect(await login('192.0.2.1', 'right')).toMatchObject({ status: 429 });
    expect(await login('192.0.2.1', 'right', await solved('192.0.2.1'))).toBe('session');
    // Many addresses.
    for (let count = 0; count < MAX_WRONG_LOGINS_PER_NAME; count += 1) await login(`198.51.100.${count}`, 'wrong');
    expect(await login('192.0.2.2', 'right')).toMatchObject({ status: 429 });
    const once = await solved('192.0.2.2');
    checked = 0;
    expect(await login('192.0.2.2', 'wrong', once)).toMatchObject({ status: 401 });
    await expect(login('192.0.2.2', 'right', once)).rejects.toMatchObject({ reject: { code: 1401 } });
    await expect(login('192.0.2.2', 'right', { ...once, captcha: 'x' })).rejects.toThrow();
    expect(checked).toBe(1);
    expect(await login('192.0.2.2', 'right', await solved('192.0.2.2'))).toBe('session');
  });

  it('is compared in constant time, wherever it differs and whatever its length', () => {
    const token = 'k'.repeat(43);
    const shown = [`x${token.slice(1)}`, `${token.slice(1)}x`, 'k'];
    // Minimum of many short rounds in rotation: excludes other load on the machine, with more of them the better.
    const quickest = shown.map(() => Infinity);
    const ratio = (): number =>
      Math.max(quickest[0] ?? 0, quickest[1] ?? 0) / Math.min(quickest[0] ?? 0, quickest[1] ?? 0);
    for (let round = 0; round < 300 || (ratio() >= 1.25 && round < 30_000); round += 1) {
      shown.forEach((text, which) => {
        const began = performance.now();
        for (let at = 0; at < 50; at += 1) if (isToken(token, text)) throw new Error('let in');
        quickest[which] = Math.min(quickest[which] ?? Infinity, performance.now() - began);
      });
    }
    expect(ratio()).toBeLessThan(1.25);
    expect(isToken(token, token)).toBe(true);
  });
});
