// @vitest-environment happy-dom
// Spot order and alert lines, and the outcomes of moving an order.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Alert } from '../../../../core/endpoints/alert.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { CallError, FAILURE } from '../../../../src/api/call.ts';
import type { OrderDeps } from '../../../../src/api/order-submission.ts';
import { callAsStoredSession } from '../../../support/browser/stored-session.ts';
import {
  costText,
  orderGainText,
  spotLines,
  shortAmount,
  nearestTicks,
} from '../../../../src/components/order-lines/spot-lines.ts';
import {
  type LinePrice,
  moveRefusal,
  movedForm,
  replaceOrder,
  unfilledAmount,
} from '../../../../src/components/order-lines/move-order.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import {
  migrateAlerts,
  clearAlerts,
  loadAlerts,
  moveAlert,
  myAlerts,
  priceAlerts,
  removeAlert,
  setPriceAlert,
  removeReached,
} from '../../../../src/stores/account/alerts.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { madeOrder } from '../../stores/made-order.ts';

const btc = instrumentOf(btcInfo());

const madeAlert = (given: Partial<Alert> = {}): Alert => ({
  id: 1,
  coinInfoId: 2,
  priceTicks: 5_100_000,
  above: 1,
  ratePercent: 0,
  repeat: 0,
  channels: 7,
  waiting: 1,
  createTime: 100,
  fireTime: 0,
  ...given,
});
const failed = (code: number, words = 'words'): CallError => new CallError(code, words);

