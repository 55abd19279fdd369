// The KYC calls: drafts, submission, review, failure that preserves accepted fields; access to pictures.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../../../../core/units/language.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { bytesOf, fieldOf } from '../../../support/data/picture-files.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const FORM = {
  country: 'TW',
  certType: '1',
  fullName: 'Ada Lovelace',
  certNo: 'A123456789',
  imgFront: fieldOf('jpeg'),
  imgBack: fieldOf('webp'),
};
const handIn = (token: string, form: object = {}) => at.call('/user/kyc', { ...FORM, ...form }, token);
const statusOf = async (token: string) => (await at.call('/user/info', {}, token)).data.userKyc;
const files = (): string[] => readdirSync(join(at.dataDir, 'private', 'pictures'));

describe('identity verification (A9)', () => {
  it('goes from a draft to review, failure, and approval', async () => {
    const { token, uid } = await at.user('ada@example.com');
    expect(await statusOf(token)).toBeNull();
    expect((await at.call('/user/kyc', { draft: 1, country: 'TW', fullName: 'Ada' }, token)).data).toEqual({
      status: null,
      submitTime: 0,
    });
    expect(await statusOf(token)).toBeNull();
    expect((await at.call('/user/info', { kyc: 1 }, token)).data.kyc).toEqual({
      country: 'TW',
      fullName: 'Ada',
      imgFront: 0,
      imgBack: 0,
    });
    const sent = await handIn(token);
    expect(sent).toMatchObject({ code: 0, data: { status: 0 } });
    expect(sent.data.submitTime).toBeGreaterThan(Date.now() - 60_000);
    expect(await statusOf(token)).toEqual({ status: 0 });
    expect((await handIn(token)).code).toBe(1415);
    expect((await handIn(token, { draft: 1 })).code).toBe(1415);
    const { identity } = at.exchange;
    expect(await identity.kycQueue()).toEqual([uid]);
    await identity.failKyc(uid, { imgFront: 'blurred' });
    expect(await statusOf(token)).toEqual({ status: 2, reasons: { imgFront: 'blurred' } });
    expect((await at.call('/user/kyc', {}, token)).data).toEqual({ field: 'imgFront', rule: 'required' });
    expect((await at.call('/user/kyc', { imgFront: fieldOf('gray') }, token)).data).toMatchObject({ status: 0 });
    await identity.passKyc(uid);
    expect(await statusOf(token)).toEqual({ status: 1 });
    expect((await handIn(token)).code).toBe(1415);
    await expect(identity.failKyc(uid, {})).rejects.toMatchObject({ reject: { code: 1404 } });
    const { list } = (await at.call('/user/notice', { kind: 'personal' }, token)).data;
    expect(list.map(({ title }: { title: string }) => title)).toEqual([
      'Identity verified',
      'Identity verification failed',
      'Welcome',
    ]);
    expect(await identity.securityStatusOf(uid)).toEqual({
      kyc: 1,
      google: false,
      withdrawLockUntil: 0,
      frozen: false,
    });
  });

  it('A16: names what is to be corrected in the language of the reader', async () => {
    const { token, uid } = await at.user('named@example.com');
    await handIn(token);
    await at.exchange.identity.failKyc(uid, { imgFront: 'blurred', certNo: 'of another', fullName: 'of another' });
    const read = async (language: string): Promise<string> =>
      (await at.call('/user/notice', { kind: 'personal' }, token, { 'accept-language': language })).data.list[0]
        .content;
    expect(await read('en-US')).toBe(
      'Please correct these fields: front of the document, document number, and full name.',
    );
    expect(await read('de-DE')).toContain('Vorderseite');
    for (const language of LANGUAGE_CODES) expect(await read(language)).not.toMatch(/imgFront|certNo|fullName/);
  });

  it('takes what a draft has replaced after a failure, and asks again for the rest', async () => {
    const { token, uid } = await at.user('again@example.com');
    await handIn(token);
    await at.exchange.identity.failKyc(uid, { imgFront: 'blurred', fullName: 'not that of the card' });
    const { imgBack: _, imgFront: __, ...texts } = FORM;
    expect((await at.call('/user/kyc', { ...texts, draft: 1, imgFront: fieldOf('gray') }, token)).code).toBe(0);
    expect(await statusOf(token)).toEqual({ status: 2, reasons: { fullName: 'not that of the card' } });
    expect((await at.call('/user/kyc', {}, token)).data).toEqual({ field: 'fullName', rule: 'required' });
    await at.call('/user/kyc', { draft: 1, fullName: 'Ada King' }, token);
    expect(await statusOf(token)).toEqual({ status: 2, reasons: {} });
    expect((await at.call('/user/kyc', {}, token)).data).toMatchObject({ status: 0 });
  });

  it.each([
    ['country', 'XX'],
    ['country', 'Taiwan'],
    ['certType', '4'],
    ['fullName', 'A'],
    ['fullName', 'x'.repeat(81)],
    ['fullName', 'a\u0000b'],
    ['certNo', '123'],
    ['certNo', 'x'.repeat(41)],
    ['imgFront', 'image/svg+xml;base64url,PHN2Zz4'],
    ['imgBack', `image/jpeg;base64url,${'A'.repeat(100)}`],
  ])('refuses a bad %s with 1400', async (field, value) => {
    const { token } = await at.user(`bad${Math.round(performance.now() * 1000)}@example.com`);
    const before = files().length;
    expect(await handIn(token, { [field]: value })).toMatchObject({ code: 1400, data: { field } });
    expect(files()).toHaveLength(before);
    expect(await statusOf(token)).toBeNull();
  });

  it('requires each field', async () => {
    const { token } = await at.user('turn@example.com');
    const asked: string[] = [];
    for (const field of ['country', 'certType', 'fullName', 'certNo', 'imgFront', 'imgBack'] as const) {
      asked.push((await at.call('/user/kyc', {}, token)).data.field);
      await at.call('/user/kyc', { draft: 1, [field]: FORM[field] }, token);
    }
    expect(asked).toEqual(['country', 'certType', 'fullName', 'certNo', 'imgFront', 'imgBack']);
    expect((await at.call('/user/kyc', {}, token)).data.status).toBe(0);
  });

  it('accepts one of many concurrent ones, and leaves no other picture', async () => {
    const { token } = await at.user('race@example.com');
    const before = files().length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => handIn(token)));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1415, 1415, 1415, 1415, 1415]);
    expect(files()).toHaveLength(before + 2);
  });

  it('leaves no picture of a form that is refused', async () => {
    const { token } = await at.user('fills-a-disk@example.com');
    const before = files().length;
    for (let time = 0; time < 3; time += 1)
      expect((await at.call('/user/kyc', { imgFront: FORM.imgFront }, token)).data.field).toBe('country');
    expect(files()).toHaveLength(before);
  });

  it('keeps every field and one picture each of many concurrent drafts', async () => {
    const { token } = await at.user('drafts@example.com');
    const before = files().length;
    const { imgFront, imgBack, ...texts } = FORM;
    const draft = (form: object) => at.call('/user/kyc', { draft: 1, ...form }, token);
    const parts = Object.entries(texts).map(([field, text]) => ({ [field]: text }));
    const answers = await Promise.all([{ imgFront }, { imgBack }, ...parts, { imgFront }, { imgBack }].map(draft));
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    expect(files()).toHaveLength(before + 2);
    expect((await at.call('/user/info', { kyc: 1 }, token)).data.kyc).toEqual({ ...texts, imgFront: 1, imgBack: 1 });
    for (const kycImage of ['front', 'back'])
      expect((await at.call('/user/info', { kycImage }, token)).data.kycImage).toContain('image/');
  });
});

