// Moving a waiting contract order: cancelled once, placed again with what it had, and never doubled.
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { CallError, FAILURE } from '../../../../src/api/call.ts';
import {
  type ContractMoveDeps,
  isUnfilled,
  moveContract,
} from '../../../../src/components/order-lines/move-contract.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { madeContract } from './made-contract.ts';

const btc = instrumentOf({ ...btcInfo(), id: 102 });
const order = madeContract({ amount: '0.05', pendingAmount: '0.05', profitPrice: '70000', triggerBy: 'last' });
const revoked = { ...order, status: 4 as const, pendingAmount: '0', holdAmount: '0' };
const lost = (): never => {
  throw new CallError(FAILURE.network, '', 'no answer');
};

/** Answers in the order of the calls; what was called is recorded. */
function exchange(...answers: (() => unknown)[]): {
  deps: ContractMoveDeps;
  calls: [string, Record<string, unknown>][];
} {
  const calls: [string, Record<string, unknown>][] = [];
  const call = async (path: string, form: Record<string, unknown>): Promise<unknown> => {
    calls.push([path, form]);
    return answers[calls.length - 1]!();
  };
  return { calls, deps: { call: call as never, wait: async () => undefined } };
}
const forms = (calls: [string, Record<string, unknown>][], path: string): Record<string, unknown>[] =>
  calls.filter(([called]) => called.endsWith(path)).map(([, form]) => form);

describe('a moved contract order', () => {
  it('is cancelled and placed with the same amount, leverage and triggers', async () => {
    const { deps, calls } = exchange(
      () => ({ list: [revoked] }),
      () => madeContract({ id: 2 }),
    );
    expect(await moveContract(btc, order, 6_650_000, deps)).toMatchObject({ kind: 'moved', order: { id: 2 } });
    expect(forms(calls, 'add')).toMatchObject([
      { limitPrice: '66500.00', amount: '0.05000', multiple: 10, profitPrice: '70000', triggerBy: 'last' },
    ]);
  });

  it('is cancelled with one key when answers are lost', async () => {
    const { deps, calls } = exchange(
      lost,
      lost,
      () => ({ list: [revoked] }),
      () => madeContract({ id: 2 }),
    );
    expect(await moveContract(btc, order, 6_650_000, deps)).toMatchObject({ kind: 'moved' });
    expect(new Set(forms(calls, 'close').map(({ clientNo }) => clientNo)).size).toBe(1);
    expect(forms(calls, 'add')).toHaveLength(1);
  });

  it('that was filled in part meanwhile places the rest alone; filled completely, nothing', async () => {
    const partly = exchange(
      () => ({ list: [{ ...order, status: 1, holdAmount: '0.02', pendingAmount: '0', openPrice: '67000' }] }),
      () => madeContract({ id: 2 }),
    );
    await moveContract(btc, order, 6_650_000, partly.deps);
    expect(forms(partly.calls, 'add')).toMatchObject([{ amount: '0.03000' }]);
    const full = exchange(() => ({ list: [{ ...order, status: 1, holdAmount: '0.05', openPrice: '67000' }] }));
    expect(await moveContract(btc, order, 6_650_000, full.deps)).toMatchObject({ kind: 'moved' });
    const closed = exchange(() => ({ list: [{ ...revoked, openPrice: '67000' }] }));
    expect(await moveContract(btc, order, 6_650_000, closed.deps)).toMatchObject({ kind: 'moved' });
    expect([...forms(full.calls, 'add'), ...forms(closed.calls, 'add')]).toEqual([]);
  });

  it('that cannot be placed again can be put back at its old price', async () => {
    const refusal = new CallError(CODE.notEnoughBalance, '', 'too little');
    const { deps } = exchange(
      () => ({ list: [revoked] }),
      () => {
        throw refusal;
      },
    );
    expect(await moveContract(btc, order, 6_650_000, deps)).toMatchObject({
      kind: 'cancelled',
      rest: { limitPrice: '67000.00' },
      error: refusal,
    });
  });

  it('stays where its cancel is refused', async () => {
    const { deps, calls } = exchange(() => {
      throw new CallError(CODE.orderFinished, '', 'finished');
    });
    expect(await moveContract(btc, order, 6_650_000, deps)).toMatchObject({ kind: 'unchanged' });
    expect(calls).toHaveLength(1);
  });

  it('is one of which nothing has executed', () => {
    expect(isUnfilled(order)).toBe(true);
    expect(isUnfilled({ ...order, pendingAmount: '0.03', holdAmount: '0.02' })).toBe(false);
    expect(isUnfilled({ ...order, status: 1 })).toBe(false);
  });
});