describe('moving an order', () => {
  /** What the exchange answers to each call: an order, or a failure. */
  function depsWith(answers: (SpotOrder | CallError)[]): { deps: OrderDeps; calls: string[]; forms: object[] } {
    const calls: string[] = [];
    const forms: object[] = [];
    const answer = (async (path: string, form: object) => {
      calls.push(path);
      forms.push(form);
      const step = answers.shift();
      if (!step || step instanceof Error) throw step ?? new Error('nothing left to answer');
      return step;
    }) as unknown as OrderDeps['call'];
    return {
      deps: { call: answer, submitCall: answer, wait: async () => undefined, onChecking: () => undefined },
      calls,
      forms,
    };
  }
  const form = movedForm({ order: madeOrder(), which: 'limit', priceTicks: 5_100_000 }, btc);

  it('asks for the unfilled part at the new price with all other fields unchanged', async () => {
    const order = madeOrder({ dealAmount: '0.00400', postOnly: 1 });
    const { deps, forms } = depsWith([madeOrder({ id: 2 })]);
    await replaceOrder(movedForm({ order, which: 'limit', priceTicks: 5_100_000 }, btc), 'n1', deps);
    expect(forms).toEqual([
      {
        id: 1,
        coinInfoId: 2,
        side: 'buy',
        orderType: 'limit',
        price: '51000.00',
        amount: '0.00600',
        tif: 'GTC',
        postOnly: 1,
        clientNo: 'n1',
      },
    ]);
  });

  it.each([
    [
      'a stop with its limit at the same distance',
      { orderType: 'stop_limit', price: '48900.00', stopPrice: '49000.00' },
      'stop',
      { orderType: 'stop_limit', stopPrice: '48000.00', price: '47900.00', amount: '0.01000' },
    ],
    [
      'a stop by market with its total',
      { orderType: 'stop_market', price: '0', stopPrice: '51000.00', amount: '0.00000', total: '500' },
      'stop',
      { orderType: 'stop_market', stopPrice: '48000.00', total: '500' },
    ],
    [
      'the stop of an oco beside its limit, of what is not filled',
      { orderType: 'oco', price: '52000.00', stopPrice: '49000.00', dealAmount: '0.00300' },
      'stop',
      { orderType: 'oco', profitPrice: '52000.00', lossPrice: '48000.00', amount: '0.00700' },
    ],
    [
      'the limit of an oco beside its stop',
      { orderType: 'oco', price: '52000.00', stopPrice: '47000.00' },
      'limit',
      { orderType: 'oco', profitPrice: '48000.00', lossPrice: '47000.00', amount: '0.01000' },
    ],
  ] as [string, Partial<SpotOrder>, LinePrice, object][])('moves %s', (_, order, which, expected) => {
    const { id, coinInfoId, side, tif, ...moved } = movedForm(
      { order: madeOrder({ side: 'sell', ...order }), which, priceTicks: 4_800_000 },
      btc,
    );
    expect([id, coinInfoId, side, tif]).toEqual([1, 2, 'sell', 'GTC']);
    expect(moved).toEqual(expected);
  });

  it('reports a refusal, and finds by its number what it has no answer of; it sends no second one', async () => {
    const refused = depsWith([failed(CODE.orderFinished)]);
    expect(await replaceOrder(form, 'n1', refused.deps)).toMatchObject({ kind: 'refused', error: { code: 2012 } });
    const found = depsWith([failed(FAILURE.timeout), failed(FAILURE.network), madeOrder({ id: 3 })]);
    expect(await replaceOrder(form, 'n1', found.deps)).toMatchObject({ kind: 'answered', answer: { id: 3 } });
    const silent = depsWith([failed(FAILURE.timeout), failed(1404), failed(1404), failed(1404)]);
    expect(await replaceOrder(form, 'n1', silent.deps)).toEqual({ kind: 'lost' });
    expect([...found.calls, ...silent.calls].filter((path) => path === '/coin/order/replace')).toHaveLength(2);
  });

  it('finds refusals before it is sent, with the balance that the order itself has frozen', () => {
    const around = { lastTicks: 5_000_000, available: 0n };
    const refusal = (priceTicks: number, order = {}, more = {}): number | undefined =>
      moveRefusal(btc, { order: madeOrder(order), which: 'limit', priceTicks }, { ...around, ...more })?.code;
    expect(refusal(4_900_000)).toBeUndefined();
    expect(refusal(5_100_000)).toBe(CODE.notEnoughBalance);
    expect(refusal(5_100_000, {}, { available: 1_000_000_000n })).toBeUndefined();
    expect(refusal(5_100_000, { side: 'sell' })).toBeUndefined();
    expect(refusal(40_000, {}, { lastTicks: 0 })).toBe(CODE.belowMinNotional);
    expect(refusal(9_000_000, {}, { available: 10n ** 12n })).toBe(CODE.priceOutsideBand);
  });

  it('refuses a stop across the market as its sheet does, and the limit of an oco', () => {
    const around = { lastTicks: 5_000_000, available: 10n ** 12n };
    const oco = madeOrder({ side: 'sell', orderType: 'oco', price: '52000.00', stopPrice: '49000.00' });
    const stop = madeOrder({
      side: 'buy',
      orderType: 'stop_limit',
      price: '51100.00',
      stopPrice: '51000.00',
      status: 0,
    });
    const codes = (
      [
        [oco, 'stop', 4_999_999],
        [oco, 'stop', 5_000_000],
        [oco, 'limit', 5_000_000],
        [oco, 'limit', 5_000_001],
        [stop, 'stop', 5_000_000],
        [stop, 'stop', 5_000_001],
      ] as const
    ).map(([order, which, priceTicks]) => moveRefusal(btc, { order, which, priceTicks }, around)?.code);
    expect(codes).toEqual([undefined, CODE.lossSide, CODE.profitSide, undefined, CODE.lossSide, undefined]);
  });

  it('computes the unfilled amount exactly', () => {
    expect(unfilledAmount(madeOrder({ amount: '0.30000', dealAmount: '0.10001' }), btc)).toBe('0.19999');
    expect(
      movedForm({ order: madeOrder({ amount: '0.1', dealAmount: '0.1' }), which: 'limit', priceTicks: 1 }, btc).amount,
    ).toBe('0.00000');
  });
});