describe('a submitted form', () => {
  it('is readable by its owner only and until it is handed in, without metadata, and encrypted', async () => {
    const mine = await at.user('own@example.com');
    const other = await at.user('other@example.com');
    await at.call('/user/kyc', { draft: 1, ...FORM }, mine.token);
    const { kycImage } = (await at.call('/user/info', { kycImage: 'front' }, mine.token)).data;
    await handIn(mine.token);
    const readBack = async () => (await at.call('/user/info', { kyc: 1, kycImage: 'front' }, mine.token)).data;
    const { imgFront: _, imgBack: __, certNo, ...texts } = FORM;
    const fixed = { kyc: { ...texts, imgFront: 1, imgBack: 1 }, kycImage: null };
    // A stolen session reveals neither the number nor the pictures.
    expect(await readBack()).toMatchObject(fixed);
    expect((await readBack()).kyc.certNo).toBeUndefined();
    await at.exchange.identity.failKyc(mine.uid, { certNo: 'of another' });
    expect(await readBack()).toMatchObject({ kyc: { ...fixed.kyc, certNo }, kycImage });
    await at.call('/user/kyc', { certNo }, mine.token);
    await at.exchange.identity.passKyc(mine.uid);
    expect(await readBack()).toMatchObject(fixed);
    const bytes = Buffer.from(kycImage.split(',')[1], 'base64url');
    expect(bytesOf('jpeg').toString('latin1')).toContain('SECRETCAM');
    expect(bytes.toString('latin1')).not.toContain('SECRET');
    expect((await at.call('/user/info', { kycImage: 'front' }, other.token)).data.kycImage).toBeNull();
    expect((await at.call('/user/info', { kyc: 1 }, other.token)).data.kyc).toEqual({ imgFront: 0, imgBack: 0 });
    const everything = [
      readFileSync(join(at.dataDir, 'exchange.db')),
      readFileSync(join(at.dataDir, 'exchange.db-wal')),
      ...files().map((name) => readFileSync(join(at.dataDir, 'private', 'pictures', name))),
    ];
    for (const file of everything)
      for (const secret of ['Ada Lovelace', 'A123456789', bytes.toString('latin1', 0, 60)])
        expect(file.toString('latin1').includes(secret)).toBe(false);
  });

  it('is refused without a session, and when it is larger than any picture', async () => {
    expect((await handIn('')).code).toBe(-1000);
    const { token } = await at.user('big@example.com');
    expect((await handIn(token, { imgFront: `image/jpeg;base64url,${'A'.repeat(560_000)}` })).code).toBe(1400);
    expect((await handIn(token, { imgFront: 'A'.repeat(1_300_000) })).status).toBe(413);
    expect((await at.call('/coin/assets', { hideZero: 'A'.repeat(70_000) }, token)).status).toBe(413);
  });
});

