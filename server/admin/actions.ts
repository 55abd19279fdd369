// The closed list of what an operator can do. There is no other door: what is not here, nobody can do.
import type { Action } from './action.ts';
import { fundActions } from './actions/fund-actions.ts';
import { marketActions } from './actions/market-actions.ts';
import { moneyActions } from './actions/money-actions.ts';
import { noticeActions } from './actions/notice-actions.ts';
import { operatorActions } from './actions/operator-actions.ts';
import { parameterActions } from './actions/parameter-actions.ts';
import { peopleActions } from './actions/user-actions.ts';
import { reviewActions } from './actions/review-actions.ts';

export const ACTIONS = {
  ...reviewActions,
  ...fundActions,
  ...peopleActions,
  ...noticeActions,
  ...moneyActions,
  ...marketActions,
  ...parameterActions,
  ...operatorActions,
} as const satisfies Record<string, unknown>;
type ActionName = keyof typeof ACTIONS;

/** An action by its name; undefined where there is none. Its fields have been read when `run` is called. */
export function actionOf(name: string): Action | undefined {
  return Object.hasOwn(ACTIONS, name) ? (ACTIONS[name as ActionName] as unknown as Action) : undefined;
}
