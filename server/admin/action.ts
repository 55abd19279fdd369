// One thing an operator can do: its fields, what it is carried out with, and who answers for it.
import * as v from 'valibot';
import { textUpTo } from '../../core/endpoints/form-fields.ts';
import type { Identity, Reviews } from '../services/auth/identity.ts';
import type { Command } from '../exchange/command.ts';
import type { Outcome } from '../exchange/event.ts';
import type { Units } from '../../core/units/units.ts';
import type { FundReviews } from '../services/funds/fund-reviews.ts';
import type { Store } from '../store/store.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import type { Parameters } from './parameters.ts';

/**
 * Commands that an operator's action may send to the machine. None of them has a field for a price, a tick or a result
 * (O2).
 */
export const HOUSE_COMMANDS = ['credit', 'marketStatus', 'delistMarket'] as const;
export type HouseCommand = Extract<Command, { kind: (typeof HOUSE_COMMANDS)[number] }>;

/** What actions are carried out with. */
export interface ActionParts {
  identity: Identity & Reviews;
  /** Null while no money comes in or goes out here. */
  funds: FundReviews | null;
  parameters: Parameters;
  operators: OperatorAccounts;
  store: Store;
  /** Markets that can be halted: name by id. */
  markets: ReadonlyMap<number, string>;
  /** Who has something open in a market, by uid; and when its announced end is, in ms (null: none). */
  holders(coinInfoId: number): readonly number[];
  delistTime(coinInfoId: number): number | null;
  /** Coins that can be credited: name by id. */
  coins: ReadonlyMap<number, string>;
  /** What an amount of a coin is worth in USDT at the last trade; null where nothing was traded. */
  worthUnits(coinId: number, units: Units): Units | null;
  /** The only way to the machine from here. */
  submit(command: HouseCommand): Promise<Outcome>;
  /** Goes over the whole stored ledger; what is wrong, in sentences. */
  auditLedger(): Promise<{ records: number; balances: number; faults: string[] }>;
  /** Tells every open page that maintenance begins. */
  tellMaintenance(): void;
}

/** Who acts (an account's name, never a word of the request), why, and the act's own name. */
export interface Act {
  by: string;
  reason: string;
  requestId: string;
}

/** `run` throws RejectError when it is not to be done. Done twice under one request id it comes to the same as once. */
export interface Action<S extends v.GenericSchema = v.GenericSchema> {
  says: string;
  fields: S;
  /** Whether a second person has to approve before it is done; absent: never. */
  second?(parts: ActionParts, input: v.InferOutput<S>): boolean | Promise<boolean>;
  /** Parts of the answer that are shown once and never written down. */
  secrets?: readonly string[];
  run(parts: ActionParts, input: v.InferOutput<S>, act: Act): Promise<object>;
}

/** Keeps fields and `run` of one action together. */
export function action<const S extends v.GenericSchema>(
  says: string,
  fields: S,
  run: Action<S>['run'],
  more: Pick<Action<S>, 'second' | 'secrets'> = {},
): Action<S> {
  return { says, fields, run, ...more };
}

export const OPERATOR_NAME = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9.-]{1,39}$/),
  v.check((name) => name !== 'token' && name !== 'demo', 'reserved'),
);
export const REASON = textUpTo(200);
