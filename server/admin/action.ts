// Definition of an operator's action: fields, execution, approval, secrets.
import * as v from 'valibot';
import { textUpTo } from '../../core/endpoints/form-fields.ts';
import type { Identity } from '../services/auth/identity.ts';
import type { CommandOf } from '../exchange/command.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { Units } from '../../core/units/units.ts';
import type { FundReviews } from '../services/funds/fund-reviews.ts';
import type { Store } from '../store/store.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import type { Parameters } from './parameters.ts';

/** Commands that actions may submit. None of them has a field for a price, a tick or a result (O2). */
export const OPERATOR_COMMANDS = ['credit', 'marketStatus', 'delistMarket'] as const;
export type OperatorCommand = CommandOf<(typeof OPERATOR_COMMANDS)[number]>;

/** Dependencies of actions. */
export interface ActionDeps {
  identity: Identity;
  /** Null while deposits and withdrawals are off. */
  funds: FundReviews | null;
  parameters: Parameters;
  operators: OperatorAccounts;
  store: Store;
  /** Names of the markets that can be halted, by id. */
  markets: ReadonlyMap<number, string>;
  /** Uids with open orders or contracts in a market; and the announced time of its delisting, in ms (null: none). */
  holders(coinInfoId: number): readonly number[];
  delistTime(coinInfoId: number): number | null;
  isHalted(coinInfoId: number): boolean;
  /** Whether a position is held in a market, or in one whose mark is made from its book. */
  isMarkOfPositions(coinInfoId: number): boolean;
  /** Names of the coins that can be credited, by id. */
  coins: ReadonlyMap<number, string>;
  /** Value of an amount of a coin in USDT at its index; null before it has a price. */
  usdtValueOf(coinId: number, units: Units): Units | null;
  /** Submits a command to the sequencer. */
  submit(command: OperatorCommand): Promise<Outcome>;
  now(): number;
  /** Audits the whole stored ledger; `faults` are sentences. */
  auditLedger(): Promise<{ records: number; balances: number; faults: string[] }>;
}

/** Who acts (an account's name, from the session and not from the request), the reason, and the request id. */
export interface ActionRequest {
  by: string;
  reason: string;
  requestId: string;
}

/** `run` throws RejectError to refuse. Repeating it with the same request id has no second effect. */
export interface Action<S extends v.GenericSchema = v.GenericSchema> {
  description: string;
  fields: S;
  /**
   * Whether a second operator must approve what the operator `by` requests; absent: never. Throws RejectError to refuse
   * it.
   */
  needsApproval?(deps: ActionDeps, input: v.InferOutput<S>, by: string): boolean | Promise<boolean>;
  /** Fields of the result that are shown once and not stored. */
  secrets?: readonly string[];
  run(deps: ActionDeps, input: v.InferOutput<S>, act: ActionRequest): Promise<object>;
}

/** Builds an action whose `run` is typed by its fields. */
export function action<const S extends v.GenericSchema>(
  description: string,
  fields: S,
  run: Action<S>['run'],
  options: Pick<Action<S>, 'needsApproval' | 'secrets'> = {},
): Action<S> {
  return { description, fields, run, ...options };
}

export const OPERATOR_NAME = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9.-]{1,39}$/),
  v.check((name) => name !== 'token' && name !== 'demo', 'reserved'),
);
export const REASON = textUpTo(200);
