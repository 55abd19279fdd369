// An order's fate: answered, refused, or looked for under its one name.
import { describe, expect, it } from 'vitest';
import { CallError, FAILURE } from '../../../src/api/call.ts';
import {
  type OrderDeps,
  type OrderForm,
  newClientNo,
  placeOrder,
  submitIdempotent,
} from '../../../src/api/order-submission.ts';

const FORM: OrderForm = { coinInfoId: 2, side: 'buy', orderType: 'limit', price: '1', amount: '1' };
type Step = object | CallError;

/** A door whose calls answer with these steps in order, and a note of what was asked. */
function doorOf(steps: Step[]): { door: OrderDeps; asked: string[] } {
  const asked: string[] = [];
  const door: OrderDeps = {
    call: (async (path: string, form: { clientNo?: string }) => {
      asked.push(`${path} ${form.clientNo}`);
      const step = steps.shift();
      if (step instanceof Error) throw step;
      return step;
    }) as unknown as OrderDeps['call'],
    wait: async () => undefined,
    onChecking: () => void asked.push('checking'),
  };
  return { door, asked };
}
const failed = (code: number): CallError => new CallError(code, 'words');

describe('placeOrder', () => {
  it('gives the answer', async () => {
    const { door, asked } = doorOf([{ id: 1 }]);
    expect(await placeOrder(FORM, 'n1', door)).toEqual({ kind: 'answered', order: { id: 1 } });
    expect(asked).toEqual(['/coin/order/add n1']);
  });

  it('gives a refusal as it is', async () => {
    const outcome = await placeOrder(FORM, 'n1', doorOf([failed(2001)]).door);
    expect(outcome.kind === 'refused' && outcome.error.code).toBe(2001);
  });

  it.each([FAILURE.timeout, FAILURE.network, FAILURE.broken])(
    'after failure %d looks for the order under the same name until it is found',
    async (code) => {
      const { door, asked } = doorOf([failed(code), failed(FAILURE.network), failed(1429), failed(1404), { id: 7 }]);
      expect(await placeOrder(FORM, 'n1', door)).toEqual({ kind: 'answered', order: { id: 7 } });
      expect(asked).toEqual([
        '/coin/order/add n1',
        'checking',
        ...Array.from({ length: 4 }, () => '/coin/order/query n1'),
      ]);
    },
  );

  it('believes that an order is lost only after hearing so three times', async () => {
    const { door, asked } = doorOf([
      failed(FAILURE.timeout),
      failed(1404),
      failed(FAILURE.network),
      failed(1404),
      failed(1404),
    ]);
    expect(await placeOrder(FORM, 'n1', door)).toEqual({ kind: 'lost' });
    expect(asked).toHaveLength(6);
  });

  it('stops looking when the session is over', async () => {
    const outcome = await placeOrder(FORM, 'n1', doorOf([failed(FAILURE.timeout), failed(-1000)]).door);
    expect(outcome.kind).toBe('refused');
  });
});

describe('sendOnce without a question', () => {
  const patience = { wait: async () => undefined, onChecking: () => undefined };
  const sending = (steps: Step[]) => async (): Promise<object> => {
    const step = steps.shift();
    if (step instanceof Error) throw step;
    return step!;
  };

  it('sends the same name again, and takes its refusal for the answer', async () => {
    expect(
      await submitIdempotent(sending([failed(FAILURE.timeout), failed(1500), failed(1429), { id: 3 }]), null, patience),
    ).toEqual({ kind: 'answered', answer: { id: 3 } });
    const outcome = await submitIdempotent(sending([failed(FAILURE.network), failed(2001)]), null, patience);
    expect(outcome.kind === 'refused' && outcome.error.code).toBe(2001);
  });

  it("a question's refusal is not the answer", async () => {
    expect(
      await submitIdempotent(sending([failed(FAILURE.timeout)]), sending([failed(1403), { id: 4 }]), patience),
    ).toEqual({
      kind: 'answered',
      answer: { id: 4 },
    });
  });
});

describe('newClientNo', () => {
  it('is a name the wire takes, and another each time', () => {
    const names = new Set(Array.from({ length: 100 }, newClientNo));
    expect(names.size).toBe(100);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  });
});
