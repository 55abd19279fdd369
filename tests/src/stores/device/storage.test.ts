// @vitest-environment happy-dom
// Persisted items: names, defaults, invalid content, and what the end of a session clears.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../../support/data/shared-file.ts';

/** The modules hold signals: every test imports fresh ones. */
async function fresh() {
  vi.resetModules();
  return {
    storage: await import('../../../../src/stores/device/storage.ts'),
    session: await import('../../../../src/stores/account/session.ts'),
  };
}

const answer = {
  accesstoken: 't1',
  expireTime: 1,
  user: { id: 7, email: 'a@b.co' },
  userKyc: null,
  hasGoogleAuth: 0 as const,
  service: '123',
};

beforeEach(() => localStorage.clear());

describe('persisted items', () => {
  it('have exactly the names of the specification', async () => {
    const { storage } = await fresh();
    const text = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
    const listed = /Session and language: ([\s\S]*?)\. Selected[\s\S]*?: ([\s\S]*?)\. The settings/.exec(
      text.replace(/\s+/g, ' '),
    );
    const names = [...`${listed?.[1]}, ${listed?.[2]}`.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    expect(names).toHaveLength(30);
    expect(names.filter((name) => !(name in storage.ITEMS))).toEqual([]);
  });

  it('have the defaults of the specification', async () => {
    const { storage } = await fresh();
    expect(storage.readItem('fxproLanguage')).toBe('zh-TW');
    expect(storage.readItem('mainInd')).toBe('MA');
    expect(storage.readItem('subInd')).toBe('VOL');
    expect(storage.readItem('currencyData')).toEqual({ name: 'USD', value: 'USD', symbol: '$' });
    expect(storage.readItem('forexRate')).toBe(1);
  });

  it.each(['{', 'null', '[1,"x"]', '"text"', '7'])(
    'invalid content %s yields the default, not an error',
    async (broken) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const { storage } = await fresh();
      localStorage.setItem('collectList', broken);
      localStorage.setItem('fxproTheme', broken);
      expect(storage.readItem('collectList')).toEqual([]);
      expect(storage.readItem('fxproTheme')).toBe('dark');
    },
  );

  it('an alert at half a tick, which no price of the chart is, is none', async () => {
    const { storage } = await fresh();
    localStorage.setItem('fxproAlerts', '[{"coinInfoId":2,"priceTicks":65000.5,"above":true}]');
    expect(storage.readItem('fxproAlerts')).toEqual([]);
  });

  it('are restored on the next visit, and strings are stored as they are', async () => {
    const first = await fresh();
    first.storage.stored('collectList').value = [3, 2];
    first.storage.stored('fxproLanguage').value = 'en-US';
    expect(localStorage.getItem('collectList')).toBe('[3,2]');
    expect(localStorage.getItem('fxproLanguage')).toBe('en-US');
    const second = await fresh();
    expect(second.storage.stored('collectList').peek()).toEqual([3, 2]);
  });

  it('follow what other tabs changed while the page was left and the browser held it', async () => {
    const { storage, session } = await fresh();
    storage.syncWithOtherTabs();
    session.beginSession(answer);
    localStorage.setItem('fxproUserToken', 'of another user');
    localStorage.removeItem('fxproUserInfo');
    window.dispatchEvent(new Event('pageshow'));
    expect(session.sessionToken.peek()).toBe('t1');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect([session.sessionToken.peek(), session.userInfo.peek()]).toEqual(['of another user', null]);
  });

  it('are those of a page that is loaded again where another user has logged in in another tab', async () => {
    const { storage, session } = await fresh();
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const follow = (token: string, id: number): void => {
      localStorage.setItem('fxproUserToken', token);
      localStorage.setItem('fxproUserInfo', JSON.stringify({ ...answer, user: { ...answer.user, id } }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'fxproUserToken' }));
    };
    storage.syncWithOtherTabs();
    session.beginSession(answer);
    follow('later', 7);
    expect([session.sessionToken.peek(), reload.mock.calls]).toEqual(['later', []]);
    follow('of another user', 8);
    expect([session.sessionToken.peek(), reload.mock.calls]).toEqual(['later', [[]]]);
    reload.mockRestore();
  });

  it('full storage does not stop the page', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { storage } = await fresh();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('quota');
    });
    storage.stored('collectList').value = [9];
    expect(storage.stored('collectList').peek()).toEqual([9]);
    full.mockRestore();
  });
});

describe('session', () => {
  it('stores token and user, and clears them with selections and favourites at the end', async () => {
    const { storage, session } = await fresh();
    session.beginSession(answer);
    storage.stored('collectList').value = [2];
    storage.stored('tradeCoinData').value = { id: 2 };
    expect(localStorage.getItem('fxproUserToken')).toBe('t1');
    expect(JSON.parse(localStorage.getItem('fxproUserInfo') ?? '{}')).toMatchObject({
      user: { id: 7, email: 'a@b.co' },
    });
    session.sessionRefused('t1');
    for (const name of [
      'fxproUserToken',
      'fxproUserInfo',
      'collectList',
      'coinData',
      'contractsCoinData',
      'tradeCoinData',
      'assetsData',
    ]) {
      expect(localStorage.getItem(name), name).toBeNull();
    }
    expect(session.isLoggedIn.peek()).toBe(false);
    expect(session.sessionEndings.peek()).toBe(1);
  });

  it('a late refusal of an older token does not end the new session', async () => {
    const { session } = await fresh();
    session.beginSession({ ...answer, accesstoken: 't2' });
    session.sessionRefused('t1');
    expect(session.sessionToken.peek()).toBe('t2');
    expect(session.sessionEndings.peek()).toBe(0);
  });
});
