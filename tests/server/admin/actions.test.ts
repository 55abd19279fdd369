// Actions through the admin API, end to end: their effects, notices, and idempotency.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../../../core/units/language.ts';
import { fieldOf } from '../../support/data/picture-files.ts';
import { ownCode } from '../../support/server/emailed-code.ts';
import { PASSWORD, type Running, startRunning } from '../../support/server/running-exchange.ts';
import { type TestOperator, codeOf, operatorOf } from '../../support/server/operator-client.ts';

let at: Running;
let operator: TestOperator;
beforeAll(async () => {
  at = await startRunning();
  operator = operatorOf(at);
});
afterAll(() => at.stop());

const FORM = {
  country: 'TW',
  certType: '1',
  fullName: 'Ada <b>Lovelace</b>',
  certNo: 'A123456789',
  imgFront: fieldOf('jpeg'),
  imgBack: fieldOf('webp'),
};
const titles = async (token: string, language = 'en-US') =>
  (await at.call('/user/notice', {}, token, { 'accept-language': language })).data.list.map(
    ({ title }: { title: string }) => title,
  );
/** Does not trade: 5 % below the last trade. */
const below = async () => ({
  coinInfoId: 2,
  side: 'buy',
  orderType: 'limit',
  price: (Number((await at.call('/coin/ticker', { coinInfoId: 2 })).data.last) * 0.95).toFixed(1),
  amount: '0.001',
});
const place = async (token: string, clientNo: string) =>
  at.call('/coin/order/add', { ...(await below()), clientNo }, token);

describe('O3: reviews', () => {
  it('show items with pictures, log the access, and pass or fail with reasons by field', async () => {
    const { token, uid } = await at.user('kyc@example.com');
    await at.call('/user/kyc', FORM, token);
    const { list } = (await operator.query('queue', { queue: 'kyc' })).data;
    expect(list).toMatchObject([
      { id: uid, facts: { email: 'kyc@example.com', fullName: 'Ada <b>Lovelace</b>', country: 'TW' }, pictures: {} },
    ]);
    expect(list[0].facts).not.toHaveProperty('certNo');
    const { pictures, facts } = (await operator.query('item', { queue: 'kyc', id: uid })).data;
    expect(facts).toEqual({ ...list[0].facts, certNo: FORM.certNo });
    expect(pictures.imgFront).toMatch(/^image\/jpeg;base64url,/);
    expect(Object.keys(pictures)).toEqual(['imgFront', 'imgBack']);
    expect((await operator.query('audit', { limit: 1 })).data.list).toMatchObject([
      { operator: 'token', action: 'kyc.show', input: JSON.stringify({ id: uid }) },
    ]);
    expect(await operator.act('kyc.fail', { uid })).toMatchObject({ code: 1400 });
    expect(await operator.act('kyc.fail', { uid, imgFront: 'blurred', fullName: 'as on the card' })).toMatchObject({
      code: 0,
    });
    expect((await at.call('/user/info', {}, token)).data.userKyc).toEqual({
      status: 2,
      reasons: { imgFront: 'blurred', fullName: 'as on the card' },
    });
    await at.call('/user/kyc', { imgFront: fieldOf('gray'), fullName: 'Ada Lovelace' }, token);
    // One who looks at the first form yet decides nothing of the second.
    const { submitTime } = list[0].facts;
    expect(await operator.act('kyc.pass', { uid, submitTime })).toMatchObject({ code: 1404 });
    expect(await operator.act('kyc.fail', { uid, submitTime, imgFront: 'blurred' })).toMatchObject({ code: 1404 });
    const [second] = (await operator.query('queue', { queue: 'kyc' })).data.list;
    expect(await operator.act('kyc.pass', { uid, submitTime: second.facts.submitTime })).toMatchObject({ code: 0 });
    expect((await at.call('/user/info', {}, token)).data.userKyc).toEqual({ status: 1 });
    expect(await operator.act('kyc.pass', { uid })).toMatchObject({ code: 1404 });
    expect(await operator.query('item', { queue: 'kyc', id: uid })).toMatchObject({ code: 1404 });
    expect((await operator.query('health')).data.queues).toMatchObject({ kyc: 0, reset: 0 });
  });
});

