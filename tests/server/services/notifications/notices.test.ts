// Notices, announcements and articles: recipients, unread ones, languages, and escaping of texts.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as v from 'valibot';
import { CALLS } from '../../../../core/endpoints/endpoints.ts';
import { noticeText } from '../../../../server/services/notifications/notice-messages.ts';
import { MAX_STORED } from '../../../../server/services/notifications/notices.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const notices = async (token: string, form: object = {}, headers = {}) =>
  (await at.call('/user/notice', { ...form }, token, headers)).data;
const titles = (data: { list: { title: string }[] }): string[] => data.list.map(({ title }) => title);

describe('notices (A11)', () => {
  it('are marked as read one by one, many or all, per user', async () => {
    const one = await at.user('one@example.com');
    const two = await at.user('two@example.com');
    const { identity } = at.exchange;
    const systemId = await identity.announce('Maintenance', 'On Sunday.', '/pages/notice/about');
    for (const title of ['first', 'second'])
      await identity.notify(one.uid, { category: 'fund', title, content: title });
    const mine = await notices(one.token);
    expect(v.is(CALLS['/user/notice'].answer, mine)).toBe(true);
    expect(titles(mine)).toEqual(['second', 'first', 'Maintenance', 'Welcome']);
    expect(mine).toMatchObject({ total: 4, unreadNum: 4, hasMore: false });
    expect(titles(await notices(two.token))).toEqual(['Maintenance', 'Welcome']);
    expect(titles(await notices(one.token, { kind: 'system' }))).toEqual(['Maintenance']);
    expect(titles(await notices(one.token, { kind: 'personal', pageSize: 1, page: 2 }))).toEqual(['first']);
    const [second, first] = mine.list;
    expect((await at.call('/user/notice/read', { id: second.id }, one.token)).data).toEqual({ unreadNum: 3 });
    expect((await at.call('/user/notice/read', { ids: `${second.id},${systemId}` }, one.token)).data).toEqual({
      unreadNum: 2,
    });
    expect(titles(await notices(one.token, { unread: 1 }))).toEqual(['first', 'Welcome']);
    expect((await notices(one.token)).list.map(({ read }: { read: number }) => read)).toEqual([1, 0, 1, 0]);
    expect((await at.call('/user/notice/read', { id: first.id }, two.token)).code).toBe(1404);
    expect((await at.call('/user/notice/read', { id: 999_999 }, two.token)).code).toBe(1404);
    expect((await at.call('/user/notice/read', {}, two.token)).data).toEqual({ field: 'id', rule: 'required' });
    expect((await at.call('/user/notice/read', { all: 1 }, one.token)).data).toEqual({ unreadNum: 0 });
    expect((await notices(two.token)).unreadNum).toBe(2);
    for (const path of ['/user/notice', '/user/notice/read'])
      expect((await at.call(path, { all: 1 })).code).toBe(-1000);
  });

  it('are listed between two times, both included', async () => {
    const { token, uid } = await at.user('times@example.com');
    for (const title of ['a', 'b', 'c']) {
      await at.exchange.identity.notify(uid, { category: 'fund', title, content: title });
      const sentAt = Date.now();
      await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(sentAt));
    }
    const [c, b, a] = (await notices(token, { pageSize: 3 })).list as { title: string; createTime: number }[];
    const between = (startTime: number, endTime: number) => notices(token, { startTime, endTime });
    expect(await between(b!.createTime, c!.createTime)).toMatchObject({
      total: 2,
      list: [{ title: 'c' }, { title: 'b' }],
    });
    expect(await between(a!.createTime, b!.createTime - 1)).toMatchObject({ total: 1, list: [{ title: 'a' }] });
  });

  it('are kept up to a number of each category, so that alerts alone cannot make each one slower', async () => {
    const { token, uid } = await at.user('alarmed@example.com');
    const { identity } = at.exchange;
    const risk = (title: string) => identity.notify(uid, { category: 'risk', title, content: 'x' });
    await risk('first');
    await at.call('/user/notice/read', { all: 1 }, token);
    for (let count = 0; count < MAX_STORED; count += 1) await risk(`alert ${count}`);
    const page = await notices(token, { kind: 'personal', page: MAX_STORED + 1, pageSize: 1 });
    expect([titles(page), page.total, page.unreadNum]).toEqual([['Welcome'], MAX_STORED + 1, MAX_STORED]);
    expect(titles(await notices(token, { kind: 'personal', pageSize: 1 }))).toEqual([`alert ${MAX_STORED - 1}`]);
    expect((await at.call('/user/notice/read', { all: 1 }, token)).data).toEqual({ unreadNum: 0 });
  });

  it("are in the reader's language, English where it is unknown", async () => {
    const { token } = await at.user('lang@example.com');
    const title = async (language: string) =>
      titles(await notices(token, { kind: 'personal' }, { 'accept-language': language }))[0];
    expect([await title('zh-TW'), await title('en-US'), await title('xx-XX')]).toEqual(['歡迎', 'Welcome', 'Welcome']);
  });

  it('reach the sockets with their recipient and the number of unread ones', async () => {
    const { uid } = await at.user('sock@example.com');
    const received: unknown[] = [];
    at.exchange.identity.onNotice((to, notice, unreadNum) => received.push([to, notice.title, unreadNum]));
    await at.exchange.identity.notify(uid, { category: 'risk', title: 'Margin', content: 'low' });
    expect(received).toEqual([[uid, 'Margin', 2]]);
  });

  it("reach the sockets in the language of the user's last request, over a restart too", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'defi-languages-'));
    let exchange = await startRunning({ DATA_DIR: folder });
    onTestFinished(() => exchange.stop());
    const { uid, token } = await exchange.user('speaks@example.com');
    const received: string[] = [];
    const notify = async (): Promise<string | undefined> => {
      exchange.exchange.identity.onNotice((_, { title }) => received.push(title));
      await exchange.exchange.identity.notify(uid, { category: 'general', template: 'kycPassed' });
      return received.pop();
    };
    const expected = (language: string): string => noticeText('kycPassed', {}, language).title;
    expect(await notify()).toBe(expected('en-US'));
    await exchange.call('/user/info', {}, token, { 'accept-language': 'ja-JP' });
    await expect.poll(notify).toBe(expected('ja-JP'));
    await exchange.exchange.close();
    exchange = await startRunning({ DATA_DIR: folder });
    expect(await notify()).toBe(expected('ja-JP'));
    await exchange.call('/user/notice', {}, token, { 'accept-language': 'de-DE' });
    await expect.poll(notify).toBe(expected('de-DE'));
  });

  it('of a new login contain its address', async () => {
    const { token } = await at.user('from@example.com');
    await at.call('/user/login', { email: 'from@example.com', password: 'correct horse' });
    const { list } = await notices(token);
    expect(list[0]).toMatchObject({ title: 'New login', category: 'security', kind: 'personal' });
    expect(list[0].content).toContain('127.0.0.1');
  });
});

