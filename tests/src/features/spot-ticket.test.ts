// Spot order form: validation, estimates, shares of the balance, price steps and closed markets.
import { describe, expect, it } from 'vitest';
import { type CoinInfo, instrumentOf } from '../../../core/instruments/instrument.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { parseMoney } from '../../../core/units/units.ts';
import {
  type SpotTicketDraft,
  type OrderContext,
  estimate,
  validate,
  inUnit,
  percentOf,
  shareText,
  typedField,
  withSizes,
  sizeField,
  spotDraft,
} from '../../../src/features/trade/spot-ticket.ts';
import { closedMarket } from '../../../src/components/market/closed-market.ts';
import { stepPrice } from '../../../src/components/ticket/ticket-text.ts';
import { readDecimalInput } from '../../../src/ui/fields/decimal-input.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const btc = instrumentOf(btcInfo());
const draft = (given: Partial<SpotTicketDraft>): SpotTicketDraft => ({
  side: 'buy',
  orderType: 'limit',
  price: '',
  amount: '',
  total: '',
  unit: 'base',
  percent: null,
  ...given,
});
const money = (text: string): bigint => parseMoney(text) ?? 0n;
const around = (given: Partial<OrderContext> = {}): OrderContext => ({
  available: new Map([
    [1, money('1000')],
    [2, money('0.5')],
  ]),
  referenceTicks: 5_000_000,
  nowMs: 1_700_000_000_000,
  ...given,
});

describe('validate', () => {
  const cases: [string, Partial<SpotTicketDraft>, string][] = [
    ['limit buy on the grid', { price: '50000', amount: '0.01' }, 'ready'],
    ['limit buy costs exactly all there is', { price: '50000', amount: '0.02' }, 'ready'],
    [
      'limit buy costs one lot more than there is',
      { price: '50000', amount: '0.02001' },
      `${CODE.notEnoughBalance} order`,
    ],
    ['limit sell of everything', { side: 'sell', price: '50000', amount: '0.5' }, 'ready'],
    [
      'limit sell of one lot more',
      { side: 'sell', price: '50000', amount: '0.50001' },
      `${CODE.notEnoughBalance} order`,
    ],
    ['market buy by total', { orderType: 'market', total: '100' }, 'ready'],
    ['market buy by more than there is', { orderType: 'market', total: '1000.01' }, `${CODE.notEnoughBalance} order`],
    ['market sell by amount', { side: 'sell', orderType: 'market', amount: '0.1' }, 'ready'],
    ['price between ticks', { price: '50000.005', amount: '0.01' }, `${CODE.priceOffTick} price`],
    ['amount between lots', { price: '50000', amount: '0.000015' }, `${CODE.amountOffStep} amount`],
    ['price zero', { price: '0', amount: '0.01' }, `${CODE.priceZero} price`],
    ['amount zero', { price: '50000', amount: '0.00' }, `${CODE.amountZero} amount`],
    ['total zero', { orderType: 'market', total: '0' }, `${CODE.amountZero} total`],
    ['too small', { price: '50000', amount: '0.00001' }, `${CODE.belowMinNotional} amount`],
    ['too large', { price: '50000', amount: '501' }, `${CODE.amountOffStep} amount`],
    ['far from the market', { price: '100', amount: '1' }, `${CODE.priceOutsideBand} price`],
    ['still typing', { price: '50000.', amount: '0.01' }, 'ready'],
    ['no price', { amount: '0.01' }, 'missing price'],
    ['no amount', { price: '50000' }, 'missing amount'],
    ['no total; a leftover amount does not count', { orderType: 'market', amount: '1' }, 'missing total'],
    [
      'market sell; a leftover price does not count',
      { side: 'sell', orderType: 'market', price: '7.123', amount: '0.1' },
      'ready',
    ],
  ];
  it.each(cases)('%s', (_, given, expected) => {
    const validation = validate(btc, draft(given), around());
    const summary =
      validation.kind === 'refused'
        ? `${validation.refusal.code} ${validation.field ?? 'order'}`
        : validation.kind === 'missing'
          ? `missing ${validation.field}`
          : validation.kind;
    expect(summary).toBe(expected);
  });

  it('requires a login, and reports a closed market before that', () => {
    expect(validate(btc, draft({}), around({ available: null })).kind).toBe('logIn');
    const watched = instrumentOf({ ...btcInfo(), watchOnly: 1 });
    expect(validate(watched, draft({}), around({ available: null }))).toEqual({
      kind: 'closed',
      closed: { why: 'watchOnly', opensAtMs: null },
    });
  });

  it('accepts a typed decimal comma as a point', () => {
    const typed = readDecimalInput('50000,5', 7, 2).text;
    const validation = validate(btc, draft({ price: typed, amount: '0.01' }), around());
    expect(validation.kind === 'ready' && validation.intent.priceTicks).toBe(5_000_050);
  });
});