it('O3: a decision on an authenticator is about the picture that was looked at', async () => {
  const { token, uid } = await at.user('lost@example.com');
  const { secret } = (await at.call('/user/bind/google/prep', {}, token)).data;
  const bind = { secret, googleCode: codeOf(secret), code: await ownCode(at, token, 'bindGoogle') };
  expect((await at.call('/user/bind/google', bind, token)).code).toBe(0);
  const ask = async (kind: 'gray' | 'jpeg'): Promise<number> => {
    const code = await ownCode(at, token, 'resetGoogle');
    const form = { password: PASSWORD, code, imgSelf: fieldOf(kind) };
    expect((await at.call('/user/bind/google/reset', form, token)).data).toEqual({ hasGoogleAuth: 1, review: 1 });
    return (await operator.query('queue', { queue: 'reset' })).data.list[0].facts.submitTime;
  };
  const submitTime = await ask('jpeg');
  await expect.poll(() => Date.now()).toBeGreaterThan(submitTime);
  const second = await ask('gray');
  expect(await operator.act('reset.pass', { uid, submitTime })).toMatchObject({ code: 1404 });
  expect(await operator.act('reset.fail', { uid, submitTime })).toMatchObject({ code: 1404 });
  expect((await at.call('/user/info', {}, token)).data.hasGoogleAuth).toBe(1);
  expect(await operator.act('reset.pass', { uid, submitTime: second })).toMatchObject({ code: 0 });
  expect((await operator.query('health')).data.queues).toMatchObject({ reset: 0 });
});

describe('O4: accounts and notices', () => {
  it('freezes an account with a reason, and unfreezes it', async () => {
    const { token, uid } = await at.user('frozen@example.com');
    await operator.act('account.freeze', { uid, reason: 'odd logins' });
    expect((await place(token, 'a')).code).toBe(1403);
    expect((await at.call('/user/notice', {}, token)).data.list[0].content).toContain('odd logins');
    expect((await operator.query('person', { who: 'FROZEN@example.com' })).data).toMatchObject({
      uid,
      status: 'frozen',
      balances: [{ wallet: 'spot', coin: 'USDT', available: '10000' }],
    });
    await operator.act('account.unfreeze', { uid });
    expect((await place(token, 'b')).code).toBe(0);
    await operator.act('account.score', { uid, score: 40 });
    const user = (await operator.query('person', { who: uid })).data;
    expect(user).toMatchObject({ status: 'active', creditScore: 40, openOrders: 1 });
    expect(JSON.stringify(user)).not.toMatch(/password|hash|secret/i);
    expect(await operator.query('person', { who: '999999' })).toMatchObject({ code: 1404 });
    expect(await operator.act('account.freeze', { uid: 999_999 })).toMatchObject({ code: 1404 });
  });

  it('notify all users or one, with one text or translations', async () => {
    const { token, uid } = await at.user('notices@example.com');
    expect(
      (
        await operator.act('notice.announce', {
          title: 'New coin',
          content: 'One\n\nTwo',
          'title.zh-TW': '新幣',
          'content.zh-TW': '一',
        })
      ).code,
    ).toBe(0);
    await operator.act('notice.tell', {
      uid,
      title: 'Dear you',
      content: 'Hello',
      'title.zh-TW': '您好',
      'content.zh-TW': '哈囉',
    });
    expect((await titles(token)).slice(0, 2)).toEqual(['Dear you', 'New coin']);
    expect((await titles(token, 'zh-TW')).slice(0, 2)).toEqual(['您好', '新幣']);
    expect(await operator.act('notice.announce', { title: 'x', content: 'y', 'title.vi': 'z' })).toMatchObject({
      code: 1400,
    });
    const { list } = (await at.call('/common/notice', {}, '', { 'accept-language': 'en-US' })).data;
    expect(list[0]).toMatchObject({ title: 'New coin' });
    expect((await at.call('/common/notice', { id: list[0].id })).data.content).toBe('<p>One</p><p>Two</p>');
  });

  it('O4 are texts and paths of the app, whatever is written', async () => {
    const announce = (form: object) => operator.act('notice.announce', { title: 'x', content: 'y', ...form });
    for (const form of [
      { link: '//example.com' },
      { link: 'javascript:alert(1)' },
      { link: '/\\example.com' },
      { title: 'x\u202ey' },
      { title: '\u0000' },
      { content: 'y\u0000' },
      { content: 'y'.repeat(60_000) },
    ])
      expect(await announce(form), JSON.stringify(form).slice(0, 40)).toMatchObject({ code: 1400 });
    expect((await announce({ content: '<img src=x onerror=alert(1)>', link: '/pages/tabbar/home' })).code).toBe(0);
    const { list } = (await at.call('/common/notice', {}, '', { 'accept-language': 'en-US' })).data;
    expect((await at.call('/common/notice', { id: list[0].id })).data.content).toBe(
      '<p>&#60;img src=x onerror=alert(1)&#62;</p>',
    );
  });
});