describe('spotLines', () => {
  beforeAll(async () => {
    await startI18n('en-US');
    await loadNamespaces(['market', 'chart', 'refusals']);
  });
  const source = {
    instrument: btc,
    orders: [madeOrder(), madeOrder({ id: 2, coinInfoId: 3 }), madeOrder({ id: 3, orderType: 'market' })],
    alerts: [],
    moving: new Map(),
    dragged: null,
    proposed: null,
    lastTicks: 5_050_000,
  };

  it('has a line for each limit order of the market, labelled with side and amount', () => {
    expect(spotLines(source, translate())).toEqual([
      {
        id: 'order 1',
        kind: 'order',
        side: 'buy',
        price: 50_000,
        label: 'Buy 0.01',
        movable: true,
        closable: true,
        pending: false,
      },
    ]);
  });

  it('labels a dragged line with its cost and gain against the last price', () => {
    const [line] = spotLines({ ...source, dragged: { id: 'order 1', priceTicks: 4_900_000 } }, translate());
    expect(line!.label).toBe('Buy 0.01 · 490.00 USDT · +15.00 vs last');
    expect(orderGainText(btc, madeOrder({ side: 'sell' }), 4_900_000, 5_050_000)).toBe('-15.00');
    expect(costText(btc, madeOrder(), 4_900_000)).toBe('490.00');
  });

  it('shows a moving order once, pending at its new price', () => {
    const moving = new Map([[1, { order: madeOrder(), which: 'limit' as const, priceTicks: 5_100_000 }]]);
    expect(spotLines({ ...source, moving }, translate())).toEqual([
      {
        id: 'order 1',
        kind: 'order',
        side: 'buy',
        price: 51_000,
        label: 'Buy 0.01 → 51,000.00',
        movable: false,
        pending: true,
      },
    ]);
  });

  it('labels alerts with their direction', () => {
    const alerts = [madeAlert({ priceTicks: 6_000_000 }), madeAlert({ id: 2, priceTicks: 4_000_000, above: 0 })];
    expect(
      spotLines({ ...source, orders: [], alerts }, translate()).map(({ id, label, side }) => [id, label, side]),
    ).toEqual([
      ['alert 6000000', 'Alert ≥ 60,000.00', 'sell'],
      ['alert 4000000', 'Alert ≤ 40,000.00', 'buy'],
    ]);
  });

  it('rounds chart prices to the tick grid', () => {
    expect([50_000.004, 50_000.006, -3].map((price) => nearestTicks(price, btc.price))).toEqual([
      5_000_000, 5_000_001, 1,
    ]);
    expect(nearestTicks(1.2345, { decimals: 2, step: 5 })).toBe(25);
  });

  it('removes trailing zeros of amounts only', () => {
    expect(['0.01000', '10', '1200.50', '1000.00'].map(shortAmount)).toEqual(['0.01', '10', '1,200.5', '1,000']);
  });
});

