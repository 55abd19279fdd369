// The endpoint table: path, request, response. Typed client and server routes are derived from it.
import type * as v from 'valibot';
import { ACCOUNT_CALLS } from './account-endpoints.ts';
import { CONTRACT_CALLS } from './contract-endpoints.ts';
import { MARKET_CALLS } from './market-endpoints.ts';
import { CODE, type Code } from '../errors/errors.ts';
import { SECONDS_CALLS } from './binary-option-endpoints.ts';
import { WALLET_CALLS } from './wallet-endpoints.ts';

/**
 * Who may call. `public`: everyone. `session`: holders of a session, else -1000. `open`: everyone, and a session is
 * used if there is one.
 */
export type Access = 'public' | 'session' | 'open';

/** One endpoint. `money`: has a `clientNo`, so that a retry gets the answer of the first try. */
export interface Call {
  access: Access;
  /** Codes of its refusals, without those that `refusalsOf` adds. */
  errors: readonly Code[];
  money?: true;
  /** Of a public call, whether a form asks for the past, which a stricter limit than that of other reads counts too. */
  isOfHistory?: (form: Readonly<Record<string, string>>) => boolean;
  /** Also answered on the feed's socket (docs/api.md 13). */
  socket?: true;
  /** Largest body in bytes, where it is not the default. */
  bodyLimitBytes?: number;
  request: v.GenericSchema;
  answer: v.GenericSchema;
}

/** Every endpoint, by path. */
export const CALLS = {
  ...ACCOUNT_CALLS,
  ...MARKET_CALLS,
  ...WALLET_CALLS,
  ...CONTRACT_CALLS,
  ...SECONDS_CALLS,
} as const satisfies Record<string, Call>;

export type CallPath = keyof typeof CALLS;
/** Calls that may be made on the feed's socket. */
export type SocketPath = {
  [P in CallPath]: (typeof CALLS)[P] extends { socket: true } ? P : never;
}[CallPath];
/** The parsed form of a request. */
export type RequestOf<P extends CallPath> = v.InferOutput<(typeof CALLS)[P]['request']>;
/** The form of a request as the client writes it; numbers and booleans are printed. */
export type FormOf<P extends CallPath> = {
  [K in keyof v.InferInput<(typeof CALLS)[P]['request']>]: string | number | boolean | undefined;
};
export type AnswerOf<P extends CallPath> = v.InferOutput<(typeof CALLS)[P]['answer']>;

/** Refusals of every endpoint: invalid field, too many requests, busy, unsure whether it was done, maintenance. */
const ANY_CALL: readonly Code[] = [CODE.fieldInvalid, CODE.tooManyRequests, CODE.busy, CODE.unsure, CODE.maintenance];

/**
 * Every code that a call may refuse with: its own, those of every endpoint, -1000 if it needs a session, 1409 if it has
 * a `clientNo`.
 */
export function refusalsOf({ access, money, errors }: Call): Code[] {
  return [
    ...errors,
    ...ANY_CALL,
    ...(access === 'session' ? [CODE.sessionInvalid] : []),
    ...(money ? [CODE.clientNoReused] : []),
  ];
}

/** The envelope of every response. HTTP is 200 for refusals too. */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
  /** Server time in ms. */
  ts?: number | undefined;
  traceId?: string | undefined;
}