describe('O5: manual credits', () => {
  it('come from the exchange account, with reason and operator in the ledger, once per request, above 0', async () => {
    const { token, uid } = await at.user('credit@example.com');
    const form = { uid, wallet: 'contract', coinId: 1, amount: '12.5', reason: 'for the outage', requestId: 'gift-1' };
    const first = await operator.act('money.credit', form);
    expect(first).toMatchObject({ code: 0, data: { coin: 'USDT', amount: '12.5' } });
    const again = await operator.act('money.credit', form);
    expect(again.data).toEqual(first.data);
    expect(await operator.act('money.credit', { ...form, amount: '13' })).toMatchObject({ code: 1409 });
    const { list } = (await at.call('/user/point/change/log', { type: 'contract_manual_add' }, token)).data;
    expect(list).toMatchObject([{ amount: '12.5', balanceAfter: '12.5', remark: 'for the outage · token · gift-1' }]);
    for (const amount of ['0', '-1', '0.000000001', 'NaN'])
      expect(
        (await operator.act('money.credit', { ...form, amount, requestId: `bad${amount.length}` })).code,
        amount,
      ).toBe(1400);
    expect((await operator.act('money.credit', { ...form, coinId: 999_999, requestId: 'no-coin' })).code).toBe(1400);
    expect((await operator.query('health')).data.ledger).toMatchObject({ unbalanced: [], negative: 0 });
    expect(await operator.act('ledger.audit', { reason: 'as every week', requestId: 'audit-1' })).toMatchObject({
      code: 0,
      data: { faults: [] },
    });
  });

  it('O10: are executed once, also for ten concurrent requests, and after a crash before the log entry', async () => {
    const { token, uid } = await at.user('once@example.com');
    const form = { uid, wallet: 'spot', coinId: 1, amount: '1', reason: 'r', requestId: 'ten' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => operator.act('money.credit', form)));
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
    // As after a crash between ledger and audit log: the credit exists, the log has the request only.
    await at.exchange.sequencer.submit({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: 1,
      units: 100_000_000n,
      recordType: 'spot_manual_add',
      remark: 'r · token · cut',
    });
    expect((await operator.act('money.credit', { ...form, requestId: 'cut' })).code).toBe(0);
    expect(
      (await at.call('/user/point/change/log', { type: 'spot_manual_add' }, token)).data.list
        .map(({ remark }: { remark: string }) => remark)
        .filter((remark: string) => remark !== 'demo'),
    ).toEqual(['r · token · cut', 'r · token · ten']);
  });
});

