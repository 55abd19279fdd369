// @vitest-environment happy-dom
// Which orders changed while the feed was disconnected.
import { describe, expect, it } from 'vitest';
import { CONTRACT_STATUS as C } from '../../../core/orders/contract-order.ts';
import { SPOT_STATUS as S } from '../../../core/orders/spot-order.ts';
import { compareContracts, compareSpot } from '../../../src/stores/account/missed-updates.ts';

const spot = (id: number, status: number, updateTime: number, dealAmount = '0') => ({
  id,
  status,
  updateTime,
  dealAmount,
});

describe('spot orders', () => {
  it('are counted once each: filled, partly filled, cancelled; unchanged ones are not counted', () => {
    const then = [
      spot(1, S.onBook, 10),
      spot(2, S.onBook, 10),
      spot(3, S.partial, 10, '1'),
      spot(4, S.onBook, 10),
      spot(5, S.onBook, 10),
    ];
    const now = [
      spot(1, S.finished, 20, '2'),
      spot(2, S.onBook, 10),
      spot(3, S.partial, 21, '1.5'),
      spot(4, S.cancelled, 22),
      spot(9, S.finished, 30, '1'),
    ];
    expect(compareSpot(then, now)).toEqual({ filled: 2, cancelled: 1 });
  });

  it('with an older update time are not counted', () => {
    expect(compareSpot([spot(1, S.partial, 30, '2')], [spot(1, S.onBook, 20, '0')])).toEqual({
      filled: 0,
      cancelled: 0,
    });
  });
});

describe('contracts', () => {
  it('count as filled, closed or cancelled', () => {
    const then = [
      { id: 1, status: C.pending, updateTime: 1 },
      { id: 2, status: C.holding, updateTime: 1 },
      { id: 3, status: C.pending, updateTime: 1 },
      { id: 4, status: C.holding, updateTime: 1 },
    ];
    const now = [
      { id: 1, status: C.holding, updateTime: 2 },
      { id: 2, status: C.closed, updateTime: 2 },
      { id: 3, status: C.revoked, updateTime: 2 },
      { id: 4, status: C.holding, updateTime: 5 },
    ];
    expect(compareContracts(then, now)).toEqual({ filled: 1, cancelled: 1, closed: 1 });
  });
});