describe('a frozen account (A10)', () => {
  it('can read and reduce risk, but not move money or log in', async () => {
    const { token, uid } = await at.user('ice@example.com');
    const { identity } = at.exchange;
    // Less than the demo's credit, so that the faucet would pay.
    expect(
      (
        await at.call(
          '/coin/order/add',
          { coinInfoId: 2, side: 'buy', orderType: 'market', total: '5000', clientNo: 'ice-0' },
          token,
        )
      ).code,
    ).toBe(0);
    await identity.freeze(uid, 'a question about a deposit');
    expect((await at.call('/user/info', {}, token)).data.user.status).toBe(0);
    const order = { coinInfoId: 2, side: 'buy', orderType: 'market', total: '20', clientNo: 'ice-1' };
    expect(await at.call('/coin/order/add', order, token)).toMatchObject({
      code: 1403,
      msg: 'Account abnormal, please contact customer service',
    });
    expect((await at.call('/common/prop', { keys: 'faucet' }, token)).data.faucet).toEqual({
      amount: '0',
      nextTime: 0,
    });
    expect((await at.call('/coin/order/close', { all: 1 }, token)).code).not.toBe(1403);
    expect((await at.call('/user/login', { email: 'ice@example.com', password: 'correct horse' })).code).toBe(1403);
    await identity.unfreeze(uid);
    expect((await at.call('/user/login', { email: 'ice@example.com', password: 'correct horse' })).code).toBe(0);
    expect((await at.call('/coin/order/add', order, token)).code).not.toBe(1403);
    await expect(identity.freeze(999_999, 'x')).rejects.toMatchObject({ reject: { code: 1404 } });
  });

  it('is independent of the credit score, which blocks nothing', async () => {
    const { token, uid } = await at.user('score@example.com');
    expect((await at.call('/user/info', {}, token)).data.user.avatar).toBe(100);
    await at.exchange.identity.setCreditScore(uid, 0);
    expect((await at.call('/user/info', {}, token)).data.user.avatar).toBe(0);
    expect((await at.call('/coin/order/close', { all: 1 }, token)).code).not.toBe(1403);
    await expect(at.exchange.identity.setCreditScore(uid, 101)).rejects.toMatchObject({ reject: { code: 1400 } });
  });
});
