// 500 tries each way: neither text nor time reveals whether an e-mail is registered, and a code is usable once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { ownCode } from '../../../support/server/emailed-code.ts';

const TRIES = 500;
/** A captcha is required after as many. */
const EACH = 3;
const MAX_APART_MS = 5;
let at: Running;
const known = (n: number): string => `known${Math.floor(n / EACH)}@example.com`;
const nobody = (n: number): string => `nobody${Math.floor(n / EACH)}@example.com`;

beforeAll(async () => {
  at = await startRunning();
  for (let n = 0; n < TRIES; n += EACH) await at.user(known(n));
}, 600_000);
afterAll(() => at.stop());

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** The same call for known and unknown e-mails alternately, each first equally often. */
async function compare(
  make: (email: string) => Promise<{ code: number; msg: string; data: unknown; status: number }>,
): Promise<{ apartMs: number; words: Set<string> }> {
  const times: [number[], number[]] = [[], []];
  const words = new Set<string>();
  for (let n = 0; n < TRIES; n += 1) {
    for (const side of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      const { code, msg, data, status } = await make(side === 0 ? known(n) : nobody(n));
      times[side].push(performance.now() - began);
      words.add(JSON.stringify([code, msg, status, Object.keys(data as object)]));
    }
  }
  const [one, two] = [median(times[0]), median(times[1])];
  console.log(`medians of ${TRIES}: known ${one.toFixed(2)} ms, unknown ${two.toFixed(2)} ms`);
  return { apartMs: Math.abs(one - two), words };
}

describe('enumeration', () => {
  it.each([
    ['login', (email: string) => at.call('/user/login', { email, password: 'wrong password' })],
    ['a code', (email: string) => at.call('/common/code/send', { email, scene: 'forgot' })],
    [
      'a new password with a wrong code',
      (email: string) =>
        at.call('/common/find/password', { email, code: '000000', password: PASSWORD, rePassword: PASSWORD }),
    ],
    [
      'registration with a wrong code',
      (email: string) => at.call('/user/register', { email, code: '000000', password: PASSWORD, rePassword: PASSWORD }),
    ],
  ])('%s', { timeout: 600_000 }, async (_name, make) => {
    const { apartMs, words } = await compare(make);
    expect([...words]).toHaveLength(1);
    expect(apartMs).toBeLessThan(MAX_APART_MS);
  });
});

it('accepts one authenticator code for one of a hundred concurrent new passwords', { timeout: 120_000 }, async () => {
  const { token } = await at.user('bound@example.com');
  const {
    data: { secret },
  } = await at.call('/user/bind/google/prep', {}, token);
  await at.call(
    '/user/bind/google',
    { secret, googleCode: codeAt(secret, Date.now() - 30_000), code: await ownCode(at, token, 'bindGoogle') },
    token,
  );
  const googleCode = codeAt(secret, Date.now());
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      at.call(
        '/user/update/password',
        { oldPassword: PASSWORD, newPassword: `horse ${n} staple`, rePassword: `horse ${n} staple`, googleCode },
        token,
      ),
    ),
  );
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
});
