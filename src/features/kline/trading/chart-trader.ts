// Between a chart and the user's orders and alerts of its market: lines and marks go down, intents of the hand come up.
import { batch, effect, signal } from '@preact/signals-react';
import type { Translate } from '../../../i18n/use-translation.ts';
import type { ChartEvent, TradeLine, TradeMark } from '../../../../chart/chart.ts';
import type { Alert } from '../../../../contract/alert.ts';
import type { Instrument } from '../../../../contract/instrument.ts';
import type { SpotOrder } from '../../../../contract/order.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../../contract/units.ts';
import { closedMarket, closedText } from '../../../cells/closed-market.ts';
import { refusalText } from '../../../cells/refusal-text.ts';
import { LINK } from '../../../../contract/thread.ts';
import { errorText } from '../../../cells/error-text.ts';
import { moveAlert, priceAlerts } from '../../../state/alerts.ts';
import { availableUnits } from '../../../state/balances.ts';
import { separate } from '../../../state/digits.ts';
import { link, serverNow } from '../../../state/link.ts';
import { openOrders, orderChanges } from '../../../state/orders.ts';
import { isLoggedIn } from '../../../state/session.ts';
import { tickerOf } from '../../../state/tickers.ts';
import { showToast } from '../../../state/toast.ts';
import { loadFills, marksOf } from './fills.ts';
import { type Held, alertLineId, linesOf, orderLineId, shortAmount, ticksNear } from './lines.ts';
import { moveRefusal } from './move-order.ts';
import { move, movingOrders } from './moving.ts';

/** What trading needs of a chart; the chart's desk on the page has it. */
export interface TradingPort {
  set(name: 'setTradeLines', lines: TradeLine[]): void;
  set(name: 'setTradeMarks', marks: TradeMark[]): void;
  /** Hears the chart; answers with the way to stop. */
  listen(listener: (event: ChartEvent) => void): () => void;
}

/** What the screen is asked to show. */
export type Question =
  | { kind: 'price'; priceTicks: PriceTicks }
  | { kind: 'order'; order: SpotOrder }
  | { kind: 'alert'; alert: Alert };

/** Several changes in a row (a filled order changes often) are one look at the fills. */
const SETTLE_MS = 300;

export class ChartTrader {
  private readonly port: TradingPort;
  private readonly instrument: Instrument;
  private readonly t: Translate;
  private readonly ask: (question: Question) => void;
  private readonly held = signal<Held | null>(null);

  constructor(port: TradingPort, instrument: Instrument, t: Translate, ask: (question: Question) => void) {
    this.port = port;
    this.instrument = instrument;
    this.t = t;
    this.ask = ask;
  }

  /** Begins; the returned function ends it and takes lines and marks off the chart. */
  start(): () => void {
    const stops = [this.port.listen((event) => this.hear(event)), effect(() => this.show()), this.followFills()];
    return () => {
      for (const stop of stops) stop();
      this.port.set('setTradeLines', []);
      this.port.set('setTradeMarks', []);
    };
  }

  private get id(): number { return this.instrument.info.id; }
  private get lastTicks(): PriceTicks { return tickerOf(this.id).lastTicks.peek() || 0; }

  /** Every line anew: also the answer to a drop that comes to nothing. */
  private show(): void {
    const { instrument, held } = this;
    const moving = new Map([...movingOrders.value].filter(([, { order }]) => order.coinInfoId === this.id));
    this.port.set('setTradeLines', linesOf({ instrument, orders: openOrders.value, alerts: priceAlerts(this.id), moving, held: held.value, lastTicks: this.lastTicks }, this.t));
  }

  private hear(event: ChartEvent): void {
    const { price: grid } = this.instrument;
    if (event.kind === 'lineDrag') this.drag(event.id, ticksNear(event.price, grid));
    else if (event.kind === 'lineDrop') this.drop(event.id, ticksNear(event.price, grid));
    else if (event.kind === 'priceTap') this.ask({ kind: 'price', priceTicks: ticksNear(event.price, grid) });
    else if (event.kind === 'lineTap') this.tap(event.id);
  }

