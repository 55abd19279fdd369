// Rate limits as they stand by default: the next request gets a business code, and others are not touched.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLimits } from '../../../server/gateway/rate-limits.ts';
import { type Running, startRunning } from './running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
});
afterAll(() => at.stop());

const from = (ip: string) => ({ 'x-forwarded-for': ip });

describe('limits', () => {
  it('answers 20 public calls a second of one address, the next with 1429', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => at.call('/common/prop', { keys: 'version' }, '', from('10.0.0.1'))),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({ code: 1429, status: 200, data: { retryAfter: 1 } });
    expect((await at.call('/common/prop', { keys: 'version' }, '', from('10.0.0.2'))).code).toBe(0);
  });

  it('believes the proxy alone: an address that the caller claims in front of it counts for nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        at.call('/common/prop', { keys: 'version' }, '', from(`10.9.9.${n}, 10.0.0.3`)),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
  });

  it('takes one request for a code a minute from an address, and lets nobody stand in another’s way', async () => {
    const send = (email: string, ip: string) =>
      at.call('/common/code/send', { email, scene: 'register' }, '', from(ip));
    expect((await send('one@example.com', '10.0.1.1')).code).toBe(0);
    expect((await send('ONE@example.com', '10.0.1.2')).code).toBe(0);
    const again = await send('two@example.com', '10.0.1.1');
    expect(again.code).toBe(1429);
    expect(again.data.retryAfter).toBeGreaterThan(50);
  });

  it('takes ten money calls a second of one account, wherever they come from', async () => {
    const { data } = await at.call(
      '/common/code/send',
      { email: 'fast@example.com', scene: 'register' },
      '',
      from('10.0.2.1'),
    );
    const password = 'correct horse';
    const person = await at.call(
      '/user/register',
      { email: 'fast@example.com', code: data.demoCode, password, rePassword: password },
      '',
      from('10.0.2.1'),
    );
    const token: string = person.data.accesstoken;
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => at.call('/coin/order/close', { all: 1 }, token, from(`10.0.3.${n}`))),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 1429)).toHaveLength(4);
  });

  it('can be switched off', async () => {
    const limits = createLimits(false);
    for (let n = 0; n < 100; n += 1) await limits.take('read', 'x');
    for (let n = 0; n < 100; n += 1) await limits.count('loginAddress', 'x');
    expect(await limits.spent('loginAddress', 'x')).toBe(false);
  });

  it('counts what is spent without asking', async () => {
    const limits = createLimits(true);
    for (let n = 0; n < 9; n += 1) await limits.count('loginAddress', 'x');
    expect(await limits.spent('loginAddress', 'x')).toBe(false);
    await limits.count('loginAddress', 'x');
    expect([await limits.spent('loginAddress', 'x'), await limits.spent('loginAddress', 'y')]).toEqual([true, false]);
  });
});
