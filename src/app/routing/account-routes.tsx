// Paths of the account: login, identity, security, invitation.
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { parent } from './root-route.tsx';
import { loginSearch, typeSearch } from './search-params.ts';

export const accountRoutes = [
  createRoute({
    ...parent,
    path: '/pages/common/login',
    validateSearch: loginSearch,
    staticData: { title: 'auth.login' },
    component: lazyPage(() => import('../../features/auth/login-page.tsx'), 'LoginPage', ['account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/common/reg',
    validateSearch: loginSearch,
    staticData: { title: 'auth.register' },
    component: lazyPage(() => import('../../features/auth/register-page.tsx'), 'RegisterPage', ['account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/forgetPassword',
    staticData: { title: 'title.forgetPassword' },
    component: lazyPage(() => import('../../features/auth/forgot-page.tsx'), 'ForgotPage', ['account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/modifyPassword',
    staticData: { title: 'title.modifyPassword' },
    component: lazyPage(() => import('../../features/auth/modify-password-page.tsx'), 'ModifyPasswordPage', [
      'account',
    ]),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/google',
    staticData: { title: 'title.google' },
    component: lazyPage(() => import('../../features/auth/google-page.tsx'), 'GooglePage', ['account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/resetGoogle',
    staticData: { title: 'title.resetGoogle' },
    component: lazyPage(() => import('../../features/auth/reset-google-page.tsx'), 'ResetGooglePage', ['account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/kyc',
    staticData: { title: 'title.kyc' },
    component: lazyPage(() => import('../../features/kyc/kyc-page.tsx'), 'KycPage', ['identity', 'account']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/waitingReview',
    validateSearch: typeSearch,
    staticData: { title: 'title.waitingReview' },
    component: lazyPage(() => import('../../features/kyc/waiting-page.tsx'), 'WaitingPage', ['identity']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/security',
    staticData: { title: 'title.security' },
    component: lazyPage(() => import('../../features/security/security-page.tsx'), 'SecurityPage', ['security']),
  }),
  createRoute({
    ...parent,
    path: '/pages/user/session',
    staticData: { title: 'title.sessions' },
    component: lazyPage(() => import('../../features/security/sessions-page.tsx'), 'SessionsPage', ['security']),
  }),
  createRoute({
    ...parent,
    path: '/pages/invite/invite',
    staticData: { title: 'title.invite' },
    component: lazyPage(() => import('../../features/invite/invite-page.tsx'), 'InvitePage', ['invite']),
  }),
  createRoute({
    ...parent,
    path: '/demo',
    staticData: { title: 'title.demo' },
    component: lazyPage(() => import('../../features/demo/demo-page.tsx'), 'DemoPage', ['demo', 'account']),
  }),
] as const;
