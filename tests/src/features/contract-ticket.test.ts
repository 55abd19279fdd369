// Contract order form: validation, cost figures and sizes; profit and formats of a position.
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { parseMoney, printMoney } from '../../../core/units/units.ts';
import { baseSymbol, quoteSymbol } from '../../../src/components/market/pair-symbols.ts';
import {
  type ContractTicketDraft,
  type OrderContext,
  contractDraft,
  liquidationAt,
  sizeOf,
  withAmount,
  validate,
  maxLots,
  preview,
  shareText,
} from '../../../src/features/contracts/contract-ticket.ts';
import { editOf } from '../../../src/components/ticket/ticket-text.ts';
import { contractFields } from '../../../src/features/orders/order-fields.ts';
import { profitAt } from '../../../src/components/ticket/position-profit.ts';
import { cutPercentText, signedMoney } from '../../../src/stores/market/number-format.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const perpetual = instrumentOf({
  ...btcInfo(),
  type: 'perpetual',
  pair: 'BTCUSDT',
  spotEnable: 0,
  contractEnable: 1,
  maxMultiple: 100,
  priceTick: '0.1',
  pricePrecision: 1,
  amountStep: '0.001',
  amountPrecision: 3,
  minAmount: '0.001',
  maxAmount: '500',
  minNotional: '5',
  bandRate: '0.1',
  contractMakerFee: '0.0002',
  contractTakerFee: '0.0006',
});
const terms = riskTermsOf(perpetual);
const draft = (given: Partial<ContractTicketDraft> = {}): ContractTicketDraft => ({
  direction: 'long',
  orderType: 'limit',
  leverage: 50,
  price: '20000',
  amount: '1',
  unit: 'base',
  size: '',
  percent: null,
  profit: '',
  loss: '',
  ...given,
});
const around = (given: Partial<OrderContext> = {}): OrderContext => ({
  availableUnits: parseMoney('1000'),
  lastTicks: 200_000,
  markTicks: 200_000,
  nowMs: 1_700_000_000_000,
  ...given,
});

describe('validate', () => {
  const cases: [string, Partial<ContractTicketDraft>, Partial<OrderContext>, string][] = [
    ['on every rule', {}, {}, 'ready'],
    ['a visitor', {}, { availableUnits: null }, 'logIn'],
    ['no price', { price: '' }, {}, 'missing price'],
    ['no amount', { amount: '' }, {}, 'missing amount'],
    ['price between ticks', { price: '20000.05' }, {}, `${CODE.priceOffTick} price`],
    ['take-profit between ticks', { profit: '20500.05' }, {}, `${CODE.priceOffTick} profit`],
    ['amount between lots', { amount: '1.0005' }, {}, `${CODE.amountOffStep} amount`],
    ['far from the mark', { price: '25000' }, {}, `${CODE.priceOutsideBand} price`],
    ['margin, and both fees, to the last unit', {}, { availableUnits: parseMoney('423.76') }, 'ready'],
    ['one unit less', {}, { availableUnits: parseMoney('423.75999999') }, `${CODE.notEnoughBalance} order`],
    [
      'a multiple that the size does not allow',
      { amount: '3', leverage: 100 },
      { availableUnits: parseMoney('9000') },
      `${CODE.multipleNotAllowed} order`,
    ],
    ['take-profit on the losing side', { profit: '19900' }, {}, `${CODE.profitSide} profit`],
    ['stop-loss on the gaining side', { loss: '20100' }, {}, `${CODE.lossSide} loss`],
    ['stop-loss behind the liquidation', { loss: '19700' }, {}, `${CODE.lossSide} loss`],
    ['both on their sides', { profit: '20500', loss: '19800' }, {}, 'ready'],
    ['a short is the other way', { direction: 'short', profit: '19500', loss: '20200' }, {}, 'ready'],
    ['market needs no price', { orderType: 'market', price: '' }, {}, 'ready'],
  ];
  it.each(cases)('%s', (_name, given, near, expected) => {
    const validation = validate(perpetual, terms, draft(given), around(near));
    const summary =
      validation.kind === 'refused'
        ? `${validation.refusal.code} ${validation.field ?? 'order'}`
        : validation.kind === 'missing'
          ? `missing ${validation.field}`
          : validation.kind;
    expect(summary).toBe(expected);
  });
});

