// Sending an order: one name until it is answered, and asking what became of it when the answer is lost.
import type { SpotOrder } from '../../contract/order.ts';
import { CODE } from '../../contract/reject.ts';
import { CallError, FAILURE, type call as callType } from './call.ts';
import type { FormOf } from '../../contract/calls.ts';

/** How long an order's answer is waited for before asking what became of it. */
const ANSWER_MS = 10_000;
/** Pause between two such questions, and how often "not found" must be heard before it is believed: the first try may still be under way. */
const ASK_EVERY_MS = 1_500;
const NOT_FOUND_TIMES = 3;

export type OrderForm = Omit<FormOf<'/coin/order/add'>, 'clientNo'>;

/** What became of an order. `lost`: the exchange does not know it, sending again under the same name is safe. */
export type Outcome =
  | { kind: 'answered'; order: SpotOrder }
  | { kind: 'refused'; error: CallError }
  | { kind: 'lost' };

/** What sending needs of the world. */
export interface Door {
  call: typeof callType;
  wait(ms: number): Promise<void>;
  /** The answer is overdue or lost: from now on it is being looked for. */
  onChecking(): void;
}

/** A name for an order: 128 random bits. */
export function newClientNo(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends an order and comes back when its fate is known: it is never called failed by guess. */
export async function placeOrder(form: OrderForm, clientNo: string, door: Door): Promise<Outcome> {
  try {
    return { kind: 'answered', order: await door.call('/coin/order/add', { ...form, clientNo } as FormOf<'/coin/order/add'>, { timeoutMs: ANSWER_MS }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!isUnknown(error)) return { kind: 'refused', error };
  }
  door.onChecking();
  return findOrder(clientNo, door);
}

async function findOrder(clientNo: string, door: Door): Promise<Outcome> {
  for (let notFound = 0; notFound < NOT_FOUND_TIMES;) {
    await door.wait(ASK_EVERY_MS);
    try {
      return { kind: 'answered', order: await door.call('/coin/order/query', { clientNo }, { timeoutMs: ANSWER_MS }) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === CODE.notFound) notFound += 1;
      else if (error.code === CODE.sessionInvalid) return { kind: 'refused', error };
      // Anything else says nothing about the order: ask again, as long as the page lives.
    }
  }
  return { kind: 'lost' };
}

/** Codes after which nobody here knows whether the order stands. */
function isUnknown(error: CallError): boolean {
  return error.code === FAILURE.network || error.code === FAILURE.timeout || error.code === FAILURE.broken;
}
