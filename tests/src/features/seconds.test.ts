// Seconds contracts on the page: validation, countdown, totals, chart scales and order updates.
import { describe, expect, it } from 'vitest';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { countdownAt } from '../../../src/features/seconds/chart/countdown.ts';
import {
  type OrderContext,
  purchaseForm,
  amountChips,
  figuresOf,
  validate,
  termsOf,
} from '../../../src/features/seconds/seconds-ticket.ts';
import { axisTimes } from '../../../src/features/seconds/chart/draw-axes.ts';
import { tickScale, winZone } from '../../../src/features/seconds/chart/tick-scale.ts';
import { netOverTime, secondsTotals } from '../../../src/features/seconds/records/totals.ts';
import { pauseAt } from '../../../src/features/seconds/use-order-context.ts';
import { appendTicks } from '../../../src/stores/market/index-ticks.ts';
import { mergeSeconds } from '../../../src/stores/account/binary-option-orders.ts';
import { NO_LIMITS } from '../../../src/stores/device/storage.ts';

const units = (text: string): bigint => parseMoney(text)!;
const offered = {
  period: 30,
  profitRate: '0.85',
  minAmount: '10',
  maxAmount: '5000',
  feeRate: '0.002',
  enable: 1 as const,
};
const terms = termsOf(offered);
const around: OrderContext = {
  availableUnits: units('1000'),
  leftUnits: units('20000'),
  pause: null,
  limits: NO_LIMITS,
  todayUnits: 0n,
  openUnits: 0n,
  timeOver: false,
};
const of = (amount: string, change: Partial<OrderContext> = {}) =>
  validate(terms, { period: 30, amount }, { ...around, ...change });

const order: SecondsOrder = {
  id: 7,
  orderNum: 'Q000000000007',
  coinInfoId: 2,
  symbol: 'BTC',
  direction: 'up',
  period: 30,
  amount: '100',
  profitRate: '0.85',
  expectedReturn: '185',
  strikePrice: '',
  executionPrice: '',
  fee: '0.2',
  buyTime: 1_000,
  openTime: 1_000,
  expirationTime: 31_000,
  settleTime: 0,
  status: 0,
  result: '',
  payout: '0',
  profit: '',
};

