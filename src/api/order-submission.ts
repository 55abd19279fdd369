// Idempotent submission of orders and transfers: one key per request until its outcome is known.
import { CODE } from '../../core/errors/errors.ts';
import type { FormOf } from '../../core/endpoints/endpoints.ts';
import { randomId } from '../lib/random-id.ts';
import { currentSession } from './call-context.ts';
import { CallError, type CallOptions, FAILURE, type call as callType } from './call.ts';
import type { submitCall as submitCallType } from './submit-call.ts';

/** How long a response is awaited before the outcome is queried. */
const ANSWER_MS = 10_000;
/**
 * Pause between two queries, and how many "not found" answers mean the order does not exist: the first attempt may
 * still be in flight.
 */
const QUERY_EVERY_MS = 1_500;
const MAX_NOT_FOUND = 3;

export type OrderForm = Omit<FormOf<'/coin/order/add'>, 'clientNo'>;

/**
 * Outcome of a submission. `lost`: the exchange does not know the request; sending it again with the same key is safe.
 * `left`: its session is over, and what came of it is shown to its user alone.
 */
export type SubmitResult<T> =
  | { kind: 'answered'; answer: T }
  | { kind: 'refused'; error: CallError }
  | { kind: 'lost' }
  | { kind: 'left' };

/** What a submission needs from its environment. */
export interface SubmitDeps {
  wait(ms: number): Promise<void>;
  /** Called when the response is overdue or lost and the outcome is being queried. */
  onChecking(): void;
}
export interface OrderDeps extends SubmitDeps {
  call: typeof callType;
  submitCall: typeof submitCallType;
}

/** `wait` of a page. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A new idempotency key. */
export function newClientNo(): string {
  return randomId();
}

/** Issues keys: the same body keeps its key until `clear`, another body gets a new one. */
export class IdempotencyKey {
  #body = '';
  #clientNo = '';

  keyOf(body: unknown): string {
    const text = JSON.stringify(body);
    if (text !== this.#body) this.#clientNo = newClientNo();
    this.#body = text;
    return this.#clientNo;
  }

  /** The outcome (of `clientNo`) is known: the same body is a new request from now on. */
  clear(clientNo = this.#clientNo): void {
    if (clientNo === this.#clientNo) this.#body = '';
  }
}

/**
 * Sends once and resolves when the outcome is known; a missing response is never reported as a failure. `find` queries
 * the outcome and fails with 1404 when the request is unknown to the exchange; null where no such query exists: then
 * `send` is repeated with the same key, which returns the first response. A session that ends meanwhile ends the search
 * with refusal 1501: what came of the request is not known, and the next session never repeats it.
 */
export async function submitIdempotent<T>(
  send: (options: CallOptions) => Promise<T>,
  find: ((options: CallOptions) => Promise<T>) | null,
  deps: SubmitDeps,
): Promise<SubmitResult<T>> {
  const session = currentSession();
  const isOver = (): boolean => currentSession() !== session;
  try {
    const answer = await send({ timeoutMs: ANSWER_MS });
    return isOver() ? { kind: 'left' } : { kind: 'answered', answer };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (isOver() && currentSession() !== '') return { kind: 'left' };
    if (!isOutcomeUnknown(error)) return { kind: 'refused', error };
  }
  deps.onChecking();
  for (let notFound = 0; notFound < MAX_NOT_FOUND;) {
    await deps.wait(QUERY_EVERY_MS);
    if (isOver()) return unsure();
    try {
      const answer = await (find ?? send)({ timeoutMs: ANSWER_MS });
      return isOver() ? { kind: 'left' } : { kind: 'answered', answer };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === CODE.notFound) notFound += 1;
      else if (error.code === CODE.sessionInvalid) return unsure();
      else if (!find && isFinal(error)) return { kind: 'refused', error };
      // Any other error leaves the outcome open: query again while the page exists.
    }
  }
  return { kind: 'lost' };
}

function unsure(): SubmitResult<never> {
  if (currentSession() !== '') return { kind: 'left' };
  return { kind: 'refused', error: new CallError(CODE.unsure, '') };
}

/** Whether the outcome of a call is unknown after this error. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CallError && [...Object.values<number>(FAILURE), CODE.unsure].includes(error.code);
}

/** Whether a code refuses the request itself, rather than its rate or a busy exchange. */
export function isFinal({ code }: CallError): boolean {
  return (
    code > 0 && code !== CODE.tooManyRequests && code !== CODE.busy && code !== CODE.unsure && code !== CODE.maintenance
  );
}
