// What the exchange answers to a command: accepted or refused, with the events it caused.
import type { Reject } from '../../core/errors/errors.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { BinaryOptionState } from './binary-options/open-binary-options.ts';
import type { ContractState } from './contracts/contract-state.ts';
import type { ExchangeEvent, OrderState } from './event.ts';
import type { ConvertQuote, FundOrder, TransferResult } from './funds/fund.ts';

/** Answer to an accepted command: the orders and contracts it concerned, and the contracts that could not be closed. */
export interface Accepted {
  orders: OrderState[];
  contracts?: ContractState[];
  failed?: ({ id: number } & Reject)[];
  fund?: FundOrder;
  seconds?: BinaryOptionState;
  quote?: ConvertQuote;
  moved?: TransferResult;
}

export type Answer = Accepted | Reject;

/** Outcome of a command: the answer to its caller, and the events for everyone. */
export interface Outcome {
  seq: number;
  ts: EpochMs;
  answer: Answer;
  events: ExchangeEvent[];
}
