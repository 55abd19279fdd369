// The gateway's side of calls that the engine answers: sent over the bus, and again where that is safe.
import type { CallPath, Envelope } from '../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { CallRequest } from '../gateway/call-runner.ts';
import { type Bus, NoAnswerError } from './bus.ts';
import { type ForwardedCall, SUBJECT } from './cluster-messages.ts';
import type { Follower } from './follower.ts';

/** How long one attempt waits for its answer, and how long a call that may be sent again is tried at all, ms. */
const ATTEMPT_MS = 400;
const RETRY_MS = 5_000;
/** Longest wait for a call that may not be sent again: a slow disk holds commits for as long. */
const ONCE_MS = 5_000;

export interface CallForwarder {
  /** Throws RejectError 1500 when no engine answered: the call may or may not have been carried out. */
  call(path: CallPath, request: CallRequest): Promise<Envelope>;
  /** Uid of a session's token; null when there is none. Throws RejectError 1500 when no engine answered. */
  uidOf(token: string): Promise<number | null>;
}

/** The engine that leads now, as a follower knows it. */
export type KnownLeader = Pick<Follower, 'epoch' | 'onOwner' | 'fault'>;

export function createCallForwarder(bus: Bus, leader: KnownLeader): CallForwarder {
  const ask = async (subject: (epoch: number) => string, message: unknown, isRepeatable: boolean): Promise<unknown> => {
    const began = performance.now();
    for (;;) {
      if (leader.fault !== null) throw new RejectError(CODE.busy);
      try {
        if (!isRepeatable) return await bus.request(subject(leader.epoch), message, ONCE_MS);
        return await untilOtherLeader(leader, bus.request(subject(leader.epoch), message, ATTEMPT_MS));
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        if (!isRepeatable || performance.now() - began > RETRY_MS) throw new RejectError(CODE.busy);
      }
    }
  };
  return {
    async call(path, { origin, traceId, token, form }) {
      const fields = { ...form() };
      const forwarded: ForwardedCall = { path, origin, traceId, token, form: fields };
      return (await ask(SUBJECT.call, forwarded, isRepeatable(path, fields))) as Envelope;
    },
    async uidOf(token) {
      return (await ask(SUBJECT.session, token, true)) as number | null;
    },
  };
}

/** Rejects with NoAnswerError as soon as another engine leads: the one that got the request may have ended. */
function untilOtherLeader(leader: KnownLeader, answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const dispose = leader.onOwner(() => reject(new NoAnswerError('another engine leads')));
    answer.then(resolve, reject).finally(dispose);
  });
}

/** A call under a client number gets its first answer again. */
function isRepeatable(path: CallPath, form: Readonly<Record<string, string>>): boolean {
  return Boolean(form['clientNo']) || READS.has(path);
}

/** Calls that change nothing. */
const READS: ReadonlySet<CallPath> = new Set([
  '/coin/books',
  '/coin/events',
  '/forex/books',
  '/forex/events',
  '/coin/order/list',
  '/coin/order/query',
  '/coin/contract/order/list',
  '/coin/contract/order/list/active',
  '/coin/contract/order/query',
  '/coin/contract/order/multiple',
  '/qt/contract/periods',
  '/qt/contract/order/list',
  '/coin/assets',
  '/coin/recharge/order',
  '/user/info',
  '/user/notice',
  '/user/profit',
  '/user/point/change/log',
  '/common/notice',
]);
