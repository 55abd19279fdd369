// The endpoint table: path, request, response. Typed client and server routes are derived from it.
import type * as v from 'valibot';
import { ACCOUNT_CALLS } from './account-endpoints.ts';
import { CONTRACT_CALLS } from './contract-endpoints.ts';
import { MARKET_CALLS } from './market-endpoints.ts';
import { CODE, type Code } from '../errors/errors.ts';
import { SECONDS_CALLS } from './binary-option-endpoints.ts';
import { WALLET_CALLS } from './wallet-endpoints.ts';

/**
 * Who may call: anybody; the holder of a session (else -1000); or anybody, and a session, where there is one, is known.
 */
export type Access = 'public' | 'session' | 'open';

/** One call. `money` marks those whose `clientNo` makes a retry answer as the first try did. */
export interface Call {
  access: Access;
  /** Codes that this call may refuse with, apart from those that `refusalsOf` adds. */
  errors: readonly Code[];
  money?: true;
  /** Largest body in bytes where it is not the usual one. */
  bodyLimitBytes?: number;
  request: v.GenericSchema;
  answer: v.GenericSchema;
}

/** Every call, by path. */
export const CALLS = {
  ...ACCOUNT_CALLS,
  ...MARKET_CALLS,
  ...WALLET_CALLS,
  ...CONTRACT_CALLS,
  ...SECONDS_CALLS,
} as const satisfies Record<string, Call>;

export type CallPath = keyof typeof CALLS;
/** What the server reads from a call's form, after the schema. */
export type RequestOf<P extends CallPath> = v.InferOutput<(typeof CALLS)[P]['request']>;
/** What the client writes into a call's form: numbers and booleans are printed as the wire wants them. */
export type FormOf<P extends CallPath> = {
  [K in keyof v.InferInput<(typeof CALLS)[P]['request']>]: string | number | boolean | undefined;
};
export type AnswerOf<P extends CallPath> = v.InferOutput<(typeof CALLS)[P]['answer']>;

/** What any call may answer: a wrong field, too many requests, busy, maintenance. */
const ANY_CALL: readonly Code[] = [CODE.fieldInvalid, CODE.tooManyRequests, CODE.busy, CODE.maintenance];

/**
 * Every code that a call may refuse with: its own, those of any call, -1000 where a session is needed, 1409 where a
 * `clientNo` may be used twice.
 */
export function refusalsOf({ access, money, errors }: Call): Code[] {
  return [
    ...errors,
    ...ANY_CALL,
    ...(access === 'session' ? [CODE.sessionInvalid] : []),
    ...(money ? [CODE.clientNoReused] : []),
  ];
}

/** The envelope of every answer. HTTP is 200 for business refusals too. */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
  /** Server time in ms. */
  ts?: number;
  traceId?: string;
}
