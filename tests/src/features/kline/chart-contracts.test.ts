// @vitest-environment happy-dom
// Position lines on a chart: labels, and moving take-profit and stop-loss by dragging.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartEvent, TradeLine } from '../../../../chart/api.ts';
import type { ContractOrder } from '../../../../core/orders/contract-order.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';
import { ChartTrader, type SheetRequest } from '../../../../src/components/order-lines/chart-trader.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import {
  applyContract,
  clearContracts,
  handleContractsEvent,
  openContracts,
} from '../../../../src/stores/account/contract-orders.ts';
import { followMark, handleMarksEvent } from '../../../../src/stores/market/marks.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { setTickerInstruments } from '../../../../src/stores/market/tickers.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { frameOf, linkSection, tickersSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const ID = 102;
const perpetual = instrumentOf({
  ...btcInfo(),
  id: ID,
  type: 'perpetual',
  pair: 'BTCUSDT',
  spotEnable: 0,
  contractEnable: 1,
  maxMultiple: 100,
  priceTick: '0.1',
  pricePrecision: 1,
  amountStep: '0.001',
  amountPrecision: 3,
});

function held(given: Partial<ContractOrder> = {}): ContractOrder {
  return {
    id: 1,
    orderNo: 'C000000000001',
    clientNo: 'a',
    coinInfoId: ID,
    symbol: 'BTC',
    direction: 'long',
    multiple: 10,
    amount: '0.100',
    holdAmount: '0.100',
    pendingAmount: '0',
    orderType: 'market',
    limitPrice: '',
    openPrice: '60000.00',
    closePrice: '',
    currentPrice: '60000.0',
    profitPrice: '61000.0',
    lossPrice: '59000.0',
    profitAmount: '',
    lossAmount: '',
    triggerBy: 'mark',
    securityDeposit: '600',
    riskRate: '0.05',
    liqPrice: '54304.10297667',
    fee: '3.6',
    profit: '0',
    profitRate: '0',
    status: 1,
    closeType: 0,
    openTime: 100,
    closeTime: 0,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}
/** An order that waits in the book, with nothing filled. */
const waiting = (given: Partial<ContractOrder> = {}): ContractOrder =>
  held({
    id: 2,
    status: 0,
    holdAmount: '0',
    pendingAmount: '0.100',
    orderType: 'limit',
    limitPrice: '59500.0',
    openPrice: '',
    profitPrice: '',
    lossPrice: '',
    liqPrice: '',
    ...given,
  });
const channel = (name: 'positions' | 'mark', data: unknown) =>
  ({ kind: 'channel', channel: name, coinInfoId: ID, snapshot: false, data }) as const;

/** Feed state: connected, with last price and mark price in USDT. */
function feed(last: number, mark = last): void {
  receiveFrame(
    frameOf([
      linkSection({ state: LINK.open, lastReceived: Date.now() }),
      tickersSection([{ id: ID, last: last * 10 }]),
    ]),
  );
  handleMarksEvent(channel('mark', { mark: mark.toFixed(1), index: mark.toFixed(1) }));
}

describe('a chart with positions', () => {
  beforeAll(() => followMark(ID));
  beforeAll(
    async () =>
      void (await Promise.all([
        responseSchema('/coin/contract/order/set/profit'),
        responseSchema('/coin/contract/order/set/loss'),
        responseSchema('/coin/order/list'),
        responseSchema('/coin/contract/order/replace'),
        responseSchema('/coin/contract/order/close'),
      ])),
  );
  let lines: TradeLine[] = [];
  let emit: (event: ChartEvent) => void = () => undefined;
  let sheets: SheetRequest[] = [];
  let sent: string[] = [];
  let answer: (path: string, form: URLSearchParams) => object = () => ({});
  /** What the exchange answers to a move and a cancel of an order that waits. */
  let waitingAnswer: (path: string, form: Record<string, string>) => object = () => ({});
  const port = {
    set: (name: string, value: unknown[]) => {
      if (name === 'setTradeLines') lines = value as TradeLine[];
    },
    onEvent: (listener: (event: ChartEvent) => void) => {
      emit = listener;
      return () => undefined;
    },
  };
  const lineOf = (id: string): TradeLine | undefined => lines.find((line) => line.id === id);
  const settled = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1000);
  };
  const start = (): (() => void) =>
    new ChartTrader(port, perpetual, translate(), (request) => sheets.push(request)).start();

  beforeEach(async () => {
    vi.useFakeTimers();
    await startI18n('en-US');
    await loadNamespaces(['market', 'chart', 'contracts', 'refusals']);
    callAsAUser();
    stored('fxproUserToken').value = 'tok';
    stored('fxproAlerts').value = [];
    stored('fxproConfirm').value = '1';
    clearContracts();
    setTickerInstruments([perpetual]);
    feed(60_000);
    [sheets, sent] = [[], []];
    answer = (path, form) => ({
      ...held({ updateTime: 200 + sent.length }),
      ...(path.endsWith('profit')
        ? { profitPrice: form.get('profitPrice') ?? '' }
        : { lossPrice: form.get('lossPrice') ?? '' }),
    });
    waitingAnswer = (path, { limitPrice }) => {
      const { id, limitPrice: before } = openContracts.peek()[0]!;
      const revoked = waiting({ id, limitPrice: before, status: 4, pendingAmount: '0', updateTime: 900 });
      return path.endsWith('close')
        ? { code: 0, msg: 'OK', data: { list: [revoked] } }
        : { code: 0, msg: 'OK', data: waiting({ id: id + 1, limitPrice: limitPrice!, createTime: 200 + id }) };
    };
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      if (/replace|close$/.test(path)) {
        const form = Object.fromEntries(new URLSearchParams(body));
        sent.push(`${path.slice(path.lastIndexOf('/') + 1)} ${form['id']} ${form['limitPrice'] ?? ''}`.trim());
        return new Response(JSON.stringify(waitingAnswer(path, form)));
      }
      if (!path.includes('/set/'))
        return new Response(
          JSON.stringify({ code: 0, msg: 'OK', data: { list: [], page: 1, pageSize: 100, total: 0, hasMore: false } }),
        );
      const form = new URLSearchParams(body);
      sent.push(
        `${path.slice(path.lastIndexOf('/') + 1)} ${form.get('profitPrice') ?? form.get('lossPrice')}${form.has('amount') ? ` of ${form.get('amount')}` : ''}`,
      );
      return new Response(JSON.stringify({ code: 0, msg: 'OK', data: answer(path, form) }));
    });
    return () => vi.useRealTimers();
  });

  it('shows entry, take-profit, stop-loss, liquidation and pending part; triggers and what waits are movable', () => {
    const stop = start();
    applyContract(held());
    applyContract(
      held({
        id: 2,
        direction: 'short',
        status: 0,
        holdAmount: '0',
        pendingAmount: '0.250',
        amount: '0.250',
        orderType: 'limit',
        limitPrice: '60500.0',
        openPrice: '',
        profitPrice: '',
        lossPrice: '',
        liqPrice: '',
      }),
    );
    applyContract(held({ id: 3, coinInfoId: 103 }));
    expect(lines.map(({ id, kind, price, label, movable }) => [id, kind, price, label, movable])).toEqual([
      ['position 1', 'position', 60_000, 'Long 10x 0.1 · 0.00', false],
      ['liquidation 1', 'liquidation', 54_304.10297667, 'Liq. price', false],
      ['waiting 2', 'order', 60_500, 'Short 10x 0.25', true],
      ['profit 1', 'takeProfit', 61_000, 'TP +100.00', true],
      ['loss 1', 'stopLoss', 59_000, 'SL -100.00', true],
    ]);
    handleContractsEvent(channel('positions', [{ id: 1, coinInfoId: ID, profit: '12.345' }]));
    expect(lineOf('position 1')?.label).toBe('Long 10x 0.1 · +12.34');
    applyContract(held({ status: 3, updateTime: 300 }));
    expect(lines.map(({ id }) => id)).toEqual(['waiting 2']);
    stop();
    expect(lines).toEqual([]);
  });

  it('a dropped take-profit needs confirmation, is sent once confirmed, and can be undone', async () => {
    const stop = start();
    applyContract(held());
    emit({ kind: 'lineDrag', id: 'profit 1', price: 61_500 });
    expect(lineOf('profit 1')).toMatchObject({ price: 61_000, label: 'TP +150.00' });
    emit({ kind: 'lineDrop', id: 'profit 1', price: 61_500 });
    await settled();
    expect([sent, lineOf('profit 1')]).toMatchObject([
      [],
      { price: 61_500, ask: 'Confirm', label: 'TP +150.00 → 61,500.0' },
    ]);
    emit({ kind: 'lineAnswer', id: 'profit 1', yes: false });
    await settled();
    expect([sent, lineOf('profit 1')?.price, lineOf('profit 1')?.ask]).toEqual([[], 61_000, undefined]);
    emit({ kind: 'lineDrop', id: 'profit 1', price: 61_500 });
    emit({ kind: 'lineAnswer', id: 'profit 1', yes: true });
    emit({ kind: 'lineAnswer', id: 'profit 1', yes: true });
    expect(lineOf('profit 1')).toMatchObject({ price: 61_500, pending: true, movable: false });
    await settled();
    expect([sent, lineOf('profit 1')]).toMatchObject([['profit 61500.0'], { price: 61_500, pending: false }]);
    toastLine.peek()!.action!.run();
    await settled();
    expect([sent, lineOf('profit 1')?.price]).toEqual([['profit 61500.0', 'profit 61000.0'], 61_000]);
    stop();
  });

  it('a price on the wrong side or beyond the liquidation price is refused without a confirmation', async () => {
    const stop = start();
    applyContract(held());
    for (const [id, price] of [
      ['profit 1', 59_900],
      ['loss 1', 60_100],
      ['loss 1', 54_304],
    ] as const) {
      emit({ kind: 'lineDrop', id, price });
      await settled();
      expect([sent, lineOf(id)?.ask]).toEqual([[], undefined]);
      expect(toastLine.peek()).toMatchObject({ kind: 'error' });
    }
    stop();
  });

  it('of an order that waits it lies before the liquidation of the position that would open', async () => {
    stored('fxproConfirm').value = '0';
    const stop = start();
    applyContract(waiting({ lossPrice: '58000.0' }));
    for (const price of [53_800, 54_000]) emit({ kind: 'lineDrop', id: 'loss 2', price });
    await settled();
    expect(sent).toEqual(['loss 54000.0']);
    stop();
  });

  it('a price that would close at once needs confirmation even where none is configured', async () => {
    stored('fxproConfirm').value = '0';
    feed(60_200, 60_000);
    const stop = start();
    applyContract(held({ triggerBy: 'last' }));
    emit({ kind: 'lineDrop', id: 'profit 1', price: 60_100 });
    await settled();
    expect([sent, lineOf('profit 1')?.ask]).toEqual([[], 'Close now']);
    emit({ kind: 'lineDrop', id: 'profit 1', price: 60_900 });
    await settled();
    expect(sent).toEqual(['profit 60900.0']);
    stop();
  });

  it('keeps partial amounts; closing a position withdraws its confirmation; offline nothing is sent', async () => {
    const stop = start();
    applyContract(held({ lossAmount: '0.040' }));
    expect(lineOf('loss 1')?.label).toBe('SL -40.00');
    emit({ kind: 'lineDrop', id: 'loss 1', price: 59_500 });
    emit({ kind: 'lineAnswer', id: 'loss 1', yes: true });
    await settled();
    expect(sent).toEqual(['loss 59500.0 of 0.040']);
    receiveFrame(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() })]));
    emit({ kind: 'lineDrop', id: 'loss 1', price: 59_600 });
    emit({ kind: 'lineAnswer', id: 'loss 1', yes: true });
    await settled();
    feed(60_000);
    emit({ kind: 'lineDrop', id: 'profit 1', price: 61_200 });
    applyContract(held({ status: 3, updateTime: 900 }));
    emit({ kind: 'lineAnswer', id: 'profit 1', yes: true });
    await settled();
    expect([sent.length, lines]).toEqual([1, []]);
    stop();
  });

  it('a tap on a trigger opens its price form, on other lines the position', () => {
    const stop = start();
    applyContract(held());
    for (const id of ['profit 1', 'position 1', 'liquidation 1']) emit({ kind: 'lineTap', id });
    expect(sheets).toMatchObject([
      { kind: 'trigger', trigger: { kind: 'profit', priceTicks: 610_000 } },
      { kind: 'contract', order: { id: 1 } },
      { kind: 'contract', order: { id: 1 } },
    ]);
    stop();
  });

  it('a dropped order that waits asks, is sent once under its id, and is moved back by undo', async () => {
    const stop = start();
    applyContract(waiting());
    emit({ kind: 'lineDrag', id: 'waiting 2', price: 59_000 });
    expect(lineOf('waiting 2')).toMatchObject({ price: 59_500, label: 'Long 10x 0.1', pending: false });
    emit({ kind: 'lineDrop', id: 'waiting 2', price: 59_000 });
    await settled();
    expect([sent, lineOf('waiting 2')]).toMatchObject([
      [],
      { price: 59_000, ask: 'Confirm', label: 'Long 10x 0.1 → 59,000.0' },
    ]);
    emit({ kind: 'lineAnswer', id: 'waiting 2', yes: false });
    await settled();
    expect([sent, lineOf('waiting 2')]).toMatchObject([[], { price: 59_500, label: 'Long 10x 0.1' }]);
    emit({ kind: 'lineDrop', id: 'waiting 2', price: 59_000 });
    for (const yes of [true, true]) emit({ kind: 'lineAnswer', id: 'waiting 2', yes });
    expect(lineOf('waiting 2')).toMatchObject({ price: 59_000, pending: true, movable: false, closable: false });
    await settled();
    expect([sent, lines.map(({ id, price }) => [id, price])]).toEqual([['replace 2 59000.0'], [['waiting 3', 59_000]]]);
    toastLine.peek()!.action!.run();
    await settled();
    expect([sent.length, sent[1], lines.map(({ id, price }) => [id, price])]).toEqual([
      2,
      'replace 3 59500.0',
      [['waiting 4', 59_500]],
    ]);
    stop();
  });

  it('one that would fill at once asks though nothing is to be confirmed; a refusal puts it back', async () => {
    stored('fxproConfirm').value = '0';
    const stop = start();
    applyContract(waiting());
    emit({ kind: 'lineDrop', id: 'waiting 2', price: 60_100 });
    await settled();
    expect([sent, lineOf('waiting 2')?.ask]).toEqual([[], 'Buy now']);
    waitingAnswer = () => ({ code: 2001, msg: 'Too far from the mark price', data: null });
    emit({ kind: 'lineDrop', id: 'waiting 2', price: 50_000 });
    await settled();
    expect([sent, lineOf('waiting 2')]).toMatchObject([
      ['replace 2 50000.0'],
      { price: 59_500, pending: false, label: 'Long 10x 0.1' },
    ]);
    expect(toastLine.peek()?.kind).toBe('error');
    stop();
  });

  it('one that is filled in part, in a closed line or without a connection is not sent', async () => {
    stored('fxproConfirm').value = '0';
    const stop = start();
    applyContract(waiting({ status: 1, holdAmount: '0.040', pendingAmount: '0.060', openPrice: '59500.0' }));
    emit({ kind: 'lineDrop', id: 'waiting 2', price: 59_000 });
    await settled();
    expect(toastLine.peek()?.text).toBe('Partially filled: cancel it and place a new order');
    applyContract(waiting({ id: 5 }));
    receiveFrame(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() })]));
    emit({ kind: 'lineDrop', id: 'waiting 5', price: 59_000 });
    await settled();
    expect([sent, lineOf('waiting 5')?.price]).toEqual([[], 59_500]);
    feed(60_000);
    stop();
  });

  it('its cross asks before it is cancelled; a tap opens its price form, for keyboards too', async () => {
    const stop = start();
    applyContract(waiting());
    emit({ kind: 'lineClose', id: 'waiting 2' });
    expect([sent, lineOf('waiting 2')]).toMatchObject([[], { ask: 'Cancel order', price: 59_500, movable: false }]);
    emit({ kind: 'lineTap', id: 'waiting 2' });
    expect(sheets).toMatchObject([{ kind: 'waiting', order: { id: 2 }, beforeTicks: 595_000 }]);
    emit({ kind: 'lineAnswer', id: 'waiting 2', yes: true });
    await settled();
    expect([sent, lines]).toEqual([['close 2'], []]);
    stop();
  });
});
