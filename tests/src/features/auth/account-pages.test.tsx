// @vitest-environment happy-dom
// Account pages: a password that was set though the answer was lost is found by a login; an expired secret is replaced.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { GooglePage } from '../../../../src/features/auth/google-page.tsx';
import { ForgotPage } from '../../../../src/features/auth/forgot-page.tsx';
import { ModifyPasswordPage } from '../../../../src/features/auth/modify-password-page.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { clearSession, sessionToken } from '../../../../src/stores/account/session.ts';
import { showToast, toastLine } from '../../../../src/stores/ui/toast.ts';
import { reactRoot, typeInto } from '../../../support/browser/react-root.ts';
import { callAsStoredSession, logInAs } from '../../../support/browser/stored-session.ts';

const place = reactRoot();
/** How the exchange answers each path; a lost connection for undefined. */
let answers: Record<string, object | undefined>;
let asked: string[];

const find = <E extends HTMLElement>(testId: string): E => place.host.querySelector<E>(`[data-testid="${testId}"]`)!;
const refused = (code: number) => ({ code, msg: `refused ${code}`, data: null });
const session = {
  accesstoken: 'new',
  expireTime: 1,
  user: { id: 7, email: 'a@example.com' },
  userKyc: null,
  hasGoogleAuth: 0,
  service: '',
};

function routerOf(page: () => React.ReactNode) {
  return createRouter({
    routeTree: createRootRoute({ component: page, notFoundComponent: page }),
    history: createMemoryHistory(),
  });
}
let router: ReturnType<typeof routerOf>;

async function open(page: () => React.ReactNode, typed: Record<string, string>): Promise<() => string> {
  router = routerOf(page);
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  for (const [testId, text] of Object.entries(typed)) await typeInto(find<HTMLInputElement>(testId), text);
  return () => router.state.location.pathname;
}
const press = (): Promise<void> => act(async () => find('submit').click());

beforeEach(async () => {
  [answers, asked] = [{}, []];
  await startI18n('en-US');
  await loadNamespaces(['account', 'refusals']);
  const paths = ['/user/login', '/user/update/password', '/common/find/password', '/user/bind/google/prep'] as const;
  await Promise.all(paths.map((path) => responseSchema(path)));
  callAsStoredSession();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const data = answers[path];
    if (!data) throw new TypeError('connection lost');
    return Response.json(data);
  });
  showToast('nothing');
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  clearSession();
  vi.unstubAllGlobals();
});

const RESET = {
  email: 'a@example.com',
  code: '123456',
  password: 'battery-staple-8',
  're-password': 'battery-staple-8',
};

it.each([
  ['a login begins', { code: 0, msg: '', data: session }, '/pages/tabbar/home', 'new'],
  ['the authenticator is asked for', refused(CODE.googleWrong), '/pages/common/login', ''],
])('a reset whose code is used up is done: %s', async (_, login, path, token) => {
  const at = await open(ForgotPage, RESET);
  await press();
  expect([at(), place.host.textContent]).toEqual(['/', expect.stringContaining('Cannot reach the exchange')]);
  answers = { '/common/find/password': refused(CODE.codeWrong), '/user/login': login };
  await press();
  expect([at(), sessionToken.peek(), toastLine.peek()?.kind]).toEqual([path, token, 'success']);
});

it('a user who has gone to another page before the answer stays there', async () => {
  const at = await open(ForgotPage, RESET);
  let answerLate = (): void => undefined;
  const late = new Promise<Response>((resolve) => {
    answerLate = () => resolve(Response.json({ code: 0, msg: '', data: {} }));
  });
  vi.stubGlobal('fetch', () => late);
  await press();
  await act(async () => router.history.push('/pages/markets/index'));
  await act(async () => answerLate());
  await vi.waitFor(() => expect(toastLine.peek()?.kind).toBe('success'));
  expect(at()).toBe('/pages/markets/index');
});

it('a reset that was not done is refused as it was, and without a lost answer no password is tried', async () => {
  answers = { '/common/find/password': refused(CODE.codeWrong), '/user/login': refused(CODE.loginWrong) };
  const at = await open(ForgotPage, RESET);
  await press();
  expect(asked).toEqual(['/common/find/password']);
  delete answers['/common/find/password'];
  await press();
  answers['/common/find/password'] = refused(CODE.codeWrong);
  await press();
  expect(asked.at(-1)).toBe('/user/login');
  expect([at(), place.host.textContent]).toEqual(['/', expect.stringContaining(`refused ${CODE.codeWrong}`)]);
});

it('a change whose old password is wrong by now is done', async () => {
  logInAs(7);
  const { email: _, ...typed } = RESET;
  const at = await open(ModifyPasswordPage, { 'old-password': 'correct-horse-9', ...typed });
  await press();
  expect(at()).toBe('/');
  answers = {
    '/user/update/password': refused(CODE.loginWrong),
    '/user/login': { code: 0, msg: '', data: session },
  };
  await press();
  expect([at(), sessionToken.peek()]).toEqual(['/pages/set/index', 'new']);
});

it('a refused authenticator leads to a new secret, where the shown one has expired', async () => {
  const prepared = (secret: string) => ({
    code: 0,
    msg: '',
    data: { secret, otpauth: `otpauth://totp/DeFi?secret=${secret}`, expireTime: 1, qr: '' },
  });
  logInAs(7);
  answers = { '/user/bind/google/prep': prepared('AAAA') };
  await open(GooglePage, { 'google-code': '111111', code: '222222' });
  expect(place.host.querySelector('code')?.textContent).toBe('AAAA');
  answers = { '/user/bind/google/prep': prepared('BBBB'), '/user/bind/google': refused(CODE.fieldInvalid) };
  await press();
  expect(place.host.querySelector('code')?.textContent).toBe('BBBB');
  expect(place.host.textContent).toContain(`refused ${CODE.fieldInvalid}`);
});