describe('the order form', () => {
  it('shows the cost and return of an order', () => {
    expect(figuresOf(terms, '100')).toEqual({
      feeUnits: units('0.2'),
      debitUnits: units('100.2'),
      returnUnits: units('185'),
    });
    expect(figuresOf(terms, '0')).toBeNull();
    expect(of('100')).toMatchObject({ kind: 'ready' });
    expect(of('100.')).toMatchObject({ kind: 'ready' });
    const purchase = { coinInfoId: 2, direction: 'up', seenPrice: '67000.1', profitRate: '0.85' } as const;
    expect(purchaseForm({ ...purchase, period: 30, amount: '100.' })).toEqual({
      coinInfoId: 2,
      direction: 'up',
      period: 30,
      amount: '100',
      seenPrice: '67000.1',
      maxSlip: '0.0005',
      profitRate: '0.85',
    });
  });

  it('validates by the rules of the exchange', () => {
    expect(of('100', { availableUnits: null })).toEqual({ kind: 'logIn' });
    expect(of('')).toEqual({ kind: 'missing' });
    expect(of('0')).toMatchObject({ kind: 'refused', refusal: { code: 2005 } });
    expect(of('9.99')).toMatchObject({ kind: 'refused', refusal: { code: 2102, params: { min: '10', max: '5000' } } });
    expect(of('300', { leftUnits: units('299.99') })).toMatchObject({
      kind: 'refused',
      refusal: { code: 2103, params: { left: '299.99' } },
    });
    // The fee is added to the amount.
    expect(of('1000')).toMatchObject({
      kind: 'refused',
      refusal: { code: 2001, params: { need: '1002', have: '1000' } },
    });
    expect(validate(termsOf({ ...offered, enable: 0 }), { period: 30, amount: '100' }, around)).toMatchObject({
      kind: 'refused',
      refusal: { code: 2101 },
    });
  });

  it('is paused without fresh prices', () => {
    expect(of('100', { pause: 'stale' })).toEqual({ kind: 'paused', why: 'stale' });
    expect([
      pauseAt(false, 1, 1),
      pauseAt(true, null, 1),
      pauseAt(true, 1_000, 6_000),
      pauseAt(true, 1_000, 6_001),
    ]).toEqual(['offline', 'noPrice', null, 'stale']);
  });

  it('applies the limits of the user as if all running orders were lost', () => {
    const limits = { ...NO_LIMITS, stake: '150', dailyLoss: '300' };
    expect(of('151', { limits })).toMatchObject({ kind: 'ownLimit', limit: 'stake', most: '150' });
    expect(of('100', { limits, todayUnits: units('-99.6'), openUnits: units('100.2') })).toMatchObject({
      kind: 'ready',
    });
    expect(of('100', { limits, todayUnits: units('-99.61'), openUnits: units('100.2') })).toMatchObject({
      kind: 'ownLimit',
      limit: 'dailyLoss',
    });
    expect(of('100', { limits, todayUnits: null })).toMatchObject({ kind: 'ownLimit', limit: 'dailyLoss' });
    expect(of('100', { timeOver: true })).toMatchObject({ kind: 'ownLimit', limit: 'sessionMinutes' });
  });

  it('offers the largest amount that the balance can pay including the fee', () => {
    expect(amountChips(terms, around)).toEqual({ round: ['50', '100', '200', '500'], most: '998' });
    expect(of('998')).toMatchObject({ kind: 'ready' });
    expect(amountChips(terms, { ...around, availableUnits: units('9') }).most).toBe('');
  });
});

describe('the countdown', () => {
  it('follows the server clock from accepted to waiting', () => {
    const struck = { ...order, strikePrice: '67000.1' };
    expect(countdownAt(order, 1_000)).toEqual({ phase: 'accepted', leftS: 30, share: 1 });
    expect(countdownAt(order, 9_000).phase).toBe('accepted');
    expect(countdownAt(order, 9_001).phase).toBe('waiting');
    expect(countdownAt(struck, 16_000)).toEqual({ phase: 'holding', leftS: 15, share: 0.5 });
    expect(countdownAt(struck, 30_999)).toMatchObject({ phase: 'holding', leftS: 1 });
    expect(countdownAt(struck, 31_000)).toEqual({ phase: 'settling', leftS: 0, share: 0 });
    expect(countdownAt(struck, 34_000).phase).toBe('settling');
    expect(countdownAt(struck, 34_001).phase).toBe('waiting');
  });

  it('is limited to the period when clocks differ', () => {
    expect(countdownAt(order, 0)).toMatchObject({ leftS: 30, share: 1 });
  });
});

describe('totals', () => {
  const settled = (
    result: SecondsOrder['result'],
    profit: string,
    change: Partial<SecondsOrder> = {},
  ): SecondsOrder => ({ ...order, result, profit, ...change });

  it('contain the hit rate and the break-even rate', () => {
    const totals = secondsTotals([
      settled('win', '84.8'),
      settled('lose', '-100.2'),
      settled('lose', '-100.2'),
      settled('draw', '0'),
      settled('void', '0'),
      order,
    ]);
    expect(totals).toMatchObject({
      wins: 1,
      losses: 2,
      draws: 1,
      voids: 1,
      wonUnits: units('84.8'),
      lostUnits: units('200.4'),
      netUnits: units('-115.6'),
    });
    expect(totals.hitRate).toBeCloseTo(1 / 3, 12);
    // docs/formulas.md 30: (1 + fee) / (1 + profit).
    expect(totals.breakEven).toBeCloseTo(1.002 / 1.85, 12);
  });

  it('are NaN without decided orders', () => {
    // Newest first in the list, oldest first in the plot, which begins at 0.
    expect(netOverTime([settled('win', '0.2'), settled('lose', '-20.02'), settled('win', '0.1')]).nets).toEqual([
      0, 0.1, -19.92, -19.72,
    ]);
    expect(netOverTime([]).nets).toEqual([0]);
    // One that was bought later may be settled before.
    const later = [settled('lose', '-2', { settleTime: 30 }), settled('win', '5', { settleTime: 300 })];
    expect(netOverTime(later)).toEqual({ times: [30, 300], nets: [0, -2, 3] });
    expect(secondsTotals([settled('draw', '0')])).toMatchObject({ hitRate: NaN, breakEven: NaN });
  });
});