describe('preview', () => {
  it('matches the golden case A: long 1 at 20 000, 50x', () => {
    const figures = preview(perpetual, terms, draft(), { lastTicks: 0 })!;
    expect([figures.cost.marginUnits, figures.cost.openFeeUnits].map(printMoney)).toEqual(['400', '12']);
    expect([printMoney(figures.liqE8!), printMoney(figures.breakEvenE8)]).toEqual(['19710.37811746', '20024.01440865']);
  });

  it('has no liquidation price for a long with leverage 1', () => {
    expect(preview(perpetual, terms, draft({ price: '100', leverage: 1 }), { lastTicks: 0 })?.liqE8).toBe(null);
  });

  it('is null without a price or an amount', () => {
    expect(preview(perpetual, terms, draft({ orderType: 'market' }), { lastTicks: 0 })).toBe(null);
    expect(preview(perpetual, terms, draft({ amount: '' }), { lastTicks: 0 })).toBe(null);
  });

  it('100 % of the balance is affordable, one more lot is not', () => {
    const all = maxLots(perpetual, terms, draft(), around());
    const kindFor = (lots: number): string =>
      validate(perpetual, terms, draft({ amount: (lots / 1000).toFixed(3) }), around()).kind;
    expect([kindFor(all), kindFor(all + 1)]).toEqual(['ready', 'refused']);
    expect(shareText(perpetual, terms, { ...draft(), percent: 50 }, around())).toBe(
      (Math.floor(all / 2) / 1000).toFixed(3),
    );
    expect(shareText(perpetual, terms, { ...draft({ price: '' }), percent: 50 }, around())).toBe('');
  });

  it.each(['long', 'short'] as const)('100 %% of a market order to open a %s is covered in the book', (direction) => {
    const ticks = direction === 'long' ? [200_003, 200_050, 200_900] : [199_997, 199_950, 199_100];
    const levels = { ticks: Float64Array.from(ticks), lots: Float64Array.from([700, 900, 50]), count: 3 };
    const market = draft({ direction, orderType: 'market', price: '', percent: 100 });
    const context = around({ levels });
    const all = Number(withAmount(perpetual, terms, market, context).amount) * 1000;
    // docs/formulas.md 4, as decimals, at the prices that are met (R3); what the levels lack at the last of them.
    const cost = (lots: number): Decimal => {
      const taken = [Math.min(lots, 700), Math.min(Math.max(lots - 700, 0), 900), Math.max(lots - 1600, 0)];
      const bust = direction === 'long' ? 49 : 51;
      const parts = taken.map((part, at) => {
        const value = new Decimal(part).mul(ticks[at]!).div(10_000);
        const up = (of: Decimal) => of.toDecimalPlaces(8, Decimal.ROUND_UP);
        return up(value.div(50))
          .add(up(value.mul('0.0006')))
          .add(up(value.mul(bust).div(50).mul('0.0006')));
      });
      return parts.reduce((sum, part) => sum.add(part));
    };
    expect([cost(all).lte(1000), cost(all + 1).lte(1000)]).toEqual([true, false]);
    const figures = preview(perpetual, terms, { ...market, amount: (all / 1000).toFixed(3) }, context)!;
    expect(printMoney(figures.cost.totalUnits)).toBe(cost(all).toFixed());
    const kindOf = (lots: number): string =>
      validate(perpetual, terms, { ...market, percent: null, amount: (lots / 1000).toFixed(3) }, context).kind;
    expect([kindOf(all), kindOf(all + 1)]).toEqual(['ready', 'refused']);
  });

  it.each([
    ['a value of 1000 USDT', { unit: 'value', size: '1000' }, '0.050'],
    ['one cent below two lots', { unit: 'value', size: '39.99' }, '0.001'],
    ['a margin of 100 USDT at 50x', { unit: 'margin', size: '100' }, '0.250'],
    ['100 % of the balance', { percent: 100, amount: '7' }, '2.359'],
    ['no text', { unit: 'value', size: '' }, ''],
  ] as const)('%s is an amount in whole lots', (_name, given, amount) => {
    expect(withAmount(perpetual, terms, draft(given), around()).amount).toBe(amount);
  });

  it('another unit keeps the amount', () => {
    for (const unit of ['value', 'margin'] as const) {
      for (const amount of ['0.001', '0.017', '1', '2.358']) {
        const size = sizeOf(perpetual, terms, draft({ amount, price: '20000.7', unit }), around());
        const next = withAmount(perpetual, terms, draft({ price: '20000.7', unit, size }), around());
        expect(Number(next.amount), `${amount} in ${unit}`).toBe(Number(amount));
      }
    }
  });

  it('a typed amount ends a share and another unit, a price does not', () => {
    expect(editOf({ amount: '1' })).toEqual({ amount: '1', unit: 'base', percent: null });
    expect(editOf({ price: '1' })).toEqual({ price: '1', ownPrice: true });
  });

  it('the sheet of the leverage says where a position liquidates, without an amount too', () => {
    const at = (leverage: number) => liquidationAt(perpetual, terms, draft({ amount: '', leverage }), 200_000);
    expect(at(50)?.distance).toBe('1.4%');
    expect(at(100)?.distance).toBe('0.4%');
    expect(at(1)).toEqual({ priceE8: null, distance: '100%' });
    expect(liquidationAt(perpetual, terms, draft({ price: '' }), 200_000)).toBeNull();
  });

  it('a request has only the fields of its order type', () => {
    expect(contractDraft(draft({ orderType: 'market', amount: '1.' }))).toEqual({
      direction: 'long',
      orderType: 'market',
      amount: '1',
    });
  });
});

