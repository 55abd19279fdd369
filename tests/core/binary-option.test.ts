// Binary options: golden values, rule v1 with a literal twin, void orders, limits.
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { isReject } from '../../core/orders/spot-order.ts';
import {
  type Exposure,
  type IndexTick,
  type PeriodTerms,
  type SecondsTerms,
  SILENCE_MS,
  breakEvenWinRateE8,
  checkStake,
  exposureLeft,
  exchangeEdgeE8,
  movedBeyond,
  resultOf,
  secondsDebit,
  secondsPayout,
  settle,
  winUnits,
} from '../../core/risk/binary-option.ts';
import { printMoney } from '../../core/units/units.ts';
import { chance } from '../support/data/random-source.ts';
import { money } from './margin-cases.ts';

function order(amount: string, profitRate: string, feeRate: string, more: Partial<SecondsTerms> = {}): SecondsTerms {
  const amountUnits = money(amount);
  return {
    direction: 'up',
    openTime: 100_000,
    expirationTime: 130_000,
    amountUnits,
    profitRateE8: money(profitRate),
    feeUnits: secondsDebit(amountUnits, money(feeRate)).feeUnits,
    ...more,
  };
}

/** Ticks from texts "ts:price", numbered from `seq`. */
function ticksOf(text: string, seq = 7): IndexTick[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((part, i) => {
      const [ts = '', price = ''] = part.split(':');
      return { seq: seq + i, ts: Number(ts), priceE8: money(price) };
    });
}

describe('golden values', () => {
  it.each([
    ['100', '0.85', '0', '100', ['185', '100', '0'], ['85', '0', '-100']],
    ['100', '0.85', '0.002', '100.2', ['185', '100.2', '0'], ['84.8', '0', '-100.2']],
    ['33.33', '0.875', '0.002', '33.39666', ['62.49375', '33.39666', '0'], ['29.09709', '0', '-33.39666']],
  ] as const)('%s at %s, fee %s', (amount, profitRate, feeRate, debit, credits, nets) => {
    const { debitUnits } = secondsDebit(money(amount), money(feeRate));
    expect(printMoney(debitUnits)).toBe(debit);
    const terms = order(amount, profitRate, feeRate);
    (['win', 'draw', 'lose'] as const).forEach((result, i) => {
      expect(printMoney(secondsPayout(terms, result))).toBe(credits[i]);
      expect(printMoney(secondsPayout(terms, result) - debitUnits)).toBe(nets[i]);
    });
    expect(secondsPayout(terms, 'void')).toBe(debitUnits);
  });

  it.each([
    ['0.7', '58.82', '15'],
    ['0.8', '55.56', '10'],
    ['0.85', '54.05', '7.5'],
    ['0.9', '52.63', '5'],
    ['0.95', '51.28', '2.5'],
  ])("break-even at %s is %s %%, the exchange's edge %s %%", (rate, even, edge) => {
    expect(new Decimal(breakEvenWinRateE8(money(rate), 0n).toString()).div(1e6).toFixed(2)).toBe(even);
    expect(new Decimal(exchangeEdgeE8(money(rate), 0n).toString()).div(1e6).toString()).toBe(edge);
  });

  it('a fee rounds up, a credit rounds down', () => {
    expect(secondsDebit(1n, 1n).feeUnits).toBe(1n);
    expect(winUnits(3n, 50_000_000n)).toBe(4n);
  });
});

