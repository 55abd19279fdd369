// Sending what moves money: one name until it is answered, and asking what became of it when the answer is lost.
import type { SpotOrder } from '../../core/orders/spot-order.ts';
import { CODE } from '../../core/errors/errors.ts';
import { CallError, type CallOptions, FAILURE, type call as callType } from './call.ts';
import type { FormOf } from '../../core/endpoints/endpoints.ts';

/** How long an order's answer is waited for before asking what became of it. */
const ANSWER_MS = 10_000;
/**
 * Pause between two such questions, and how often "not found" must be heard before it is believed: the first try may
 * still be under way.
 */
const ASK_EVERY_MS = 1_500;
const NOT_FOUND_TIMES = 3;

export type OrderForm = Omit<FormOf<'/coin/order/add'>, 'clientNo'>;

/** What became of what was sent. `lost`: the exchange does not know it, sending again under the same name is safe. */
export type SubmitResult<T> =
  | { kind: 'answered'; answer: T }
  | { kind: 'refused'; error: CallError }
  | { kind: 'lost' };
/** What became of an order. */
export type Outcome = Exclude<SubmitResult<never>, { kind: 'answered' }> | { kind: 'answered'; order: SpotOrder };

/** What sending needs of the world. */
export interface SubmitDeps {
  wait(ms: number): Promise<void>;
  /** The answer is overdue or lost: from now on it is being looked for. */
  onChecking(): void;
}
export interface OrderDeps extends SubmitDeps {
  call: typeof callType;
}

/** A name for an order: 128 random bits. */
export function newClientNo(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Gives what is sent its name: the same body keeps it until its fate is known, another body gets another. */
export class IdempotencyKey {
  private body = '';
  private clientNo = '';

  keyOf(body: unknown): string {
    const text = JSON.stringify(body);
    if (text !== this.body) this.clientNo = newClientNo();
    this.body = text;
    return this.clientNo;
  }

  /** The fate is known: the same body sent again is something new. */
  clear(): void {
    this.body = '';
  }
}

/** Sends an order and comes back when its fate is known: it is never called failed by guess. */
export async function placeOrder(form: OrderForm, clientNo: string, deps: OrderDeps): Promise<Outcome> {
  const result = await submitIdempotent(
    (options) => deps.call('/coin/order/add', { ...form, clientNo } as FormOf<'/coin/order/add'>, options),
    (options) => deps.call('/coin/order/query', { clientNo }, options),
    deps,
  );
  return result.kind === 'answered' ? { kind: 'answered', order: result.answer } : result;
}

/**
 * Sends once and comes back when the fate is known. `find` asks what became of it and is told 1404 where nothing did;
 * null where there is no such question: the same name is then sent again, which the exchange answers as the first time.
 */
export async function submitIdempotent<T>(
  send: (options: CallOptions) => Promise<T>,
  find: ((options: CallOptions) => Promise<T>) | null,
  deps: SubmitDeps,
): Promise<SubmitResult<T>> {
  try {
    return { kind: 'answered', answer: await send({ timeoutMs: ANSWER_MS }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!isUnknown(error)) return { kind: 'refused', error };
  }
  deps.onChecking();
  for (let notFound = 0; notFound < NOT_FOUND_TIMES;) {
    await deps.wait(ASK_EVERY_MS);
    try {
      return { kind: 'answered', answer: await (find ?? send)({ timeoutMs: ANSWER_MS }) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === CODE.notFound) notFound += 1;
      else if (error.code === CODE.sessionInvalid || (!find && isAnswer(error))) return { kind: 'refused', error };
      // Anything else says nothing about what was sent: ask again, as long as the page lives.
    }
  }
  return { kind: 'lost' };
}

/** Refusals that are about what was sent, not about being sent too often or to a busy exchange. */
function isAnswer({ code }: CallError): boolean {
  return code > 0 && code !== CODE.tooManyRequests && code !== CODE.busy && code !== CODE.maintenance;
}

/** Codes after which nobody here knows whether the order stands. */
function isUnknown(error: CallError): boolean {
  return error.code === FAILURE.network || error.code === FAILURE.timeout || error.code === FAILURE.broken;
}
