// Stop and oco orders as input: their prices, sizes and what they freeze (M17, M18).
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { type StopDraft, type StopIntent, stopBound, stopFreeze, stopIntent } from '../../core/orders/stop-order.ts';
import { parseMoney } from '../../core/units/units.ts';
import { btcInfo } from '../support/feed/btc-market.ts';

const btc = instrumentOf(btcInfo());
const LAST = 4_312_536;
const oco: StopDraft = { side: 'sell', orderType: 'oco', profitPrice: '44000', lossPrice: '42000', amount: '0.01' };

describe('a stop or oco order', () => {
  it('by market trades 1 % further at most, rounded towards its owner', () => {
    expect([stopBound('buy', 1999), stopBound('sell', 1999), stopBound('buy', 100)]).toEqual([2018, 1980, 101]);
  });

  it('has its two prices on the grid', () => {
    expect(stopIntent(btc, oco, LAST)).toEqual({
      side: 'sell',
      orderType: 'limit',
      priceTicks: 4_400_000,
      stopTicks: 0,
      lossTicks: 4_200_000,
      lots: 1000,
      totalUnits: 0n,
      slipE8: 0,
    });
    expect(
      stopIntent(btc, { side: 'buy', orderType: 'stop_market', stopPrice: '44000', total: '20' }, LAST),
    ).toMatchObject({ orderType: 'market', stopTicks: 4_400_000, lossTicks: 0, lots: 0 });
    expect(stopIntent(btc, { side: 'buy', orderType: 'limit', price: '43000', amount: '0.01' }, LAST)).toMatchObject({
      stopTicks: 0,
      lossTicks: 0,
    });
  });

  it.each([
    [{ lossPrice: '' }, 1400],
    [{ profitPrice: undefined }, 1400],
    [{ lossPrice: '42000.001' }, 2002],
    [{ profitPrice: '0' }, 2004],
    [{ profitPrice: '4300000' }, 2006],
    [{ lossPrice: '0.01' }, 2007],
    [{ amount: '0' }, 2005],
  ] as [Partial<StopDraft>, number][])('is refused with %j (%i)', (fields, code) => {
    expect(stopIntent(btc, { ...oco, ...fields }, LAST)).toMatchObject({ code });
  });

  it('freezes what the dearer of its two prices needs', () => {
    const buy = stopIntent(btc, { ...oco, side: 'buy', profitPrice: '42000', lossPrice: '44000' }, LAST);
    expect(stopFreeze(btc, buy as StopIntent)).toEqual({ coinId: 1, units: parseMoney('444.4') });
    expect(stopFreeze(btc, stopIntent(btc, oco, LAST) as StopIntent)).toEqual({ coinId: 2, units: parseMoney('0.01') });
  });
});
