// Approves reviews automatically in demo mode after a few seconds, through the same executor and audit log.
import { randomUUID } from 'node:crypto';
import { RejectError } from '../../core/errors/errors.ts';
import type { ActionExecutor } from './action-executor.ts';
import type { Parameters } from './parameters.ts';
import type { QueueName, ReviewQueues } from './review-queues.ts';

const POLL_MS = 1_000;
/** Waiting time of an item that was refused; it is never due again. */
const NEVER = Infinity;

/** Action and id field by which each queue's items are approved. */
const APPROVALS: Record<QueueName, { action: string; field: 'uid' | 'id' }> = {
  kyc: { action: 'kyc.pass', field: 'uid' },
  reset: { action: 'reset.pass', field: 'uid' },
  deposit: { action: 'deposit.approve', field: 'id' },
  withdraw: { action: 'withdraw.approve', field: 'id' },
};

export interface DemoReviewsOptions {
  queues: ReviewQueues;
  executor: ActionExecutor;
  parameters: Parameters;
  now(): number;
  log(what: string, error: unknown): void;
}

/** Starts polling; `poll` runs one poll, for tests. Polls never overlap. */
export function startDemoReviews({ queues, executor, parameters, now, log }: DemoReviewsOptions): {
  poll(): Promise<void>;
  close(): Promise<void>;
} {
  /** When each item was first seen waiting, in ms. */
  let seen = new Map<string, number>();
  const poll = async (): Promise<void> => {
    const waiting = new Map<string, number>();
    for (const name of Object.keys(APPROVALS) as QueueName[]) {
      for (const id of await queues.approvable(name)) {
        const key = `${name} ${id}`;
        const since = seen.get(key) ?? now();
        waiting.set(key, since);
        if (
          parameters.value('demoReviews') === 'on' &&
          now() - since >= Number(parameters.value('demoReviewSeconds')) * 1000 &&
          !(await approve(executor, name, id))
        )
          waiting.set(key, NEVER);
      }
    }
    seen = waiting;
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= poll()
      .catch((error: unknown) => log('demo_review.failed', error))
      .finally(() => {
        running = null;
      });
  }, POLL_MS);
  timer.unref();
  return {
    poll,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Returns false where it was decided or withdrawn in the meantime: the audit log has the refusal, and it is final. */
async function approve(executor: ActionExecutor, name: QueueName, id: number): Promise<boolean> {
  const { action, field } = APPROVALS[name];
  try {
    await executor.execute(
      action,
      { [field]: String(id) },
      { name: 'demo', role: 'demo' },
      { reason: 'demo mode', requestId: randomUUID() },
    );
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    return false;
  }
  return true;
}