describe('closedMarket', () => {
  const of = (given: Partial<CoinInfo>, nowMs = 0): unknown =>
    closedMarket(instrumentOf({ ...btcInfo(), ...given }), nowMs);
  it('gives the reason', () => {
    expect(of({})).toBeNull();
    expect(of({ status: 0 })).toEqual({ why: 'halted', opensAtMs: null });
    expect(of({ status: 2 })).toEqual({ why: 'closeOnly', opensAtMs: null });
    expect(of({ spotEnable: 0 })).toEqual({ why: 'noSpot', opensAtMs: null });
    const seconds = (given: Partial<CoinInfo>, nowMs = 0): unknown =>
      closedMarket(instrumentOf({ ...btcInfo(), ...given }), nowMs, 'seconds');
    expect(seconds({ spotEnable: 0, contractEnable: 0 })).toBeNull();
    expect(seconds({ status: 2 })).toEqual({ why: 'closeOnly', opensAtMs: null });
  });
  it('reports an ended market as over, not as halted, closed or not tradable', () => {
    const ended = { why: 'over', opensAtMs: null };
    expect(of({ delistTime: 5_000, status: 2 }, 4_999)).toEqual({ why: 'closeOnly', opensAtMs: null });
    expect(of({ delistTime: 5_000 }, 5_000)).toEqual(ended);
    expect(of({ delistTime: 5_000, status: 0, spotEnable: 0, session: { tz: 'UTC', open: [] } }, 6_000)).toEqual(ended);
  });
  it('gives the opening time of a closed market', () => {
    const friday = Date.UTC(2026, 10, 20, 23);
    const opens = Date.UTC(2026, 10, 22, 21);
    const session: CoinInfo['session'] = { tz: 'UTC', open: [[21 * 60, 5 * 1440 + 21 * 60]] };
    expect(of({ session }, friday)).toEqual({ why: 'asleep', opensAtMs: opens });
    expect(of({ session, spotEnable: 0 }, friday)).toEqual({ why: 'noSpot', opensAtMs: opens });
    expect(of({ session, spotEnable: 0 }, opens)).toEqual({ why: 'noSpot', opensAtMs: null });
  });
});

describe('estimate', () => {
  it('limit buy: value in quote, fee in base, rounded up', () => {
    expect(estimate(btc, draft({ price: '50000', amount: '0.01' }), 0)).toEqual({
      valueUnits: money('500'),
      feeUnits: money('0.00001'),
      feeCoin: 'base',
    });
  });
  it('limit sell: fee in quote', () => {
    expect(estimate(btc, draft({ side: 'sell', price: '50000', amount: '0.01' }), 0)).toEqual({
      valueUnits: money('500'),
      feeUnits: money('0.5'),
      feeCoin: 'quote',
    });
  });
  it('market buy: the amount that the total buys at the last price', () => {
    expect(estimate(btc, draft({ orderType: 'market', total: '500' }), 5_000_000)).toEqual({
      valueUnits: money('500'),
      feeUnits: money('0.00001'),
      feeCoin: 'base',
    });
  });
  it('is null without a price', () => {
    expect(estimate(btc, draft({ orderType: 'market', total: '500' }), 0)).toBeNull();
    expect(estimate(btc, draft({ amount: '1' }), 5_000_000)).toBeNull();
  });
});

