// What answers a call: the parsed request and who asks go in; the answer, or a thrown RejectError, comes out.
import type { AnswerOf, CALLS, CallPath, RequestOf } from '../../core/endpoints/endpoints.ts';

/** Who asks, and how. */
export interface Caller {
  /** Address of the client, for limits. */
  ip: string;
  /** Asks from the exchange's own machine, with nothing between. */
  local: boolean;
  /** What the client calls itself, cut short; nothing depends on it. */
  agent: string;
  /** Language of the sentences, one the exchange has words for. */
  language: string;
  /** Server time of the request in ms. */
  now: number;
}

/** A caller with a session. */
export interface Member extends Caller {
  uid: number;
  /** Hash of the session's token: names the session without being able to use it. */
  sessionKey: string;
}

/** A call for session holders gets a Member, a public one a Caller, an open one either. */
type CallerOf<P extends CallPath> = (typeof CALLS)[P]['access'] extends 'session'
  ? Member
  : (typeof CALLS)[P]['access'] extends 'open'
    ? Caller | Member
    : Caller;

type Handler<P extends CallPath> = (request: RequestOf<P>, caller: CallerOf<P>) => Promise<AnswerOf<P>> | AnswerOf<P>;

/** Handlers of some calls, by path; the gateway joins the rooms' tables into one. */
export type Handlers<P extends CallPath> = { [K in P]: Handler<K> };
