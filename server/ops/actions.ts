// The closed list of what an operator can do. There is no other door: what is not here, nobody can do.
import type { Action } from './action.ts';
import { fundActions } from './actions/funds.ts';
import { marketActions } from './actions/markets.ts';
import { moneyActions } from './actions/money.ts';
import { noticeActions } from './actions/notices.ts';
import { operatorActions } from './actions/operators.ts';
import { parameterActions } from './actions/parameters.ts';
import { peopleActions } from './actions/people.ts';
import { reviewActions } from './actions/reviews.ts';

export const ACTIONS = {
  ...reviewActions, ...fundActions, ...peopleActions, ...noticeActions, ...moneyActions, ...marketActions, ...parameterActions, ...operatorActions,
} as const satisfies Record<string, unknown>;
type ActionName = keyof typeof ACTIONS;

/** An action by its name; undefined where there is none. Its fields have been read when `run` is called. */
export function actionOf(name: string): Action | undefined {
  return Object.hasOwn(ACTIONS, name) ? (ACTIONS[name as ActionName] as unknown as Action) : undefined;
}