describe('articles and announcements', () => {
  it('are public, in lists and one by one', async () => {
    for (const kind of ['article', 'banner'] as const) {
      const { data } = await at.call('/common/notice', { kind });
      expect(v.is(CALLS['/common/notice'].answer, data)).toBe(true);
      expect(data.list.length).toBeGreaterThan(0);
      expect(data.total).toBe(data.list.length);
    }
    const detail = await at.call('/common/notice', { id: 1, kind: 'article', lang: 'zh-TW' });
    expect(detail.data).toMatchObject({ id: 1, title: '價格由誰決定' });
    expect(detail.data.content).toMatch(/^(<p>[^<]+<\/p>)+$/);
    expect((await at.call('/common/notice', { id: 999_999 })).code).toBe(1404);
  });

  it('have their own text for what is no language', async () => {
    await at.exchange.identity.announce('BTC/USDT', 'Halted.', '', {
      'de-DE': { title: 'BTC/USDT', content: 'Steht.' },
    });
    for (const lang of ['constructor', '__proto__', 'toString', 'xx'])
      expect(await at.call('/common/notice', { lang }), lang).toMatchObject({
        code: 0,
        data: { list: expect.arrayContaining([expect.objectContaining({ title: 'BTC/USDT', summary: 'Halted.' })]) },
      });
    const { list } = (await at.call('/common/notice', { lang: 'de-DE' })).data;
    expect(list).toContainEqual(expect.objectContaining({ summary: 'Steht.' }));
  });

  it('escape the text of an announcement', async () => {
    await at.exchange.identity.announce('<b>x</b>', 'Hello <img src=x onerror=alert(1)>\n\n"A" & \'B\'');
    const {
      list: [top],
    } = (await at.call('/common/notice', { kind: 'notice' })).data;
    const { content } = (await at.call('/common/notice', { id: top.id })).data;
    expect(content).toBe('<p>Hello &#60;img src=x onerror=alert(1)&#62;</p><p>&#34;A&#34; &#38; &#39;B&#39;</p>');
  });

  it('have countries, texts and rules in the reader’s language', async () => {
    const { data } = await at.call(
      '/common/prop',
      { keys: 'countries,about,privacy,whitePaper,knowledge,withdrawRule,fee,appDownload,captcha' },
      '',
      { 'accept-language': 'zh-TW' },
    );
    expect(data.countries).toContainEqual({ code: 'JP', name: '日本' });
    expect(data.countries.length).toBeGreaterThan(240);
    expect(data.about).toMatch(/^<p>/);
    expect(data.withdrawRule).toEqual({ turnoverRate: 1, needKyc: 1, needGoogle: 1, payoutMinutes: 30 });
    expect(data.captcha).toMatchObject({ kind: 'pow' });
  });
});
