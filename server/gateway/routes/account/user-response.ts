// The response of `/user/info`, which every login contains too.
import type { AnswerOf } from '../../../../core/endpoints/endpoints.ts';
import type { AccountDeps } from './account-deps.ts';
import { NO_SERVICE } from '../../../services/accounts/app-config.ts';
import type { User } from '../../../services/auth/users.ts';

export async function userResponse(deps: AccountDeps, user: User): Promise<AnswerOf<'/user/info'>> {
  const [worth, kyc, bound] = await Promise.all([
    deps.worthOf(user.uid),
    deps.kyc.of(user.uid),
    deps.twoFactor.isBound(user.uid),
  ]);
  return {
    user: {
      id: user.uid,
      email: user.email,
      avatar: user.creditScore,
      usdtAmountSpot: worth.spot,
      usdtAmountContract: worth.contract,
      inviteCode: user.inviteCode,
      status: user.active ? 1 : 0,
      createTime: user.createTime,
      antiPhish: user.antiPhish,
      ...(user.withdrawLockUntil > deps.now() ? { withdrawLockUntil: user.withdrawLockUntil } : {}),
    },
    userKyc:
      kyc === null || kyc.status === null
        ? null
        : { status: kyc.status, ...(kyc.status === 2 ? { reasons: kyc.reasons } : {}) },
    hasGoogleAuth: bound ? 1 : 0,
    service: NO_SERVICE,
  };
}

/** Response of a login: a new session, and the user. */
export async function loginResponse(
  deps: AccountDeps,
  user: User,
  from: { ip: string; agent: string; device: string },
): Promise<AnswerOf<'/user/login'>> {
  const { token, expireTime } = await deps.sessions.start(user.uid, from);
  return { accesstoken: token, expireTime, ...(await userResponse(deps, user)) };
}
