// @vitest-environment happy-dom
// Spot order and alert lines, and the outcomes of moving an order.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Alert } from '../../../../core/endpoints/alert.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { CallError, FAILURE } from '../../../../src/api/call.ts';
import type { OrderForm } from '../../../../src/api/order-submission.ts';
import { setCallContext } from '../../../../src/api/call-context.ts';
import {
  costText,
  orderGainText,
  spotLines,
  shortAmount,
  nearestTicks,
} from '../../../../src/components/order-lines/spot-lines.ts';
import {
  type MoveDeps,
  moveOrder,
  moveRefusal,
  unfilledAmount,
  unfilledForm,
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

const btc = instrumentOf(btcInfo());

function madeOrder(given: Partial<SpotOrder> = {}): SpotOrder {
  return {
    id: 1,
    orderNo: '1',
    clientNo: 'a',
    coinInfoId: 2,
    symbol: 'BTC',
    side: 'buy',
    orderType: 'limit',
    price: '50000.00',
    amount: '0.01000',
    total: '500',
    dealAmount: '0',
    dealTotal: '0',
    avgPrice: '0',
    fee: '0',
    feeCoinId: 2,
    tif: 'GTC',
    postOnly: 0,
    status: 1,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}
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
  type Step = SpotOrder | CallError;
  function depsWith(cancels: Step[], places: Step[]): { deps: MoveDeps; calls: string[]; forms: OrderForm[] } {
    const calls: string[] = [];
    const forms: OrderForm[] = [];
    const next = (steps: Step[]): SpotOrder => {
      const step = steps.shift();
      if (!step || step instanceof Error) throw step ?? new Error('nothing left to answer');
      return step;
    };
    const answer = (async (path: string, form: OrderForm) => {
      calls.push(path);
      if (path === '/coin/order/add') forms.push(form);
      return next(places);
    }) as unknown as MoveDeps['call'];
    const deps: MoveDeps = {
      cancel: async () => {
        calls.push('cancel');
        return next(cancels);
      },
      call: answer,
      submitCall: answer,
      newClientNo: () => 'n1',
      wait: async () => undefined,
      onChecking: () => undefined,
    };
    return { deps, calls, forms };
  }

  it('cancels, then places the unfilled part at the new price with all other fields unchanged', async () => {
    const ended = madeOrder({ status: 4, dealAmount: '0.00400', postOnly: 1 });
    const { deps, calls, forms } = depsWith([ended], [madeOrder({ id: 2, price: '51000.00' })]);
    const outcome = await moveOrder(btc, madeOrder(), 5_100_000, deps);
    expect(outcome).toMatchObject({ kind: 'moved', order: { id: 2 } });
    expect(calls).toEqual(['cancel', '/coin/order/add']);
    expect(forms).toEqual([
      {
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

  it('places nothing when the cancel is refused', async () => {
    const { deps, calls } = depsWith([failed(CODE.orderFinished)], []);
    expect(await moveOrder(btc, madeOrder(), 5_100_000, deps)).toMatchObject({
      kind: 'unchanged',
      error: { code: CODE.orderFinished },
    });
    expect(calls).toEqual(['cancel']);
  });

  it('retries a cancel whose response was lost, and places nothing before its result is known', async () => {
    const lost = depsWith(
      [failed(FAILURE.timeout), failed(FAILURE.network), madeOrder({ status: 4 })],
      [madeOrder({ id: 2 })],
    );
    expect((await moveOrder(btc, madeOrder(), 5_100_000, lost.deps)).kind).toBe('moved');
    const silent = depsWith(
      Array.from({ length: 9 }, () => failed(FAILURE.network)),
      [madeOrder({ id: 2 })],
    );
    expect((await moveOrder(btc, madeOrder(), 5_100_000, silent.deps)).kind).toBe('unknown');
    expect(silent.calls).not.toContain('/coin/order/add');
  });

  it('returns the request that would restore the order after a refusal', async () => {
    const { deps } = depsWith(
      [madeOrder({ status: 4, dealAmount: '0.00100' })],
      [failed(CODE.notEnoughBalance, 'Too little')],
    );
    expect(await moveOrder(btc, madeOrder(), 5_100_000, deps)).toMatchObject({
      kind: 'cancelled',
      rest: { price: '50000.00', amount: '0.00900' },
      reason: { message: 'Too little' },
    });
  });

  it('reports a lost response only when the exchange does not know the new order', async () => {
    const { deps } = depsWith(
      [madeOrder({ status: 4 })],
      [failed(FAILURE.timeout), failed(1404), failed(1404), failed(1404)],
    );
    expect(await moveOrder(btc, madeOrder(), 5_100_000, deps)).toMatchObject({ kind: 'cancelled', reason: null });
    const found = depsWith([madeOrder({ status: 4 })], [failed(FAILURE.timeout), madeOrder({ id: 3 })]);
    expect(await moveOrder(btc, madeOrder(), 5_100_000, found.deps)).toMatchObject({ kind: 'moved', order: { id: 3 } });
  });

  it('finds refusals before cancelling, including the balance frozen by the order itself', () => {
    const around = { referenceTicks: 5_000_000, available: 0n };
    expect(moveRefusal(btc, madeOrder(), 4_900_000, around)).toBeNull();
    expect(moveRefusal(btc, madeOrder(), 5_100_000, around)?.code).toBe(CODE.notEnoughBalance);
    expect(moveRefusal(btc, madeOrder(), 5_100_000, { ...around, available: 1_000_000_000n })).toBeNull();
    expect(moveRefusal(btc, madeOrder({ side: 'sell' }), 5_100_000, around)).toBeNull();
    expect(moveRefusal(btc, madeOrder(), 40_000, { ...around, referenceTicks: 0 })?.code).toBe(CODE.belowMinNotional);
    expect(moveRefusal(btc, madeOrder(), 9_000_000, { ...around, available: 10n ** 12n })?.code).toBe(
      CODE.priceOutsideBand,
    );
  });

  it('computes the unfilled amount exactly', () => {
    expect(unfilledAmount(madeOrder({ amount: '0.30000', dealAmount: '0.10001' }), btc)).toBe('0.19999');
    expect(unfilledForm(madeOrder({ amount: '0.1', dealAmount: '0.1' }), btc, '1').amount).toBe('0.00000');
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
    const moving = new Map([[1, { order: madeOrder(), priceTicks: 5_100_000 }]]);
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
    setCallContext({
      base: '',
      token: () => stored('fxproUserToken').peek(),
      language: () => 'en-US',
      onSessionEnded: () => undefined,
      showToast: () => undefined,
    });
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
