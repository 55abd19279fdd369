// Default rate limits: the request beyond gets 1429, and other callers are not affected.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RejectError } from '../../../core/errors/errors.ts';
import { networkOf } from '../../../server/gateway/proxies.ts';
import { RateLimits } from '../../../server/gateway/rate-limits.ts';
import { withinASecond } from '../../support/data/within-a-second.ts';
import { PASSWORD, type Running, startRunning } from '../../support/server/running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
});
afterAll(() => at.stop());

const from = (ip: string) => ({ 'x-forwarded-for': ip });

/** Registers a user from an address; returns the token. */
async function register(email: string, ip: string): Promise<string> {
  const { data } = await at.call('/common/code/send', { email, scene: 'register' }, '', from(ip));
  const form = { email, code: data.demoCode, password: PASSWORD, rePassword: PASSWORD };
  return (await at.call('/user/register', form, '', from(ip))).data.accesstoken;
}

describe('limits', () => {
  it('answers 20 public calls a second of one address, the next with 1429', async () => {
    const call = (ip: string) => at.call('/common/prop', { keys: 'version' }, '', from(ip));
    const [answers, other] = await withinASecond(async () => [
      await Promise.all(Array.from({ length: 25 }, () => call('10.0.0.1'))),
      await call('10.0.0.2'),
    ]);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({ code: 1429, status: 200, data: { retryAfter: 1 } });
    expect(other.code).toBe(0);
  });

  it('answers five past books a second of one address, and current ones beside them', async () => {
    const [past, current, events] = await withinASecond(async () => {
      const ip = from('10.0.0.4');
      const book = (fields: object) => at.call('/coin/books', { coinInfoId: 2, ...fields }, '', ip);
      return [
        await Promise.all(Array.from({ length: 9 }, () => book({ time: 1 }))),
        await book({}),
        await at.call('/coin/events', { coinInfoId: 2, startTime: 1, endTime: 2 }, '', ip),
      ];
    });
    expect(past.map(({ code }) => code).toSorted()).toEqual([...Array(5).fill(1404), ...Array(4).fill(1429)]);
    expect(current.code).toBe(0);
    expect(events.code).toBe(1429);
  });

  it('counts all addresses of one IPv6 line as one caller', async () => {
    const calls = (addresses: string[]) =>
      Promise.all(addresses.map((ip) => at.call('/common/prop', { keys: 'version' }, '', from(ip))));
    const own = Array.from({ length: 25 }, (_, n) => `2001:db8:0:7:${n}:${n}::1`);
    const [answers, [others]] = await withinASecond(
      async () => [await calls(own), await calls(['2001:db8:0:8::1'])] as const,
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(others!.code).toBe(0);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0:0:ffff:1:2:3', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::ffff:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['64:ff9b:1::192.0.2.7', '64:ff9b:1:0'],
    ['::192.0.2.7', '0:0:0:0'],
    ['', ''],
    ['unknown', 'unknown'],
    // Texts of proxies that add ports, and that pass on what callers claim.
    ['9.9.9.9:50123', '9.9.9.9'],
    ['[2001:db8:9:9::1]:443', '2001:db8:9:9'],
    ['[2001:db8:9:9::2]', '2001:db8:9:9'],
    ['[::ffff:9.9.9.9]:443', '9.9.9.9'],
    ['fe80::7%eth0', 'fe80:0:0:0'],
    ['garbage', 'unknown'],
    ['009.9.9.9', 'unknown'],
    // 6to4: who has the IPv4 address has 65,536 networks of it.
    ['2002:909:909::1', '9.9.9.9'],
    ['2002:0909:0909:5:1::7', '9.9.9.9'],
  ])('the caller at %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('trusts the proxy only: an address that the caller claims is ignored', async () => {
    const answers = await withinASecond(() =>
      Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          at.call('/common/prop', { keys: 'version' }, '', from(`10.9.9.${n}, 10.0.0.3`)),
        ),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
  });

  it('accepts one code request a minute per address, and others are not affected', async () => {
    const send = (email: string, ip: string) =>
      at.call('/common/code/send', { email, scene: 'register' }, '', from(ip));
    expect((await send('one@example.com', '10.0.1.1')).code).toBe(0);
    expect((await send('ONE@example.com', '10.0.1.2')).code).toBe(0);
    const again = await send('two@example.com', '10.0.1.1');
    expect(again.code).toBe(1429);
    expect(again.data.retryAfter).toBeGreaterThan(50);
  });

  it('accepts ten money calls a second per account, from any address', async () => {
    const token = await register('fast@example.com', '10.0.2.1');
    const answers = await withinASecond(() =>
      Promise.all(
        Array.from({ length: 14 }, (_, n) => at.call('/coin/order/close', { all: 1 }, token, from(`10.0.3.${n}`))),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 1429)).toHaveLength(4);
  });

  it('counts a call that is sent again under its key too', async () => {
    const token = await register('again@example.com', '10.0.6.1');
    const key = { 'idempotency-key': 'a-call-sent-again' };
    const answers = await withinASecond(async () => {
      const again: number[] = [];
      for (let n = 0; n < 25; n += 1)
        again.push((await at.call('/coin/collect/add', { coinInfoId: 2 }, token, key)).code);
      return again;
    });
    expect(answers).toEqual([...Array(20).fill(0), ...Array(5).fill(1429)]);
  });

  it('A3: whoever floods in a stolen session does not keep the owner from ending it', async () => {
    const email = 'flooded@example.com';
    const token = await register(email, '10.0.5.1');
    const [flood, ended, after] = await withinASecond(async () => {
      const stolen = (await at.call('/user/login', { email, password: PASSWORD }, '', from('10.0.5.2'))).data;
      const ask = (path: string) => at.call(path, {}, stolen.accesstoken);
      const paths = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? '/coin/assets' : '/user/info'));
      const answers = await Promise.all(paths.map(ask));
      return [answers, await at.call('/user/info', { endSession: 'others' }, token), await ask('/user/notice')];
    });
    expect(flood.filter(({ code }) => code === 1429)).toHaveLength(10);
    expect([ended.code, after.code]).toEqual([0, -1000]);
  });

  it('makes one file a second for an account, of any list, and lists beside it', async () => {
    const token = await register('files@example.com', '10.0.4.1');
    const [files, list] = await withinASecond(async () => {
      const list = (path: string, form: object) => at.call(path, { ...form }, token);
      return [
        await Promise.all([
          list('/coin/order/list', { state: 'history', export: 'csv' }),
          list('/coin/contract/order/list', { export: 'csv' }),
          list('/user/point/change/log', { export: 'csv' }),
          list('/coin/recharge/order', { export: 'csv' }),
        ]),
        await list('/coin/order/list', { state: 'history' }),
      ];
    });
    expect(files.map(({ code }) => code)).toEqual([0, 1429, 1429, 1429]);
    expect(list.code).toBe(0);
  });

  it("S16: go by the exchange's time, whichever way the machine's clock jumps", async () => {
    const DAY_MS = 86_400_000;
    let nowMs = Date.UTC(2026, 10, 28);
    const limits = new RateLimits(true, () => nowMs);
    const refused = async () => {
      const cause: unknown = await Promise.resolve(limits.consume('code', 'x')).catch((error: unknown) => error);
      return (cause as RejectError | null)?.reject.params?.['retryAfter'];
    };
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    onTestFinished(() => void vi.useRealTimers());
    expect(await refused()).toBe(undefined);
    for (let n = 0; n < 10; n += 1) await limits.count('loginAddress', 'x');
    nowMs += 10_000;
    for (const jumpMs of [DAY_MS, -DAY_MS]) {
      vi.setSystemTime(nowMs + jumpMs);
      expect(await refused()).toBe(50);
      expect(await limits.isExhausted('loginAddress', 'x')).toBe(true);
    }
    nowMs += 50_000;
    expect(await refused()).toBe(undefined);
    nowMs += 15 * 60_000;
    expect(await limits.isExhausted('loginAddress', 'x')).toBe(false);
  });

  it('can be switched off', async () => {
    const limits = new RateLimits(false, Date.now);
    for (let n = 0; n < 100; n += 1) await limits.consume('read', 'x');
    for (let n = 0; n < 100; n += 1) await limits.count('loginAddress', 'x');
    expect(await limits.isExhausted('loginAddress', 'x')).toBe(false);
  });

  it('counts uses without refusing', async () => {
    const limits = new RateLimits(true, Date.now);
    for (let n = 0; n < 9; n += 1) await limits.count('loginAddress', 'x');
    expect(await limits.isExhausted('loginAddress', 'x')).toBe(false);
    await limits.count('loginAddress', 'x');
    expect([await limits.isExhausted('loginAddress', 'x'), await limits.isExhausted('loginAddress', 'y')]).toEqual([
      true,
      false,
    ]);
  });
});
