// Listed instruments satisfy the assumptions of units and ledger.
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { marketTypeOf, coinInfoSchema, instrumentOf } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { MONEY_DECIMALS, parseSteps } from '../../../core/units/units.ts';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { makerUid, takerUid } from '../../../server/simulation/bots/bot-accounts.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import { createRates } from '../../../server/simulation/reference-rates.ts';

const MARKETS = LISTED_INSTRUMENTS.filter((info) => info.pair !== '');

describe('listed instruments', () => {
  it('are 12 crypto pairs, 4 perpetuals and 8 forex pairs with unique ids', () => {
    const count = (area: string) => MARKETS.filter((info) => marketTypeOf(info) === area).length;
    expect([count('spot'), count('contract'), count('forex')]).toEqual([12, 4, 8]);
    expect(new Set(LISTED_INSTRUMENTS.map((info) => info.id)).size).toBe(LISTED_INSTRUMENTS.length);
  });

  it.each(LISTED_INSTRUMENTS.map((info) => [info.pair || info.symbol, info] as const))(
    '%s fits schema, grids and ledger',
    (_, info) => {
      v.parse(coinInfoSchema, info);
      const { price, amount } = instrumentOf(info);
      expect(price.decimals + amount.decimals).toBeLessThanOrEqual(MONEY_DECIMALS);
      expect(info.pricePrecision).toBe(price.decimals);
      expect(info.amountPrecision).toBe(amount.decimals);
      const [least, most] = [parseSteps(info.minAmount, amount), parseSteps(info.maxAmount, amount)];
      expect(Number(least)).toBeGreaterThan(0);
      expect(Number(most)).toBeGreaterThan(Number(least));
    },
  );

  it('have a profile each, and bots with ids below the first user', () => {
    for (const { id } of MARKETS) {
      expect(profileOf(id).price).toBeGreaterThan(0);
      expect(Math.max(makerUid(id), takerUid(id))).toBeLessThan(FIRST_USER_UID);
    }
    const uids = MARKETS.flatMap(({ id }) => [makerUid(id), takerUid(id)]);
    expect(new Set(uids).size).toBe(uids.length);
  });

  it('open forex from Sunday 17:00 to Friday 17:00 New York time', () => {
    const eurUsd = MARKETS.find((info) => info.pair === 'EUR/USD')!;
    const sunday = Date.UTC(2026, 2, 1, 22);
    const friday = Date.UTC(2026, 2, 6, 22);
    expect(sessionAt(eurUsd, sunday - 1)).toEqual({ open: false, changesAt: sunday });
    expect(sessionAt(eurUsd, sunday)).toEqual({ open: true, changesAt: friday });
    expect(sessionAt(eurUsd, friday - 1).open).toBe(true);
    // Daylight saving time starts that Sunday.
    expect(sessionAt(eurUsd, friday)).toEqual({ open: false, changesAt: sunday + 7 * 86_400_000 - 3_600_000 });
  });

  it('give reference rates of the dollar: from forex where it trades, fixed otherwise', () => {
    const lastTicks: Record<number, number> = { 201: 125_000, 203: 150_000 };
    const rates = createRates({ lastTicks: (id) => lastTicks[id] ?? 0 }, LISTED_INSTRUMENTS)();
    expect(rates).toMatchObject({ USD: '1', EUR: '0.800000', JPY: '150.000000', TWD: '32.300000', HKD: '7.810000' });
    expect(Object.keys(rates).sort()).toEqual(['CNH', 'EUR', 'GBP', 'HKD', 'JPY', 'TWD', 'USD']);
  });
});