describe('O6: markets', () => {
  it('are set to close-only or halted, announced, listed, and stay so until opened', async () => {
    const { token } = await at.user('market@example.com');
    const version = (await at.call('/coin/infos')).data.version;
    expect((await place(token, 'm1')).code).toBe(0);
    expect(await operator.act('market.status', { coinInfoId: 2, status: 'halted' })).toMatchObject({
      code: 0,
      data: { market: 'BTC/USDT', status: 'halted' },
    });
    expect((await place(token, 'm2')).code).toBe(2008);
    const infos = (await at.call('/coin/infos', { version })).data;
    expect(infos.version).not.toBe(version);
    expect(infos.list.find(({ id }: { id: number }) => id === 2).status).toBe(0);
    expect((await titles(token))[0]).toBe('BTC/USDT');
    const notices = await Promise.all(
      LANGUAGE_CODES.map(
        async (language) =>
          (await at.call('/user/notice', { kind: 'all' }, token, { 'accept-language': language })).data.list[0]
            .content as string,
      ),
    );
    expect(new Set(notices.map((text) => text.split('\n\n')[0])).size).toBe(LANGUAGE_CODES.length);
    expect(notices.every((text) => text.includes('BTC/USDT'))).toBe(true);
    expect((await operator.query('markets')).data.list[0]).toMatchObject({
      coinInfoId: 2,
      name: 'BTC/USDT',
      status: 'halted',
    });
    await operator.act('market.status', { coinInfoId: 2, status: 'open' });
    expect((await place(token, 'm3')).code).toBe(0);
    expect(await operator.act('market.status', { coinInfoId: 999, status: 'open' })).toMatchObject({ code: 1404 });
  });
});

describe('O7: parameters', () => {
  it('refuse calls that take risk, never those that reduce it; the history has operator and reason', async () => {
    const { token } = await at.user('parameters@example.com');
    const form = await below();
    const { data: resting } = await at.call('/coin/order/add', { ...form, clientNo: 'd1' }, token);
    expect(
      (await operator.act('parameter.set', { name: 'spot', value: 'closed', reason: 'a test of parameters' })).data,
    ).toEqual({ name: 'spot', before: 'open', value: 'closed' });
    expect(await place(token, 'd2')).toMatchObject({ code: 1503 });
    const moved = await at.call('/coin/order/replace', { ...form, id: resting.id, clientNo: 'd5' }, token);
    expect(moved.code).toBe(1503);
    expect((await at.call('/coin/order/close', { id: resting.id }, token)).code).toBe(0);
    // A retry after a lost response is not refused; another order of the same client number is.
    const retried = await at.call('/coin/order/add', { ...form, clientNo: 'd1' }, token);
    expect(retried).toMatchObject({ code: 0, data: { id: resting.id } });
    expect((await at.call('/coin/order/add', { ...form, amount: '0.002', clientNo: 'd1' }, token)).code).toBe(1409);
    await operator.act('parameter.set', { name: 'spot', value: 'open' });
    await operator.act('parameter.set', { name: 'maintenance', value: 'on' });
    expect(await place(token, 'd3')).toMatchObject({ code: 1503 });
    expect(
      await at.call('/user/register', {
        email: 'late@example.com',
        code: '123456',
        password: 'correct horse',
        rePassword: 'correct horse',
      }),
    ).toMatchObject({ code: 1503 });
    expect((await at.call('/user/info', {}, token)).code).toBe(0);
    await operator.act('parameter.set', { name: 'maintenance', value: 'off' });
    expect((await place(token, 'd4')).code).toBe(0);
    const history = (await operator.query('history', { name: 'spot' })).data.list;
    expect(history).toMatchObject([
      { value: 'open', operator: 'token' },
      { value: 'closed', operator: 'token', reason: 'a test of parameters' },
    ]);
    for (const [name, value] of [
      ['spot', 'ajar'],
      ['price', '1'],
      ['demoReviewSeconds', '0'],
      ['demoReviewSeconds', '3601'],
    ])
      expect((await operator.act('parameter.set', { name, value })).code, `${name} ${value}`).toBe(1400);
  });
});
