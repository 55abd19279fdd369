// Changes of the authenticator by a session that ends while the call waits: nothing is bound or taken off.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountDeps } from '../../../../server/gateway/routes/account/account-deps.ts';
import { twoFactorHandlers } from '../../../../server/gateway/routes/account/two-factor-routes.ts';
import { hashPassword } from '../../../../server/services/auth/passwords.ts';
import { PASSWORD } from '../../../support/server/running-exchange.ts';

const CALLER = {
  uid: 10_000,
  sessionKey: 'mine',
  ip: '',
  network: '',
  local: false,
  agent: '',
  language: 'en-US',
  now: 0,
};
const ENDED = { reject: { code: -1000 } };

let calls: ReturnType<typeof twoFactorHandlers>;
const bind = vi.fn();
const unbind = vi.fn();

beforeEach(async () => {
  vi.clearAllMocks();
  let hasEnded = false;
  const passwordHash = await hashPassword(PASSWORD, '');
  const nothing = async (): Promise<void> => undefined;
  calls = twoFactorHandlers({
    demo: true,
    now: () => 0,
    users: { byUid: async () => ({ uid: CALLER.uid, email: 'a@example.com', passwordHash }), lockWithdrawals: nothing },
    sessions: { hasEnded: () => hasEnded, endAll: nothing },
    loginThrottle: { attempt: nothing, clear: nothing },
    twoFactor: { isBound: async () => true, checkPrepared: nothing, use: nothing, bind, unbind },
    resetReviews: { close: async () => false },
    codes: {
      check: nothing,
      // Its owner ends the session meanwhile.
      use: async () => {
        hasEnded = true;
      },
    },
    notifyUser: nothing,
  } as unknown as AccountDeps);
});

describe('A3: a session that has ended meanwhile', () => {
  it('binds no authenticator', async () => {
    const request = { secret: 'x', googleCode: '123456', code: '123456' };
    await expect(calls['/user/bind/google'](request, CALLER)).rejects.toMatchObject(ENDED);
    expect(bind).not.toHaveBeenCalled();
  });

  it('takes no authenticator off', async () => {
    const request = { password: PASSWORD, googleCode: '123456', code: '123456' };
    await expect(calls['/user/bind/google/reset'](request, CALLER)).rejects.toMatchObject(ENDED);
    expect(unbind).not.toHaveBeenCalled();
  });
});
