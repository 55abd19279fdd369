// @vitest-environment happy-dom
// A form that the exchange took is submitted, also where the user cannot be fetched again after it.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { responseSchema } from '../../../src/api/response-schema.ts';
import { ResetGooglePage } from '../../../src/features/auth/reset-google-page.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { clearSession } from '../../../src/stores/account/session.ts';
import { callAsStoredSession, logInAs } from '../../support/browser/stored-session.ts';
import { reactRoot, typeInto } from '../../support/browser/react-root.ts';

const place = reactRoot();
afterEach(clearSession);

it('removes an authenticator once, and leads on', async () => {
  await startI18n('en-US');
  await loadNamespaces(['account', 'identity', 'security']);
  callAsStoredSession();
  await Promise.all([responseSchema('/user/bind/google/reset'), responseSchema('/user/info')]);
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    if (path === '/user/info') throw new TypeError('no network');
    return new Response(JSON.stringify({ code: 0, msg: 'OK', data: { hasGoogleAuth: 0, review: 0 } }));
  });
  logInAs(8, { hasGoogleAuth: 1 });
  const router = createRouter({
    routeTree: createRootRoute({ component: ResetGooglePage }),
    history: createMemoryHistory(),
  });
  await router.load();
  await act(async () => place.root.render(<RouterProvider router={router} />));
  for (const input of place.host.querySelectorAll('input'))
    await typeInto(input, input.type === 'password' ? 'secret-12' : '123456');
  await act(async () => place.host.querySelector('form')!.requestSubmit());
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/pages/user/google'));
  expect(place.host.querySelector('.refused')).toBeNull();
  expect(paths).toEqual(['/user/bind/google/reset', '/user/info']);
});
