// The call of profit and loss, and of invite rewards.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { printMoney, printScaled } from '../../../../core/units/units.ts';
import { dayStartOf } from '../../../services/valuation/equity.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Handlers, AuthenticatedCaller } from '../../handler.ts';

/** Days of a range, including the current one. */
const DAYS = { today: 1, '7d': 7, '30d': 30, all: Infinity };
/** Invited users in the list, newest first; `inviteNum` counts all. */
const MAX_INVITED = 100;

export function profitHandlers(deps: AccountDeps): Handlers<'/user/profit'> {
  return { '/user/profit': (request, caller) => profit(deps, request, caller) };
}

async function profit(
  deps: AccountDeps,
  request: RequestOf<'/user/profit'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/profit'>> {
  const days = DAYS[request.range];
  const since = days === Infinity ? 0 : dayStartOf(caller.now) - (days - 1) * DAY_MS;
  const [gain, invited, income] = await Promise.all([
    deps.profitOf(caller.uid, since),
    deps.users.invitedBy(caller.uid, MAX_INVITED),
    deps.inviteProfitOf(caller.uid),
  ]);
  return {
    profitToday: printMoney(gain.today),
    profitTotal: printMoney(gain.total),
    profitRate: printScaled(gain.rateE8, 8, true),
    series: gain.days.map(({ startTime, equity, profit: of }) => [startTime, printMoney(equity), printMoney(of)]),
    inviteNum: invited.total,
    inviteProfit: printMoney(income),
    inviteList: invited.list.map(({ email, createTime }) => ({ email: masked(email), createTime })),
  };
}

/** "jo***@e***.com": recognisable for acquaintances, not readable for others. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${email.slice(0, Math.min(2, at))}***@${domain.slice(0, 1)}***${ending}`;
}
