// The gateway's side of calls that the engine answers: sent over the bus, and again where that is safe.
import type { CallPath, Envelope } from '../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { CallRequest } from '../gateway/call-runner.ts';
import { isRead } from '../gateway/reads.ts';
import { type Bus, NoAnswerError, type Subject } from './bus.ts';
import { type ForwardedCall, SUBJECT } from './cluster-messages.ts';
import type { Follower } from './follower.ts';

/**
 * How long a call that may be sent again waits for an answer before it is, at least and at most, and how long it is
 * tried at all, ms. A message is seldom lost, and a busy engine answers no sooner when it gets one more often.
 */
const MIN_WAIT_MS = 400;
const MAX_WAIT_MS = 1_600;
const RETRY_MS = 5_000;
/** A call waits for this many times what answers took lately; each answer counts with this share. */
const WAIT_FACTOR = 3;
const NEWEST_SHARE = 1 / 8;
/** Longest wait for a call that may not be sent again: a slow disk holds commits for as long. */
const ONCE_MS = 5_000;

export interface CallForwarder {
  /** Throws RejectError when no engine answered: 1500 for a read, 1501 where it may have been carried out. */
  call(path: CallPath, request: CallRequest): Promise<Envelope>;
  /** Uid of a session's token; null when there is none. Throws RejectError 1500 when no engine answered. */
  uidOf(token: string): Promise<number | null>;
}

/** The engine that leads now, as a follower knows it. */
export type KnownLeader = Pick<Follower, 'epoch' | 'onOwner' | 'fault' | 'isAway'>;

export function createCallForwarder(bus: Bus, leader: KnownLeader): CallForwarder {
  /** What answers took lately, ms. */
  let usualMs = 0;
  const ask = async <Message, Answer>(
    subject: (epoch: number) => Subject<Message, Answer>,
    message: NoInfer<Message>,
    { isRepeatable, isRead }: { isRepeatable: boolean; isRead: boolean },
  ): Promise<Answer> => {
    const began = performance.now();
    let { epoch } = leader;
    /** Of all attempts at this leader: a late answer to an early one is an answer. */
    let answers: Promise<Answer>[] = [];
    /** Attempts that may have been carried out: what no engine has got is not done. */
    let inDoubt = 0;
    const send = async (forMs: number): Promise<Answer> => {
      inDoubt += 1;
      const answer = await bus.request(subject(epoch), message, forMs);
      if (!isRepeatable || isRead || !isUncertain(answer)) return answer;
      if (answer.code === CODE.busy) inDoubt -= 1;
      // Not final: another attempt may be carried out, or get the answer of this one.
      return new Promise(() => undefined);
    };
    const givenUp = (): RejectError => new RejectError(inDoubt > 0 && !isRead ? CODE.unsure : CODE.busy);
    for (;;) {
      // A full disk does not pass while a call waits.
      if (leader.fault !== null && !(leader.isAway && isRepeatable && !isRead)) throw givenUp();
      if (epoch !== leader.epoch) [epoch, answers] = [leader.epoch, []];
      try {
        if (!isRepeatable) return await send(ONCE_MS);
        answers.push(send(2 * RETRY_MS));
        // Twice as long each time it is sent again.
        const waitMs = Math.max(MIN_WAIT_MS, WAIT_FACTOR * usualMs) * 2 ** (answers.length - 1);
        const first = within(Math.min(waitMs, MAX_WAIT_MS), Promise.race(answers));
        const answer = await untilOtherLeader(leader, first);
        usualMs += (performance.now() - began - usualMs) * NEWEST_SHARE;
        return answer;
      } catch (error) {
        const isOver = performance.now() - began > RETRY_MS;
        if (error instanceof NoAnswerError || (error instanceof AskAgain && isOver)) throw givenUp();
        if (!(error instanceof AskAgain)) throw error;
      }
    }
  };
  return {
    async call(path, { origin, traceId, token, key, form }) {
      const fields = { ...form() };
      const forwarded: ForwardedCall = { path, origin, traceId, token, ...(key && { key }), form: fields };
      const kind = { isRepeatable: isRepeatable(path, fields), isRead: isRead(path, fields) };
      return ask(SUBJECT.call, forwarded, kind);
    },
    async uidOf(token) {
      return ask(SUBJECT.session, token, { isRepeatable: true, isRead: true });
    },
  };
}

/** Whether the engine itself could not carry it out now, or does not know whether it did. */
function isUncertain(answer: unknown): answer is Envelope {
  const code = (answer as Envelope | null)?.code;
  return code === CODE.busy || code === CODE.unsure;
}

/** An attempt that may still be answered, beside which another is made. That of the bus itself has ended. */
class AskAgain extends Error {}

/** Rejects with AskAgain after `waitMs`. */
function within<T>(waitMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AskAgain(`no answer within ${waitMs} ms`)), waitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Rejects with AskAgain as soon as another engine leads: the one that got the request may have ended. */
function untilOtherLeader<T>(leader: KnownLeader, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const dispose = leader.onOwner(() => reject(new AskAgain('another engine leads')));
    answer.then(resolve, reject).finally(dispose);
  });
}

/** A call under a client number gets its first answer again. */
function isRepeatable(path: CallPath, form: Readonly<Record<string, string>>): boolean {
  return Boolean(form['clientNo']) || isRead(path, form) || REPEATABLE.has(path);
}

/** What these change may be changed twice; the faucet pays once an hour. */
const REPEATABLE: ReadonlySet<CallPath> = new Set(['/common/prop', '/user/info', '/user/notice']);