describe('the picture', () => {
  const tick = (seq: number, ts: number, value: number) => ({ seq, ts, value, price: String(value) });
  const points = [tick(1, 0, 100), tick(2, 10_000, 104), tick(3, 20_000, 102)];

  it('shows a running order with its strike price and win zone', () => {
    const shown = { openTime: 0, expirationTime: 30_000, strikePrice: '101', direction: 'up' as const };
    const scale = tickScale(points, shown, 480, 200)!;
    expect([scale.fromMs, scale.toMs]).toEqual([-15_000, 33_000]);
    expect([scale.x(-15_000), scale.x(33_000)]).toEqual([0, 480]);
    expect(scale.y(scale.y.domain()[1]!)).toBe(0);
    const zone = winZone(scale, shown)!;
    expect(zone).toMatchObject({ x: 150, y: 0, width: 300 });
    expect(zone.height).toBeCloseTo(scale.y(101), 9);
    expect(winZone(scale, { ...shown, direction: 'down' })!.y).toBeCloseTo(scale.y(101), 9);
    expect(winZone(scale, { ...shown, strikePrice: '' })).toBeNull();
  });

  it('is filled from edge to edge: five minutes, or what there is of them, with whole times below', () => {
    const line = (seconds: number) => Array.from({ length: seconds + 1 }, (_, at) => tick(at, at * 1000, 100));
    const short = tickScale(line(60), null, 320, 200)!;
    expect([short.fromMs, short.x(60_000) > 300]).toEqual([0, true]);
    const long = tickScale(line(400), null, 320, 200)!;
    expect([long.fromMs, long.x(400_000) > 300]).toEqual([100_000, true]);
    expect(axisTimes(long)).toEqual([240_000, 360_000]);
    expect(axisTimes(short)).toEqual([30_000]);
  });

  it('has a height for a constant price, and is null without a tick', () => {
    const flat = tickScale([tick(1, 0, 100)], null, 480, 200)!;
    const [low, high] = flat.y.domain();
    expect(high).toBeGreaterThan(low!);
    expect(tickScale([], null, 480, 200)).toBeNull();
  });

  it('adds each tick once, and keeps the array without new ticks', () => {
    const known = appendTicks([], points);
    expect(appendTicks(known, points.slice(1))).toBe(known);
    expect(appendTicks(known, [tick(3, 20_000, 102), tick(4, 21_000, 103)]).map(({ seq }) => seq)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(
      appendTicks(
        [],
        Array.from({ length: 700 }, (_, i) => tick(i + 1, i, 1)),
      ),
    ).toHaveLength(600);
  });
});

describe('own orders', () => {
  it('ignore late messages with older data', () => {
    const struck = { ...order, strikePrice: '67000.1' };
    const settled = { ...struck, result: 'win' as const, profit: '84.8' };
    let known = mergeSeconds(new Map(), order);
    known = mergeSeconds(known, settled);
    expect(mergeSeconds(known, struck)).toBe(known);
    expect(known.get(7)).toMatchObject({ result: 'win', strikePrice: '67000.1' });
  });
});
