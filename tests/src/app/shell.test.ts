// @vitest-environment happy-dom
// The shell's rules: every path of the specification, the drawer's items, launch, queries, forms.
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Translate } from '../../../src/locales/use-translation.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError, lazyPage } from '../../../src/app/routing/lazy-page.tsx';
import { httpsRedirect, storeInvitation } from '../../../src/app/startup/url-params.ts';
import { type MenuFacts, menuItems } from '../../../src/app/shell/menu-items.ts';
import { isIos } from '../../../src/lib/device-platform.ts';
import { appRouter } from '../../../src/app/routing/router.tsx';
import { loginSearch, replaySearch, tradeSearch, typeSearch } from '../../../src/app/routing/search-params.ts';
import { CallError } from '../../../src/api/call.ts';
import {
  missingGoogleCode,
  missingLoginField,
  isEmail,
  loginFaults,
  passwordStrength,
  registerFaults,
  resetFaults,
} from '../../../src/features/auth/credentials.ts';
import { dateTimeText } from '../../../src/lib/date-format.ts';
import { ROOT } from '../../support/data/shared-file.ts';

beforeEach(() => localStorage.clear());

describe('routes', () => {
  it('has every path of the specification, and no other page', () => {
    const text = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');
    const section = /## 2\.[\s\S]*?## 3\./.exec(text)?.[0] ?? '';
    const paths = new Set(section.match(/(?<=[\s|,])\/(?:pages\/[\w/]+|choose-location|open-location)/g) ?? []);
    expect(paths.size).toBeGreaterThan(45);
    const known = Object.keys(appRouter().routesByPath);
    expect([...paths].filter((wanted) => !known.includes(wanted))).toEqual([]);
    expect(known.filter((path) => path.startsWith('/pages/') && !paths.has(path))).toEqual([]);
    expect(known).toContain('/');
  });

  it('a chunk that fails to load throws ChunkError', async () => {
    const page = lazyPage(
      () => Promise.reject<{ Page: () => null }>(new TypeError('Failed to fetch dynamically imported module: x')),
      'Page',
    );
    await page.preload?.();
    const error = await new Promise((resolve) => {
      renderToPipeableStream(createElement(page), { onError: () => undefined, onShellError: resolve });
    });
    expect(error).toBeInstanceOf(ChunkError);
  });
});

describe('drawer', () => {
  const t = ((key: string) => key) as Translate;
  const user = { user: { id: 1, email: 'a@b.co' }, userKyc: null, hasGoogleAuth: 0 as const, service: 'https://help' };
  const items = (facts: Partial<MenuFacts>) =>
    menuItems({ user: null, ios: false, t, language: 'English', currency: 'USD', ...facts });
  const find = (key: string, facts: Partial<MenuFacts>) => items(facts).find((item) => item.key === key);

  it('hides chat for accounts whose service is 123', () => {
    expect(find('menu.chat', { user })).toBeDefined();
    expect(find('menu.chat', { user: { ...user, service: '123' } })).toBeUndefined();
  });
  it('offers the app on iOS devices only', () => {
    expect(find('menu.download', { ios: false })).toBeUndefined();
    expect(find('menu.download', { ios: true })?.to).toBe('/pages/common/downloadAPP');
    expect(isIos({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 })).toBe(
      true,
    );
    expect(isIos({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 })).toBe(true);
    expect(isIos({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 })).toBe(false);
  });
  it('opens the binding page, or asks whether to reset', () => {
    expect(find('menu.google', { user })).toMatchObject({ to: '/pages/user/google' });
    expect(find('menu.google', { user })?.resets).toBeUndefined();
    expect(find('menu.google', { user: { ...user, hasGoogleAuth: 1 } })?.resets).toBe(true);
  });
  it('opens the review page while KYC is under review, else the KYC page', () => {
    expect(find('menu.kyc', { user: { ...user, userKyc: { status: 0 } } })).toMatchObject({
      to: '/pages/user/waitingReview',
      search: { type: 1 },
    });
    for (const userKyc of [null, { status: 1 }, { status: 2 }])
      expect(find('menu.kyc', { user: { ...user, userKyc } })?.to).toBe('/pages/user/kyc');
  });
  it('opens records with type 0, and marks items that need a login', () => {
    expect(find('menu.records', {})).toMatchObject({ to: '/pages/wallet/record', search: { type: 0 }, login: true });
    expect(
      items({})
        .filter(({ login }) => login)
        .map(({ key }) => key),
    ).toEqual(expect.arrayContaining(['menu.records', 'menu.password']));
  });
});

describe('launch', () => {
  it('stores d as the invite code and r as its result', () => {
    storeInvitation('?d=ABC123&r=ok');
    expect(localStorage.getItem('fxproInviteCode')).toBe('ABC123');
    expect(localStorage.getItem('fxproInviteCodeRes')).toBe('ok');
    storeInvitation('?x=1');
    expect(localStorage.getItem('fxproInviteCode')).toBe('ABC123');
  });
  it('redirects plain http of a named host to https', () => {
    const at = (href: string) => httpsRedirect(new URL(href));
    expect(at('http://trade.example.com/pages/set/lang?x=1#y')).toBe('https://trade.example.com/pages/set/lang?x=1#y');
    for (const href of [
      'https://trade.example.com/',
      'http://localhost:5173/',
      'http://127.0.0.1:80/',
      'http://[::1]:80/',
    ])
      expect(at(href)).toBeNull();
  });
});

