// The call of gain and loss, and of what inviting others brought.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { printMoney, printScaled } from '../../../core/units/units.ts';
import { dayOf } from '../../services/valuation/equity.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import type { Handlers, Member } from '../handler.ts';

const DAY_MS = 86_400_000;
/** Days of a span, the running one included. */
const DAYS = { today: 1, '7d': 7, '30d': 30, all: Infinity };
/** Invited people shown, newest first; `inviteNum` counts all. */
const MOST_INVITED = 100;

export function profitHandlers(parts: AccountParts): Handlers<'/user/profit'> {
  return { '/user/profit': (request, member) => profit(parts, request, member) };
}

async function profit(
  parts: AccountParts,
  request: RequestOf<'/user/profit'>,
  member: Member,
): Promise<AnswerOf<'/user/profit'>> {
  const days = DAYS[request.range];
  const since = days === Infinity ? 0 : dayOf(member.now) - (days - 1) * DAY_MS;
  const [gain, invited, income] = await Promise.all([
    parts.profitOf(member.uid, since),
    parts.users.invitedBy(member.uid, MOST_INVITED),
    parts.inviteProfitOf(member.uid),
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

/** "jo***@e***.com": enough for who knows them, too little for who does not. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const ending = domain.slice(domain.lastIndexOf('.'));
  return `${email.slice(0, Math.min(2, at))}***@${domain.slice(0, 1)}***${ending}`;
}
