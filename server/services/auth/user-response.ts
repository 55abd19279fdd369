// What a person is told of oneself: the answer of `/user/info`, which every login carries too.
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import type { AccountParts } from '../accounts/deps.ts';
import { NO_SERVICE } from '../accounts/app-config.ts';
import type { User } from './users.ts';

export async function userAnswer(parts: AccountParts, user: User): Promise<AnswerOf<'/user/info'>> {
  const [worth, kyc, bound] = await Promise.all([
    parts.worthOf(user.uid),
    parts.kyc.of(user.uid),
    parts.twoFactor.isBound(user.uid),
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
      ...(user.withdrawLockUntil > parts.now() ? { withdrawLockUntil: user.withdrawLockUntil } : {}),
    },
    userKyc:
      kyc === null || kyc.status === null
        ? null
        : { status: kyc.status, ...(kyc.status === 2 ? { reasons: kyc.reasons } : {}) },
    hasGoogleAuth: bound ? 1 : 0,
    service: NO_SERVICE,
  };
}

/** Answer of a login: a new session, and who it is. */
export async function sessionAnswer(
  parts: AccountParts,
  user: User,
  from: { ip: string; agent: string; device: string },
): Promise<AnswerOf<'/user/login'>> {
  const { token, expireTime } = await parts.sessions.start(user.uid, from);
  return { accesstoken: token, expireTime, ...(await userAnswer(parts, user)) };
}
