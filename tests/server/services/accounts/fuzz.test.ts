// The account calls with thousands of mutated forms: always an envelope, no 1500 or 1501, no change by a refusal.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../../core/endpoints/http.ts';
import { PASSWORD, type Running, startRunning, WITH_ARCHIVE } from '../../../support/server/running-exchange.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import { loose } from '../../gateway/fuzz/fuzz-requests.ts';

const REQUESTS = 6_000;
const BATCH = 50;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

let at: Running;
let tokens: string[];
beforeAll(async () => {
  at = await startRunning(WITH_ARCHIVE);
  tokens = [(await at.user('one@example.com')).token, (await at.user('two@example.com')).token];
});
afterAll(() => at.stop());

const nasty = [
  '',
  '0',
  '1',
  '-1',
  '2',
  '999999999999999',
  '9007199254740993',
  '1e9',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '<script>',
  '\u0000',
  '\u202e',
  '😀',
  '\ud800',
  'a'.repeat(5000),
  '../../etc/passwd',
  'one@example.com',
  'two@example.com',
  'x@y',
  '000000',
  '123456',
  '１２３４５６',
  'all',
  'csv',
  'spot',
  'contract',
  'others',
  'front',
  'back',
  'TW',
  'ZZ',
  'TW-TPE',
  'en-US',
  'zh-TW',
  'personal',
  'system',
  'register',
  'forgot',
  'login',
  'password',
  'bindGoogle',
  'resetGoogle',
  'withdraw',
  '1,2,3',
  ','.repeat(300),
  'captcha,countries,knowledge,fee',
  'faucet',
  fieldOf('jpeg'),
  fieldOf('animated'),
  'image/jpeg;base64url,_9j_',
  'A'.repeat(32),
];
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const registration = { email: 'x@y.zz', code: '000000', password: PASSWORD, rePassword: PASSWORD };
const good: [string, Record<string, string>][] = [
  [
    '/user/login',
    {
      email: 'nobody@example.com',
      password: 'password1',
      captchaId: 'x',
      captcha: 'y',
      googleCode: '123456',
      code: '123456',
    },
  ],
  ['/user/register', { ...registration, inviteCode: 'X', captchaId: 'x', captcha: 'y' }],
  ['/user/register', registration],
  ['/user/info', { sessions: '1', kyc: '1', kycImage: 'front', antiPhish: 'word' }],
  ['/user/info', { endSession: 'AAAAAAAAAAAAAAAA' }],
  [
    '/user/update/password',
    {
      oldPassword: 'wrong password',
      newPassword: 'battery staple',
      rePassword: 'battery staple',
      code: '000000',
      googleCode: '000000',
    },
  ],
  [
    '/user/point/change/log',
    {
      type: '0',
      account: 'spot',
      coinInfoId: '1',
      lastId: '9',
      export: 'csv',
      page: '1',
      pageSize: '20',
      startTime: '0',
      endTime: '9',
    },
  ],
  ['/user/point/change/log', { type: 'spot_buy', page: '2' }],
  [
    '/user/kyc',
    {
      country: 'TW',
      certType: '1',
      fullName: 'A B',
      certNo: '12345',
      imgFront: fieldOf('gray'),
      imgBack: fieldOf('webp'),
      draft: '1',
    },
  ],
  ['/user/bind/google/prep', {}],
  ['/user/bind/google', { secret: 'A'.repeat(32), googleCode: '123456', code: '123456' }],
  [
    '/user/bind/google/reset',
    {
      password: 'wrong password',
      code: '123456',
      googleCode: '123456',
      recoveryCode: 'AAAA-AAAA-AAAA-AAAA',
      imgSelf: fieldOf('gray'),
    },
  ],
  ['/user/code/send', { scene: 'withdraw' }],
  ['/user/notice', { kind: 'all', unread: '1', page: '1', pageSize: '5' }],
  ['/user/notice/read', { id: '1', ids: '1,2' }],
  ['/user/profit', { range: 'all' }],
  ['/common/prop', { keys: 'captcha,countries,about,faucet' }],
  ['/common/notice', { kind: 'article', id: '1', lang: 'zh-TW', page: '1', pageSize: '5' }],
  ['/common/code/send', { email: 'x@y.zz', scene: 'forgot', captchaId: 'x', captcha: 'y' }],
  [
    '/common/find/password',
    {
      email: 'one@example.com',
      code: '000000',
      password: 'battery staple',
      rePassword: 'battery staple',
      googleCode: '000000',
    },
  ],
  ['/coin/collect/add', { coinInfoId: '2', type: 'coin' }],
  ['/coin/collect/del', { coinInfoId: '2', ids: '2,3', order: '3,2' }],
];
const request = fc.constantFrom(...good).chain(([path, form]) =>
  fc.record({
    path: fc.constant(path),
    who: fc.constantFrom(0, 1, 2),
    body: fc
      .tuple(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(form), 'extra'), value), { maxLength: 2 }),
        fc.subarray(Object.keys(form)),
      )
      .map(([changes, left]) => {
        const remaining =
          left.length % 3 === 0 ? Object.fromEntries(left.map((name) => [name, form[name] ?? ''])) : form;
        return Object.entries({ ...remaining, ...Object.fromEntries(changes) })
          .map(([name, text]) => `${loose(name)}=${loose(text)}`)
          .join('&');
      }),
  }),
);

describe('fuzz', () => {
  it(`answers ${REQUESTS} mutated forms (seed ${SEED})`, async () => {
    const answered = new Map<number, number>();
    const fire = async ({ path, who, body }: { path: string; who: number; body: string }): Promise<void> => {
      const headers: Record<string, string> = {
        'content-type': 'application/x-www-form-urlencoded',
        ...(who < 2 ? { accesstoken: tokens[who] ?? '' } : {}),
      };
      const response = await at.exchange.http.inject({ method: 'POST', url: API_BASE + path, headers, payload: body });
      const summary = `${path} ${body.slice(0, 300)} -> ${response.statusCode} ${response.body.slice(0, 300)}`;
      expect(response.statusCode, summary).toBeLessThan(500);
      const { code, msg, data } = JSON.parse(response.body);
      expect([Number.isInteger(code), typeof msg, data !== undefined], summary).toEqual([true, 'string', true]);
      expect([1500, 1501], summary).not.toContain(code);
      answered.set(code, (answered.get(code) ?? 0) + 1);
    };
    for (const batch of fc.sample(fc.array(request, { minLength: BATCH, maxLength: BATCH }), {
      seed: SEED,
      numRuns: REQUESTS / BATCH,
    }))
      await Promise.all(batch.map(fire));
    console.log(
      [...answered]
        .sort(([a], [b]) => a - b)
        .map(([code, count]) => `${code}: ${count}`)
        .join(', '),
    );
    expect([...answered.keys()]).toEqual(
      expect.arrayContaining([0, -1000, 1400, 1401, 1402, 1404, 1406, 1408, 1411, 1415, 1429]),
    );
    for (const email of ['one@example.com', 'two@example.com']) {
      const { data } = await at.call('/common/code/send', { email, scene: 'login' });
      expect(await at.call('/user/login', { email, password: PASSWORD, code: data.demoCode })).toMatchObject({
        code: 0,
        data: { hasGoogleAuth: 0 },
      });
    }
  }, 240_000);
});
