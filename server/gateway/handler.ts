// Types of handlers, which get a parsed request and its caller.
// They return the response or throw RejectError. A call that waits is checked again.
import type { AnswerOf, CALLS, CallPath, RequestOf } from '../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { Printed } from './printed.ts';

/** Sender of a request. */
export interface Caller {
  /** Address of the client, for display only. */
  ip: string;
  /** Whom limits count, as `networkOf` finds it. */
  network: string;
  /** Whether the request comes from the exchange's own machine, without a proxy. */
  local: boolean;
  /** User agent, cut short; for display only. */
  agent: string;
  /** Language of messages, one of the supported ones. */
  language: string;
  /** Server time of the request in ms. */
  now: number;
  /** True: the call was accepted before, and would be refused now if it were new. */
  isRetry?: boolean;
}

/** A caller with a session. */
export interface AuthenticatedCaller extends Caller {
  uid: number;
  /** Hash of the session's token: identifies the session, but gives no access. */
  sessionKey: string;
}

/** A call with a session gets an AuthenticatedCaller, a public one a Caller, an open one either. */
type CallerOf<P extends CallPath> = (typeof CALLS)[P]['access'] extends 'session'
  ? AuthenticatedCaller
  : (typeof CALLS)[P]['access'] extends 'open'
    ? Caller | AuthenticatedCaller
    : Caller;

/** Calls whose answers their handlers print. */
type PrintedPath = '/coin/order/add' | '/coin/order/replace' | '/coin/order/list';
type Answered<P extends CallPath> = P extends PrintedPath ? Printed<AnswerOf<P>> : AnswerOf<P>;
type Handler<P extends CallPath> = (request: RequestOf<P>, caller: CallerOf<P>) => Promise<Answered<P>> | Answered<P>;

/** Handlers of some calls, by path. */
export type Handlers<P extends CallPath> = { [K in P]: Handler<K> };

/** What may end what a caller was allowed when the call began. */
export interface LateChecks {
  /** Whether a session has ended since a call began. */
  hasEnded(sessionKey: string): boolean;
  identity: { isFrozen(uid: number): boolean };
}

/**
 * A call that has waited, for those of the same user before it or for the store: throws RejectError -1000 when its
 * session has ended meanwhile, 1403 when the account was frozen and it is no retry. Nothing may be awaited between this
 * and the command.
 */
export function refuseLate(
  { identity, hasEnded }: LateChecks,
  { uid, sessionKey, isRetry }: Pick<AuthenticatedCaller, 'uid' | 'sessionKey' | 'isRetry'>,
): void {
  if (hasEnded(sessionKey)) throw new RejectError(CODE.sessionInvalid);
  if (!isRetry && identity.isFrozen(uid)) throw new RejectError(CODE.accountFrozen);
}
