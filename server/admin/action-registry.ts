// The closed list of operators' actions; operators have no other way to change the exchange.
import type { Action } from './action.ts';
import { fundActions } from './actions/fund-actions.ts';
import { marketActions } from './actions/market-actions.ts';
import { moneyActions } from './actions/money-actions.ts';
import { noticeActions } from './actions/notice-actions.ts';
import { operatorActions } from './actions/operator-actions.ts';
import { parameterActions } from './actions/parameter-actions.ts';
import { userActions } from './actions/user-actions.ts';
import { reviewActions } from './actions/review-actions.ts';

export const ACTIONS = {
  ...reviewActions,
  ...fundActions,
  ...userActions,
  ...noticeActions,
  ...moneyActions,
  ...marketActions,
  ...parameterActions,
  ...operatorActions,
} as const satisfies Record<string, unknown>;
type ActionName = keyof typeof ACTIONS;

/** An action by its name; undefined for an unknown one. `run` expects validated fields. */
export function actionOf(name: string): Action | undefined {
  return Object.hasOwn(ACTIONS, name) ? (ACTIONS[name as ActionName] as unknown as Action) : undefined;
}