describe('queries', () => {
  it('drop a moment of a replay that no date can hold', () => {
    expect(replaySearch({ coinInfoId: '2', at: '1764190000000' })).toEqual({ coinInfoId: 2, at: 1_764_190_000_000 });
    for (const at of ['8640000000000001', '1e300', '-1', 'NaN', '', '1.5'])
      expect(replaySearch({ coinInfoId: '2', at }), at).toEqual({ coinInfoId: 2 });
  });

  it('drop invalid values', () => {
    expect(tradeSearch({ coinInfoId: '2', side: 'sell', priceTicks: 5 })).toEqual({
      coinInfoId: 2,
      side: 'sell',
      priceTicks: 5,
    });
    expect(tradeSearch({ coinInfoId: 'x', side: 'hold', priceTicks: -1 })).toEqual({});
    expect(typeSearch({ type: 0 })).toEqual({ type: 0 });
  });
  it('login returns only to pages of this app', () => {
    expect(loginSearch({ back: '/pages/tabbar/trade?coinInfoId=2' })).toEqual({
      back: '/pages/tabbar/trade?coinInfoId=2',
    });
    for (const back of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:1',
      7,
      '/pages/common/login',
    ])
      expect(loginSearch({ back })).toEqual({});
  });
});

describe('account forms', () => {
  const right = {
    email: 'a@b.co',
    code: '123456',
    password: '12345678',
    rePassword: '12345678',
    inviteCode: '',
    terms: true,
  };
  it('a valid form has no error', () => expect(registerFaults(right)).toEqual({}));
  it.each([
    [{ email: 'a@b' }, { email: 'auth.needEmail' }],
    [{ code: '12345' }, { code: 'auth.needCode' }],
    [{ password: '1234567', rePassword: '1234567' }, { password: 'auth.length' }],
    [{ password: '1'.repeat(21), rePassword: '1'.repeat(21) }, { password: 'auth.length' }],
    [
      { password: '', rePassword: '' },
      { password: 'auth.needPassword', rePassword: 'auth.needRePassword' },
    ],
    [{ rePassword: '87654321' }, { rePassword: 'auth.differ' }],
    [{ terms: false }, { terms: 'auth.needTerms' }],
  ])('%j', (part, faults) => expect(registerFaults({ ...right, ...part })).toEqual(faults));
  it('accepts 8 and 20 characters, also of other scripts', () => {
    for (const password of ['12345678', 'x'.repeat(20), '密碼密碼密碼密碼'])
      expect(registerFaults({ ...right, password, rePassword: password })).toEqual({});
  });
  it('login requires both', () =>
    expect(loginFaults({ email: '', password: '', googleCode: null, code: null })).toEqual({
      email: 'auth.needEmail',
      password: 'auth.needPassword',
    }));
  it('login requires the authenticator code only after the exchange requested it', () => {
    const form = { email: 'a@b.com', password: 'x', googleCode: null, code: null };
    expect(loginFaults(form)).toEqual({});
    const asked = { ...form, ...missingGoogleCode(new CallError(1405, ''), form) };
    expect([asked.googleCode, loginFaults(asked)]).toEqual(['', { googleCode: 'auth.needGoogle' }]);
    expect(missingGoogleCode(new CallError(1405, ''), asked)).toBe(null);
    expect(missingGoogleCode(new CallError(1408, ''), form)).toBe(null);
  });
  it('login requires the mail code while the account is locked, and not after a double tap', () => {
    const form = { email: 'a@b.com', password: 'x', googleCode: null, code: null };
    expect(missingLoginField(new CallError(1429, '', { retryAfter: 900 }), form)).toEqual({ code: '' });
    expect(loginFaults({ ...form, code: '' })).toEqual({ code: 'auth.needCode' });
    expect(missingLoginField(new CallError(1429, '', { retryAfter: 900 }), { ...form, code: '' })).toBe(null);
    expect(missingLoginField(new CallError(1429, '', { retryAfter: 1 }), form)).toBe(null);
    expect(missingLoginField(new CallError(1429, ''), form)).toBe(null);
    expect(missingLoginField(new CallError(1405, ''), form)).toEqual({ googleCode: '' });
  });
  it('removing the authenticator requires the chosen proof', () => {
    const form = {
      method: 'recoveryCode',
      password: 'x',
      code: '123456',
      googleCode: '',
      recoveryCode: '',
      imgSelf: '',
    } as const;
    expect(resetFaults(form)).toEqual({ recoveryCode: 'auth.needRecovery' });
    expect(resetFaults({ ...form, method: 'googleCode' })).toEqual({ googleCode: 'auth.needGoogle' });
    expect(resetFaults({ ...form, method: 'imgSelf' })).toEqual({ imgSelf: 'auth.needPicture' });
    expect(resetFaults({ ...form, recoveryCode: 'abcd' })).toEqual({});
  });
  it('password strength grows with the password', () => {
    expect(['short', 'aaaaaaaa', 'aaaaaaaaaaa1', 'Aaaaaaaaaa1!'].map(passwordStrength)).toEqual([0, 1, 2, 3]);
    expect(isEmail(`${'a'.repeat(95)}@b.com`)).toBe(false);
  });
});

describe('times', () => {
  it('accepts seconds with 10 digits and ms with 13', () => {
    const text = dateTimeText(1_700_000_000);
    expect(text).toMatch(/^2023-11-1[45] \d\d:\d\d:20$/);
    expect(dateTimeText(1_700_000_000_000)).toBe(text);
  });
});

describe('toast', () => {
  it('a later toast replaces the first and has its own duration', async () => {
    vi.useFakeTimers();
    const { showToast, toastLine } = await import('../../../src/stores/ui/toast.ts');
    showToast('a');
    vi.advanceTimersByTime(2900);
    showToast('b', 'info', 1000);
    vi.advanceTimersByTime(900);
    expect(toastLine.peek()?.text).toBe('b');
    vi.advanceTimersByTime(200);
    expect(toastLine.peek()).toBeNull();
    vi.useRealTimers();
  });
});