  private drag(id: string, priceTicks: PriceTicks): void {
    const order = this.orderOf(id);
    const back = order !== undefined && parseSteps(order.price, this.instrument.price) === priceTicks;
    this.held.value = order && !back ? { id, priceTicks } : null;
  }

  private drop(id: string, priceTicks: PriceTicks): void {
    const alert = this.alertOf(id);
    const order = this.orderOf(id);
    batch(() => {
      this.held.value = null;
      if (alert) this.moveAlert(alert, priceTicks);
      else if (order) this.moveTo(order, priceTicks);
    });
    // Whatever came of it, the chart must hear where the line stands now.
    this.show();
  }

  private tap(id: string): void {
    const order = this.orderOf(id);
    const alert = this.alertOf(id);
    if (order) this.ask({ kind: 'order', order });
    if (alert) this.ask({ kind: 'alert', alert });
  }

  private moveAlert(alert: Alert, priceTicks: PriceTicks): void {
    moveAlert(alert, priceTicks, this.lastTicks).catch((cause: unknown) => showToast(errorText(cause, this.t), 'error'));
  }

  /** Moves an order if nothing speaks against it; says why not otherwise, before anything is asked. */
  private moveTo(order: SpotOrder, priceTicks: PriceTicks): void {
    const objection = this.objection(order, priceTicks);
    if (objection !== null) return showToast(objection, 'error');
    const before = parseSteps(order.price, this.instrument.price);
    const undo = typeof before === 'number' ? (moved: SpotOrder): void => this.undo(moved, before) : null;
    void move(this.instrument, order, priceTicks, this.t, undo);
    return undefined;
  }

  private objection(order: SpotOrder, priceTicks: PriceTicks): string | null {
    const { instrument, t } = this;
    const closed = closedMarket(instrument, serverNow());
    if (closed) return closedText(closed, t);
    if (link.state.peek() !== LINK.open) return t('trade.offline');
    const coinId = order.side === 'sell' ? this.id : instrument.info.quoteCoinId;
    const refusal = moveRefusal(instrument, order, priceTicks, { referenceTicks: this.lastTicks, available: availableUnits(coinId) });
    return refusal && refusalText(refusal);
  }

  /** The way back of a move, as long as what was placed still stands. */
  private undo(moved: SpotOrder, priceTicks: PriceTicks): void {
    const now = openOrders.peek().find(({ id }) => id === moved.id);
    const objection = now ? this.objection(now, priceTicks) : this.t('lines.undoLate');
    if (objection !== null || !now) showToast(objection ?? '', 'error');
    else void move(this.instrument, now, priceTicks, this.t, null);
  }

  private orderOf(id: string): SpotOrder | undefined {
    return openOrders.peek().find((order) => orderLineId(order.id) === id && order.coinInfoId === this.id);
  }

  private alertOf(id: string): Alert | undefined {
    return priceAlerts(this.id).find((alert) => alertLineId(alert) === id);
  }

  private followFills(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let off = new AbortController();
    const stop = effect(() => {
      const known = isLoggedIn.value && orderChanges.value >= 0;
      clearTimeout(timer);
      off.abort();
      if (!known) return this.port.set('setTradeMarks', []);
      off = new AbortController();
      const { signal: over } = off;
      timer = setTimeout(() => void this.lookAtFills(over), SETTLE_MS);
      return undefined;
    });
    return () => {
      stop();
      clearTimeout(timer);
      off.abort();
    };
  }

  /** Marks are an extra: without an answer those that stand stay. */
  private async lookAtFills(over: AbortSignal): Promise<void> {
    try {
      const fills = await loadFills(this.instrument, openOrders.peek(), over);
      if (over.aborted) return;
      this.port.set('setTradeMarks', marksOf(fills, ({ side, amount, price }) => (
        this.t('lines.order', { side: this.t(`trade.${side}`), amount: shortAmount(amount), price: separate(price) })
      )));
    } catch (cause) {
      if (!over.aborted) console.warn('fills cannot be shown', cause);
    }
  }
}

/** Words for a price of a market. */
export function priceText(instrument: Instrument, priceTicks: PriceTicks): string {
  return separate(printSteps(priceTicks, instrument.price));
}