describe('rule v1', () => {
  const strikeAndExit = (text: string, more: Partial<SecondsTerms> = {}, knownUntil = 0): unknown => {
    const settled = settle(ticksOf(text), order('100', '0.85', '0', more), knownUntil);
    return settled && [settled.result, settled.reason, settled.strike?.ts ?? null, settled.exit?.ts ?? null];
  };

  it('strike is the first tick at or after the opening, exit the last at or before the expiry', () => {
    expect(strikeAndExit('99999:9 100000:10 101000:1 130000:11 130001:5')).toEqual(['win', '', 100_000, 130_000]);
    expect(strikeAndExit('99999:9 100001:10 101000:1 129999:11 130001:5')).toEqual(['win', '', 100_001, 129_999]);
  });

  it('of ticks at the same time the first is the strike and the last the exit', () => {
    expect(strikeAndExit('99999:9 100000:10 100000:12 130000:13 130000:11 130001:5')).toEqual([
      'win',
      '',
      100_000,
      130_000,
    ]);
    expect(
      settle(ticksOf('100000:10 100000:12 130000:13 130000:11 130001:5'), order('1', '0.5', '0'), 0),
    ).toMatchObject({ strike: { seq: 7 }, exit: { seq: 10 } });
  });

  it('up wins above, down wins below, equal is a draw for both', () => {
    expect(resultOf('up', 10n, 11n)).toBe('win');
    expect(resultOf('up', 10n, 9n)).toBe('lose');
    expect(resultOf('down', 10n, 9n)).toBe('win');
    expect(resultOf('down', 10n, 11n)).toBe('lose');
    expect(resultOf('up', 10n, 10n)).toBe('draw');
    expect(resultOf('down', 10n, 10n)).toBe('draw');
  });

  it('nothing is decided before the tick after the expiry, however late it is known', () => {
    const until = '100000:10 121000:12 129000:11';
    for (const known of [129_000, 130_000, 130_001, 138_999]) expect(strikeAndExit(until, {}, known)).toBeNull();
    expect(strikeAndExit(`${until} 138999:1`)).toEqual(['win', '', 100_000, 129_000]);
  });

  it('is void after a silent index around the expiry', () => {
    expect(strikeAndExit('100000:10 129000:11', {}, 139_000)).toEqual(['void', 'silence', 100_000, 129_000]);
    expect(strikeAndExit('100000:10 129000:11 139000:1')).toEqual(['void', 'silence', 100_000, 129_000]);
    expect(strikeAndExit(`100000:10 125000:11 ${125_000 + SILENCE_MS - 1}:1`)).toEqual(['win', '', 100_000, 125_000]);
    expect(strikeAndExit(`100000:10 125000:11 ${125_000 + SILENCE_MS}:1`)).toEqual([
      'void',
      'silence',
      100_000,
      125_000,
    ]);
  });

  it('is void with fewer than two ticks', () => {
    expect(strikeAndExit('99000:9 125000:10 130001:1')).toEqual(['void', 'fewTicks', 125_000, 125_000]);
    expect(strikeAndExit('99000:9 130001:1')).toEqual(['void', 'fewTicks', null, 99_000]);
    expect(strikeAndExit('99000:9', {}, 130_000)).toBeNull();
    expect(strikeAndExit('99000:9', {}, 130_001)).toEqual(['void', 'fewTicks', null, 99_000]);
    expect(strikeAndExit('', {}, 130_001)).toEqual(['void', 'fewTicks', null, null]);
  });

  it('a void order is refunded completely', () => {
    expect(settle([], order('33.33', '0.9', '0.002'), 130_001)).toMatchObject({
      payoutUnits: money('33.39666'),
      profitUnits: 0n,
    });
  });

  it('agrees with the literal rule on random ticks', () => {
    const seen = { win: 0, lose: 0, draw: 0, void: 0 };
    for (let seed = 1; seed <= 5000; seed += 1) {
      const draw = chance(seed);
      const list: IndexTick[] = [];
      let ts = 90_000;
      for (let seq = 1; ts < 150_000; seq += 1) {
        ts += draw.next() < 0.05 ? draw.below(25_000) : draw.below(3000);
        list.push({ seq, ts, priceE8: BigInt(1000 + draw.below(4)) });
      }
      const terms = order('12.34567891', '0.87', '0.001', {
        direction: draw.pick(['up', 'down'] as const),
        expirationTime: 100_000 + draw.below(40_000),
      });
      const settled = settle(list, terms, ts);
      const inside = list.filter((tick) => tick.ts >= terms.openTime && tick.ts <= terms.expirationTime);
      const last = list.filter((tick) => tick.ts <= terms.expirationTime).at(-1);
      const next = list.find((tick) => tick.ts > terms.expirationTime);
      const dead = inside.length < 2 || (next?.ts ?? ts) - (last?.ts ?? 0) >= 10_000;
      const [strike, exit] = [inside[0]?.priceE8 ?? 0n, inside.at(-1)?.priceE8 ?? 0n];
      const way = terms.direction === 'up' ? exit - strike : strike - exit;
      const naive = dead ? 'void' : way > 0n ? 'win' : way < 0n ? 'lose' : 'draw';
      expect(settled?.result, `seed ${seed}`).toBe(naive);
      seen[naive] += 1;
      // Known later, or with more earlier ticks: the same result.
      expect(settle(list, terms, ts + 1_000_000), `seed ${seed}`).toEqual(settled);
      if (inside[0]) expect(settle(list.slice(inside[0].seq - 1), terms, ts)?.result, `seed ${seed}`).toBe(naive);
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  it('a decided order stays decided with more ticks; money is never negative', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const draw = chance(seed + 10_000);
      const list: IndexTick[] = [];
      const terms = order('5', '0.9', '0.01', { expirationTime: 110_000 });
      let decided: unknown = null;
      for (let now = 95_000, seq = 1; now < 140_000; now += 500) {
        if (draw.next() < 0.15) list.push({ seq: seq++, ts: now, priceE8: BigInt(5 + draw.below(3)) });
        const settled = settle(list, terms, now);
        if (settled) expect(settled.payoutUnits >= 0n).toBe(true);
        if (decided !== null) expect(settled?.result, `seed ${seed} at ${now}`).toBe(decided);
        decided = settled?.result ?? null;
      }
      expect(decided).not.toBeNull();
    }
  });
});

describe('limits', () => {
  const period: PeriodTerms = {
    periodS: 60,
    profitRateE8: 85_000_000n,
    feeRateE8: 0n,
    minUnits: money('10'),
    maxUnits: money('1000'),
  };
  const free: Exposure = {
    mineUnits: 0n,
    mostMineUnits: money('2000'),
    marketUnits: 0n,
    mostMarketUnits: money('5000'),
  };
  it.each([
    [undefined, '50', free, 2101, {}],
    [period, '9.99999999', free, 2102, { min: '10', max: '1000' }],
    [period, '1000.00000001', free, 2102, { min: '10', max: '1000' }],
    [period, '501', { ...free, mineUnits: money('1500') }, 2103, { left: '500' }],
    [period, '100.1', { ...free, marketUnits: money('4900') }, 2103, { left: '100' }],
    [period, '10', { ...free, mineUnits: money('2001') }, 2103, { left: '0' }],
  ])('refuse', (terms, amount, exposure, code, params) => {
    expect(checkStake(terms, money(amount), exposure)).toEqual({ code, params });
  });
  it('allow what is within them', () => {
    for (const amount of ['10', '1000']) expect(checkStake(period, money(amount), free)).toBeNull();
    expect(exposureLeft(free)).toBe(money('2000'));
    expect(isReject({ code: 2103, params: {} })).toBe(true);
  });
  it('a price has moved when it is further away than allowed, not at the limit', () => {
    expect(movedBeyond(10_000n, 10_010n, 100_000n)).toBe(false);
    expect(movedBeyond(10_000n, 10_011n, 100_000n)).toBe(true);
    expect(movedBeyond(10_000n, 9_989n, 100_000n)).toBe(true);
  });
});
