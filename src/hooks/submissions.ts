// Submissions by name: each outlives its form, which may be left and opened again before the answer comes.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { currentSession } from '../api/call-context.ts';
import { IdempotencyKey } from '../api/order-submission.ts';
import { userInfo } from '../stores/account/session.ts';

/** checking: the response is overdue or lost, and the outcome is being queried. */
type Progress = 'idle' | 'sending' | 'checking';

/** One request of a name is under way at a time. */
export class Submission {
  readonly key = new IdempotencyKey();
  readonly #progress = signal<Progress>('idle');
  readonly progress: ReadonlySignal<Progress> = this.#progress;

  /** False while an earlier request is under way. Set at once: a second press may come before React has rendered it. */
  begin(): boolean {
    if (this.#progress.peek() !== 'idle') return false;
    this.#progress.value = 'sending';
    return true;
  }

  check(): void {
    this.#progress.value = 'checking';
  }

  end(): void {
    this.#progress.value = 'idle';
  }
}

const byName = new Map<string, Submission>();

export function submissionOf(name: string): Submission {
  let known = byName.get(name);
  if (!known) byName.set(name, (known = new Submission()));
  return known;
}

export const ORDER_PATHS = {
  spot: { add: '/coin/order/add', query: '/coin/order/query' },
  contract: { add: '/coin/contract/order/add', query: '/coin/contract/order/query' },
} as const;

/**
 * Begins the name under which this tab stores an order under way, so that its outcome is shown after a reload, and to
 * its user after the next login. The value is "kind session user".
 */
export const SENT_PREFIX = 'fxproSent ';

/** Returns the function for the order's end. */
export function recordSent(kind: keyof typeof ORDER_PATHS, clientNo: string): () => void {
  try {
    sessionStorage.setItem(SENT_PREFIX + clientNo, [kind, currentSession(), userInfo.peek()?.user.id].join(' ').trim());
    return () => sessionStorage.removeItem(SENT_PREFIX + clientNo);
  } catch {
    // Without storage the order is in the lists all the same.
    return () => undefined;
  }
}

/** Whether the user who is logged in sent what `recordSent` stored as `record`. */
export function isOwnRecord(record: string): boolean {
  const [, session, user] = record.split(' ');
  return session === currentSession() || (user !== undefined && user === String(userInfo.peek()?.user.id));
}

/** The outcome of a request is known by other means: the same body is a new request from now on. */
export function settleSubmission(clientNo: string): void {
  for (const { key } of byName.values()) key.clear(clientNo);
}
