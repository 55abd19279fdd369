// @vitest-environment happy-dom
// What a market order would trade at, beside a twin that buys lot by lot; and when an order is asked for once more.
import { beforeEach, describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { lotUnits, notionalUnits, parseMoney } from '../../../core/units/units.ts';
import { type Levels, fillOf, slipOf } from '../../../src/components/ticket/market-fill.ts';
import { type OrderSeen, mustConfirm, warningsFor } from '../../../src/components/ticket/order-warnings.ts';
import { link } from '../../../src/stores/market/connection.ts';
import { NO_LIMITS, stored } from '../../../src/stores/device/storage.ts';
import { seeded } from '../../support/seeded.ts';
import { btcInfo } from './btc-market.ts';

const btc = instrumentOf(btcInfo());
const levels = (rows: [number, number][]): Levels => ({
  ticks: Float64Array.from(rows, ([ticks]) => ticks),
  lots: Float64Array.from(rows, ([, lots]) => lots),
  count: rows.length,
});
const ASKS = levels([
  [5_000_000, 1000],
  [5_000_100, 2000],
  [5_010_000, 500],
]);

describe('fillOf', () => {
  it('takes the levels from the best on', () => {
    expect(fillOf(ASKS, btc, { lots: 500 })).toEqual({
      averageE8: parseMoney('50000'),
      worstTicks: 5_000_000,
      whole: true,
    });
    expect(fillOf(ASKS, btc, { lots: 2000 })).toEqual({
      averageE8: parseMoney('50000.5'),
      worstTicks: 5_000_100,
      whole: true,
    });
    expect(fillOf(ASKS, btc, { lots: 3501 })).toMatchObject({ worstTicks: 5_010_000, whole: false });
    expect(fillOf(levels([]), btc, { lots: 1 })).toBeNull();
  });

  it('spends what it is given, but for less than a lot', () => {
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('500')! })).toEqual({
      averageE8: parseMoney('50000'),
      worstTicks: 5_000_000,
      whole: true,
    });
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('500.6')! })).toMatchObject({
      worstTicks: 5_000_100,
      whole: true,
    });
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('0.1')! })).toBeNull();
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('99999')! })).toMatchObject({ whole: false });
  });

  it('agrees with buying lot by lot', () => {
    const seed = 20_261_121;
    const random = seeded(seed);
    for (let round = 0; round < 300; round += 1) {
      let ticks = 4_000_000 + Math.floor(random() * 1_000_000);
      const rows = Array.from({ length: Math.floor(random() * 6) }, (): [number, number] => [
        (ticks += 1 + Math.floor(random() * 50)),
        1 + Math.floor(random() * 30),
      ]);
      const byTotal = random() < 0.5;
      const wantLots = 1 + Math.floor(random() * 120);
      const totalUnits = BigInt(Math.floor(random() * 60 * 5e7)) * 1000n;
      const fill = fillOf(levels(rows), btc, byTotal ? { totalUnits } : { lots: wantLots });
      let [paid, got, worst, rest, out] = [0n, 0, 0, totalUnits, true];
      for (const price of rows.flatMap(([at, lots]) => Array.from({ length: lots }, () => at))) {
        const unit = notionalUnits(price, btc.price, 1, btc.amount);
        if (byTotal ? unit > rest : got === wantLots) {
          out = false;
          break;
        }
        [paid, got, worst, rest] = [paid + unit, got + 1, price, rest - unit];
      }
      if (!byTotal && got === wantLots) out = false;
      if (got === 0) expect(fill, `seed ${seed} round ${round}`).toBeNull();
      else {
        expect(fill?.worstTicks, `seed ${seed} round ${round}`).toBe(worst);
        expect(fill?.averageE8).toBe((paid * 100_000_000n) / lotUnits(got, btc.amount));
        // Money that runs out with the last lot of the book may be called either.
        if (!(byTotal && out)) expect(fill?.whole).toBe(!out);
      }
    }
  });

  it('slips against its taker only', () => {
    const fill = { averageE8: 0n, worstTicks: 5_050_000, whole: true };
    expect([slipOf('buy', fill, 5_000_000), slipOf('sell', fill, 5_000_000)]).toEqual([0.01, 0]);
  });
});

describe('an order is asked for', () => {
  const usual: OrderSeen = { limitTicks: 0, marketTicks: 5_000_000, valueUnits: parseMoney('100'), slips: false };
  beforeEach(() => {
    stored('fxproConfirm').value = '0';
    stored('fxproLimits').value = { now: NO_LIMITS, later: null };
  });

  it('as the user wants it, and in any case where something is unusual', () => {
    const live = (worries: readonly string[]): string[] => worries.filter((worry) => worry !== 'stale');
    // Nothing has been heard in this test: what is on the screen is not live.
    expect(link.fresh.peek()).not.toBe('live');
    expect(warningsFor(usual, 0)).toEqual(['stale']);
    expect(live(warningsFor({ ...usual, limitTicks: 5_100_000 }, 0))).toEqual([]);
    expect(live(warningsFor({ ...usual, limitTicks: 5_100_001 }, 0))).toEqual(['far']);
    expect(live(warningsFor({ ...usual, limitTicks: 5_100_001, marketTicks: 0 }, 0))).toEqual(['unknown']);
    expect(live(warningsFor({ ...usual, slips: true }, 0))).toEqual(['slip']);
    expect([mustConfirm([]), mustConfirm(['slip'])]).toEqual([false, true]);
    stored('fxproConfirm').value = '1';
    expect(mustConfirm([])).toBe(true);
  });

  it('when it is over the limit the user set, from the moment that holds', () => {
    stored('fxproLimits').value = {
      now: { ...NO_LIMITS, stake: '99.99' },
      later: { limits: { ...NO_LIMITS, stake: '500' }, from: 1000 },
    };
    expect(warningsFor(usual, 999)).toContain('size');
    expect(warningsFor(usual, 1000)).not.toContain('size');
    expect(warningsFor({ ...usual, valueUnits: null }, 999)).not.toContain('size');
  });
});