describe('shareText', () => {
  it('buys at most what the balance can pay', () => {
    const given = draft({ price: '50000' });
    expect(shareText(btc, given, 100, around())).toBe('0.02000');
    expect(shareText(btc, draft({ price: '30001' }), 100, around())).toBe('0.03333');
    for (const percent of [25, 50, 75, 100]) {
      const amount = shareText(btc, given, percent, around());
      expect(validate(btc, { ...given, amount }, around()).kind).toBe('ready');
    }
  });
  it('sells a share of the coin', () => expect(shareText(btc, draft({ side: 'sell' }), 25, around())).toBe('0.12500'));
  it('market buy: a share of the balance, cut to cents', () => {
    expect(
      shareText(btc, draft({ orderType: 'market' }), 75, around({ available: new Map([[1, money('100.019')]]) })),
    ).toBe('75.01');
  });
  it('is empty without a price, zero without a balance, and at most the largest order', () => {
    expect(shareText(btc, draft({}), 50, around())).toBe('');
    expect(shareText(btc, draft({ price: '1' }), 50, around({ available: null }))).toBe('0.00000');
    expect(shareText(btc, draft({ side: 'sell' }), 100, around({ available: new Map([[2, money('9000')]]) }))).toBe(
      '500.00000',
    );
  });
});

describe('withSizes', () => {
  const sized = (given: Partial<SpotTicketDraft>) => withSizes(btc, draft({ price: '50000', ...given }), around());
  it('a total of a limit order is an amount in whole lots', () => {
    expect(sized({ unit: 'quote', total: '123.45' }).amount).toBe('0.00246');
    expect(sized({ unit: 'quote', total: '' }).amount).toBe('');
    expect(sized({ unit: 'quote', total: '100', price: '' }).amount).toBe('');
  });
  it('a share follows the price and the balance', () => {
    expect(sized({ percent: 50 }).amount).toBe('0.01000');
    expect(sized({ percent: 50, price: '40000' }).amount).toBe('0.01250');
    expect(sized({ percent: 50, unit: 'quote' })).toMatchObject({ amount: '0.01000', total: '500.00' });
    expect(sized({ percent: 25, orderType: 'market' }).total).toBe('250.00');
  });
  it('a market order is sent by its own field, whatever the unit of limit orders', () => {
    expect(typedField(draft({ unit: 'quote', orderType: 'market', side: 'sell' }))).toBe('amount');
    expect(typedField(draft({ unit: 'base', orderType: 'market' }))).toBe('total');
  });
  it('another unit keeps the amount', () => {
    for (const amount of ['0.00003', '0.02', '0.01999']) {
      const before = draft({ price: '50000.07', amount });
      const change = inUnit(btc, before, 'quote', around());
      expect(Number(withSizes(btc, { ...before, ...change }, around()).amount)).toBe(Number(amount));
    }
  });
  it('the slider follows the typed size', () => {
    expect(percentOf(btc, draft({ price: '50000', amount: '0.005' }), around())).toBe(25);
    expect(percentOf(btc, draft({ price: '50000', amount: '9' }), around())).toBe(100);
    expect(percentOf(btc, draft({ side: 'sell', amount: '0.25' }), around())).toBe(50);
    expect(percentOf(btc, draft({ orderType: 'market', total: '10' }), around())).toBe(1);
    expect(percentOf(btc, draft({}), around({ available: null }))).toBe(0);
  });
});

describe('stepPrice', () => {
  it.each([
    ['50000.00', 1, '50000.01'],
    ['50000.00', -1, '49999.99'],
    ['50000.005', 1, '50000.01'],
    ['50000.005', -1, '50000.00'],
    ['0.01', -1, '0.01'],
    ['0.005', -1, '0.01'],
    ['', 1, '50000.00'],
    ['50000.', 1, '50000.01'],
  ] as const)('%s by %d is %s', (text, steps, expected) =>
    expect(stepPrice(btc, text, steps, 5_000_000)).toBe(expected),
  );
});

describe('spotDraft', () => {
  it('has only the fields of the order type', () => {
    const all = { price: '1', amount: '2', total: '3' };
    expect(spotDraft(draft({ ...all, orderType: 'market' }))).toEqual({ side: 'buy', orderType: 'market', total: '3' });
    expect(spotDraft(draft({ ...all, orderType: 'market', side: 'sell' }))).toEqual({
      side: 'sell',
      orderType: 'market',
      amount: '2',
    });
    expect(spotDraft(draft({ ...all }))).toEqual({ side: 'buy', orderType: 'limit', price: '1', amount: '2' });
    expect(sizeField(draft({ orderType: 'market' }))).toBe('total');
  });
});