describe('alerts', () => {
  beforeAll(async () => void (await responseSchema('/user/notice')));
  let requests: Record<string, string>[] = [];
  let answer: () => object = () => ({});
  /** Alerts of the account, as each response lists them. */
  let theirs: Alert[] = [];
  const listed = (): object => ({
    code: 0,
    msg: 'OK',
    data: { list: [], page: 1, pageSize: 1, total: 0, hasMore: false, unreadNum: 0, alerts: theirs, pushKey: 'key' },
  });
  const logIn = (token: string): void => {
    stored('fxproUserToken').value = token;
  };

  beforeEach(() => {
    callAsStoredSession();
    logIn('');
    stored('fxproAlerts').value = [];
    clearAlerts();
    requests = [];
    theirs = [];
    answer = listed;
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      requests.push(Object.fromEntries(new URLSearchParams(body)));
      return new Response(JSON.stringify(answer()));
    });
  });

  it('of a visitor are stored by the browser, one per price, in the direction away from the market', async () => {
    await setPriceAlert(2, 6_000_000, 5_000_000);
    await setPriceAlert(2, 4_000_000, 5_000_000);
    await setPriceAlert(2, 6_000_000, 7_000_000);
    await setPriceAlert(3, 1, 5);
    expect(priceAlerts(2)).toMatchObject([
      { priceTicks: 6_000_000, above: 0 },
      { priceTicks: 4_000_000, above: 0 },
    ]);
    expect(JSON.parse(localStorage.getItem('fxproAlerts') ?? '')).toHaveLength(3);
    await moveAlert(priceAlerts(2)[1]!, 4_500_000, 5_000_000);
    expect(priceAlerts(2).map(({ priceTicks }) => priceTicks)).toEqual([4_500_000, 6_000_000]);
    await removeAlert(priceAlerts(2)[0]!);
    expect(priceAlerts(2).map(({ priceTicks }) => priceTicks)).toEqual([6_000_000]);
    expect(requests).toEqual([]);
  });

  it('of a visitor that were reached are consumed once', async () => {
    await setPriceAlert(2, 6_000_000, 5_000_000);
    const level = { coinInfoId: 2, priceTicks: 6_000_000, above: true };
    expect([removeReached(level), removeReached(level)]).toEqual([true, false]);
    expect(myAlerts.value).toEqual([]);
  });

  it('of a visitor move to the account at login; failed ones stay', async () => {
    await setPriceAlert(2, 6_000_000, 5_000_000);
    await setPriceAlert(2, 4_000_000, 5_000_000);
    logIn('tok');
    answer = () => ({ code: CODE.fieldInvalid, msg: 'too many', data: null });
    await migrateAlerts();
    expect(stored('fxproAlerts').value).toEqual([]);
    logIn('');
    await setPriceAlert(2, 7_000_000, 5_000_000);
    logIn('tok');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    await expect(migrateAlerts()).rejects.toThrow();
    expect(stored('fxproAlerts').value).toHaveLength(1);
    expect(requests.map(({ alertTicks }) => alertTicks)).toEqual(['6000000', '4000000']);
  });

  it('of a visitor are not lost while the exchange takes none now, or wants a pause', async () => {
    await setPriceAlert(2, 6_000_000, 5_000_000);
    await setPriceAlert(2, 4_000_000, 5_000_000);
    logIn('tok');
    let calls = 0;
    answer = () =>
      (calls += 1) === 2 ? { code: CODE.tooManyRequests, msg: 'slow down', data: { retryAfter: 0 } } : listed();
    await migrateAlerts();
    expect(requests.map(({ alertTicks }) => alertTicks)).toEqual(['6000000', '4000000', '4000000']);
    expect(stored('fxproAlerts').value).toEqual([]);
    logIn('');
    await setPriceAlert(2, 7_000_000, 5_000_000);
    logIn('tok');
    for (const code of [CODE.tooManyRequests, CODE.busy, CODE.sessionInvalid]) {
      answer = () => ({ code, msg: 'not now', data: null });
      await expect(migrateAlerts()).rejects.toThrow();
      expect(stored('fxproAlerts').value).toHaveLength(1);
    }
  });

  it('of an account come from the exchange; a move shows at once and is reverted when refused', async () => {
    logIn('tok');
    expect(myAlerts.value).toBe(null);
    theirs = [
      madeAlert(),
      madeAlert({ id: 2, priceTicks: 0, ratePercent: 80, coinInfoId: 0 }),
      madeAlert({ id: 3, waiting: 0 }),
    ];
    await loadAlerts();
    expect(priceAlerts(2)).toEqual([madeAlert()]);
    theirs = [madeAlert({ priceTicks: 5_200_000 })];
    const moving = moveAlert(madeAlert(), 5_200_000, 5_000_000);
    expect(priceAlerts(2)).toMatchObject([{ id: 1, priceTicks: 5_200_000 }]);
    await moving;
    expect(requests.at(-1)).toMatchObject({ alertMove: '1', alertTicks: '5200000', alerts: '1' });
    answer = () => ({ code: CODE.tooManyRequests, msg: 'slow down', data: null });
    await expect(moveAlert(priceAlerts(2)[0]!, 4_000_000, 5_000_000)).rejects.toThrow();
    expect(priceAlerts(2)).toMatchObject([{ priceTicks: 5_200_000, above: 1 }]);
    logIn('');
    expect(myAlerts.value).toEqual([]);
  });
});
