// @vitest-environment happy-dom
// Market order estimates compared with a naive twin, and when an order needs confirmation.
import { beforeEach, describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { lotUnits, notionalUnits, parseMoney } from '../../../core/units/units.ts';
import { type Levels, fillOf, slippageOf } from '../../../src/components/ticket/market-fill.ts';
import { type OrderFacts, mustConfirm, warningsFor } from '../../../src/components/ticket/order-warnings.ts';
import { connection } from '../../../src/stores/market/connection.ts';
import { NO_LIMITS, stored } from '../../../src/stores/device/storage.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

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
  it('executes from the best level on', () => {
    expect(fillOf(ASKS, btc, { lots: 500 })).toEqual({
      averageE8: parseMoney('50000'),
      worstTicks: 5_000_000,
      complete: true,
    });
    expect(fillOf(ASKS, btc, { lots: 2000 })).toEqual({
      averageE8: parseMoney('50000.5'),
      worstTicks: 5_000_100,
      complete: true,
    });
    expect(fillOf(ASKS, btc, { lots: 3501 })).toMatchObject({ worstTicks: 5_010_000, complete: false });
    expect(fillOf(levels([]), btc, { lots: 1 })).toBeNull();
  });

  it('spends the total up to less than one lot', () => {
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('500')! })).toEqual({
      averageE8: parseMoney('50000'),
      worstTicks: 5_000_000,
      complete: true,
    });
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('500.6')! })).toMatchObject({
      worstTicks: 5_000_100,
      complete: true,
    });
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('0.1')! })).toBeNull();
    expect(fillOf(ASKS, btc, { totalUnits: parseMoney('99999')! })).toMatchObject({ complete: false });
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
        // A total that ends with the last lot of the book may be reported either way.
        if (!(byTotal && out)) expect(fill?.complete).toBe(!out);
      }
    }
  });

  it('has slippage against the taker only', () => {
    const fill = { averageE8: 0n, worstTicks: 5_050_000, complete: true };
    expect([slippageOf('buy', fill, 5_000_000), slippageOf('sell', fill, 5_000_000)]).toEqual([0.01, 0]);
  });
});

describe('an order needs confirmation', () => {
  const usual: OrderFacts = { limitTicks: 0, marketTicks: 5_000_000, valueUnits: parseMoney('100'), slips: false };
  beforeEach(() => {
    stored('fxproConfirm').value = '0';
    stored('fxproLimits').value = { now: NO_LIMITS, later: null };
  });

  it('where the user wants it, and always with warnings', () => {
    const live = (warnings: readonly string[]): string[] => warnings.filter((warning) => warning !== 'stale');
    // No message was received in this test: prices are not live.
    expect(connection.fresh.peek()).not.toBe('live');
    expect(warningsFor(usual, 0)).toEqual(['stale']);
    expect(live(warningsFor({ ...usual, limitTicks: 5_100_000 }, 0))).toEqual([]);
    expect(live(warningsFor({ ...usual, limitTicks: 5_100_001 }, 0))).toEqual(['far']);
    expect(live(warningsFor({ ...usual, limitTicks: 5_100_001, marketTicks: 0 }, 0))).toEqual(['unknown']);
    expect(live(warningsFor({ ...usual, slips: true }, 0))).toEqual(['slip']);
    expect([mustConfirm([], true), mustConfirm(['slip'], false)]).toEqual([false, true]);
    stored('fxproConfirm').value = '1';
    expect([mustConfirm([], false), mustConfirm([], true)]).toEqual([true, true]);
    // "Don't ask again" leaves out only what waits in the book.
    stored('fxproConfirm').value = 'now';
    expect([mustConfirm([], false), mustConfirm([], true), mustConfirm(['far'], false)]).toEqual([false, true, true]);
  });

  it('above the limit of the user, once that limit is in force', () => {
    stored('fxproLimits').value = {
      now: { ...NO_LIMITS, stake: '99.99' },
      later: { limits: { ...NO_LIMITS, stake: '500' }, from: 1000 },
    };
    expect(warningsFor(usual, 999)).toContain('size');
    expect(warningsFor(usual, 1000)).not.toContain('size');
    expect(warningsFor({ ...usual, valueUnits: null }, 999)).not.toContain('size');
  });
});
