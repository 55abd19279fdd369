// Order submission: accepted, refused, or looked up by its idempotency key after a lost response.
import { describe, expect, it } from 'vitest';
import { CallError, FAILURE } from '../../../src/api/call.ts';
import { type OrderDeps, type OrderForm, newClientNo, submitIdempotent } from '../../../src/api/order-submission.ts';

const FORM: OrderForm = { coinInfoId: 2, side: 'buy', orderType: 'limit', price: '1', amount: '1' };
type Step = object | CallError;

/** Dependencies whose calls answer with these steps in order, and the recorded calls. */
function depsWith(steps: Step[]): { deps: OrderDeps; calls: string[] } {
  const calls: string[] = [];
  const answer = (async (path: string, form: { clientNo?: string }) => {
    calls.push(`${path} ${form.clientNo}`);
    const step = steps.shift();
    if (step instanceof Error) throw step;
    return step;
  }) as unknown as OrderDeps['call'];
  const deps: OrderDeps = {
    call: answer,
    submitCall: answer,
    wait: async () => undefined,
    onChecking: () => void calls.push('checking'),
  };
  return { deps, calls };
}
const place = (deps: OrderDeps) =>
  submitIdempotent<unknown>(
    (options) => deps.submitCall('/coin/order/add', { ...FORM, clientNo: 'n1' } as never, options),
    (options) => deps.call('/coin/order/query', { clientNo: 'n1' }, options),
    deps,
  );
const failed = (code: number): CallError => new CallError(code, 'words');

describe('submitIdempotent of an order', () => {
  it('returns the accepted order', async () => {
    const { deps, calls } = depsWith([{ id: 1 }]);
    expect(await place(deps)).toEqual({ kind: 'answered', answer: { id: 1 } });
    expect(calls).toEqual(['/coin/order/add n1']);
  });

  it('returns a refusal unchanged', async () => {
    const outcome = await place(depsWith([failed(2001)]).deps);
    expect(outcome.kind === 'refused' && outcome.error.code).toBe(2001);
  });

  it.each([FAILURE.timeout, FAILURE.network, FAILURE.broken])(
    'after failure %d looks the order up by the same key until it is found',
    async (code) => {
      const { deps, calls } = depsWith([failed(code), failed(FAILURE.network), failed(1429), failed(1404), { id: 7 }]);
      expect(await place(deps)).toEqual({ kind: 'answered', answer: { id: 7 } });
      expect(calls).toEqual([
        '/coin/order/add n1',
        'checking',
        ...Array.from({ length: 4 }, () => '/coin/order/query n1'),
      ]);
    },
  );

  it('reports an order as lost only after three negative lookups', async () => {
    const { deps, calls } = depsWith([
      failed(FAILURE.timeout),
      failed(1404),
      failed(FAILURE.network),
      failed(1404),
      failed(1404),
    ]);
    expect(await place(deps)).toEqual({ kind: 'lost' });
    expect(calls).toHaveLength(6);
  });

  it('looks an order up of which the exchange does not know whether it was done', async () => {
    const { deps, calls } = depsWith([failed(1501), failed(1501), failed(1404), failed(1404), failed(1404)]);
    expect(await place(deps)).toEqual({ kind: 'lost' });
    expect(calls).toHaveLength(6);
  });

  it('stops the lookup when the session ends', async () => {
    const outcome = await place(depsWith([failed(FAILURE.timeout), failed(-1000)]).deps);
    expect(outcome.kind).toBe('refused');
    // Neither placed nor refused: the exchange may have it.
    expect(outcome).toMatchObject({ error: { code: 1501 } });
  });
});

describe('submitIdempotent without a lookup', () => {
  const deps = { wait: async () => undefined, onChecking: () => undefined };
  const sending = (steps: Step[]) => async (): Promise<object> => {
    const step = steps.shift();
    if (step instanceof Error) throw step;
    return step!;
  };

  it('repeats the request with the same key and accepts its refusal as the result', async () => {
    expect(
      await submitIdempotent(sending([failed(FAILURE.timeout), failed(1500), failed(1429), { id: 3 }]), null, deps),
    ).toEqual({ kind: 'answered', answer: { id: 3 } });
    const outcome = await submitIdempotent(sending([failed(FAILURE.network), failed(2001)]), null, deps);
    expect(outcome.kind === 'refused' && outcome.error.code).toBe(2001);
  });

  it('a refused lookup is not the result', async () => {
    expect(
      await submitIdempotent(sending([failed(FAILURE.timeout)]), sending([failed(1403), { id: 4 }]), deps),
    ).toEqual({
      kind: 'answered',
      answer: { id: 4 },
    });
  });
});

describe('newClientNo', () => {
  it('is a valid key, different each time', () => {
    const names = new Set(Array.from({ length: 100 }, newClientNo));
    expect(names.size).toBe(100);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  });
});