describe('a position', () => {
  const held = { direction: 'long', openPrice: '20000.0', holdAmount: '0.5', amount: '1' } as ContractOrder;
  it('has a profit of price difference times size, negated for a short', () => {
    expect(printMoney(profitAt(perpetual, held, 203_000)!)).toBe('150');
    expect(printMoney(profitAt(perpetual, { ...held, direction: 'short' }, 203_000)!)).toBe('-150');
    expect(profitAt(perpetual, held, 0)).toBe(null);
    expect(
      printMoney(profitAt({ ...perpetual, info: { ...perpetual.info, settleRate: '0.01' } }, held, 203_000)!),
    ).toBe('1.5');
  });

  it.each([
    ['152.305', '+152.30'],
    ['-0.019', '-0.01'],
    ['-0.009', '-0.009'],
    ['0', '0.00'],
    ['1234567.891', '+1,234,567.89'],
    ['x', '--'],
  ])('the amount %s is shown as %s: cut, not rounded', (text, shown) => expect(signedMoney(text)).toBe(shown));
  it.each([
    ['0.18109', '18.10%'],
    ['-0.75', '-75.00%'],
    ['1.13684', '113.68%'],
  ])('a share of %s is shown as %s', (text, shown) => expect(cutPercentText(text)).toBe(shown));

  it('has the same digits of profit rate and margin ratio on its page as on its card', () => {
    const order = {
      ...held,
      status: 1,
      profit: '1',
      securityDeposit: '1',
      profitRate: '0.18109',
      riskRate: '0.99997',
      profitPrice: '',
    };
    const texts = contractFields({ ...order, closePrice: '', lossPrice: '' } as ContractOrder, (key: string) => key);
    const shown = (label: string) => texts.find((field) => field.label === label)?.text;
    expect([shown('order.profitRate'), shown('contracts.risk')]).toEqual(['+18.10%', '99.99%']);
  });
});

describe('symbols', () => {
  it.each([
    ['BTC/USDT', 'BTC', 'BTC', 'USDT'],
    ['BTCUSDT', 'BTC', 'BTC', 'USDT'],
    ['INDEX', 'INDEX', 'INDEX', 'INDEX'],
  ])('of %s', (pair, symbol, base, quote) => {
    const info = { ...btcInfo(), pair, symbol };
    expect([baseSymbol(info), quoteSymbol(info)]).toEqual([base, quote]);
  });
});
