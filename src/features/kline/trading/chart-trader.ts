// Between a chart and the user's orders and alerts of its market: lines and marks go down, intents of the hand come up.
import { batch, effect, signal } from '@preact/signals-react';
import type { Translate } from '../../../locales/use-translation.ts';
import type { ChartEvent, TradeLine, TradeMark } from '../../../../chart/api.ts';
import type { Alert } from '../../../../core/endpoints/alert.ts';
import type { ContractOrder } from '../../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { type PriceTicks, printSteps } from '../../../../core/units/units.ts';
import { mustConfirm } from '../../../components/ticket/order-warnings.ts';
import { errorText } from '../../../components/common/error-text.ts';
import { moveAlert, priceAlerts } from '../../../stores/account/alerts.ts';
import { openContracts } from '../../../stores/account/contract-orders.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { openOrders, orderChanges } from '../../../stores/account/spot-orders.ts';
import { isLoggedIn } from '../../../stores/account/session.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { type Trigger, contractLinesOf, contractOf } from './contract-lines.ts';
import { loadFills, marksOf } from './fills.ts';
import {
  type Asked,
  type Held,
  alertLineId,
  linesOf,
  orderLineId,
  shortAmount,
  ticksNear,
} from './chart-order-lines.ts';
import { movingTriggers } from './move-trigger.ts';
import { movingOrders } from './pending-moves.ts';
import { orderLineOf } from './spot-order-line.ts';
import type { OwnLine } from './own-line.ts';
import { triggerLineOf, triggerOf } from './trigger-line.ts';

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
  /** `answer` moves the order to a price; `trades` is what its button said of it. */
  | {
      kind: 'order';
      order: SpotOrder;
      trades: (priceTicks: PriceTicks) => boolean;
      answer: (asked: Omit<Asked, 'id'>) => void;
    }
  /** Of a position: another price for its take-profit or stop-loss, or none. `answer` takes the price, 0 for none. */
  | {
      kind: 'trigger';
      trigger: Trigger;
      trades: (priceTicks: PriceTicks) => boolean;
      answer: (asked: Omit<Asked, 'id'>) => void;
    }
  | { kind: 'contract'; order: ContractOrder }
  | { kind: 'alert'; alert: Alert };

/** Several changes in a row (a filled order changes often) are one look at the fills. */
const SETTLE_MS = 300;
/** A question that nobody answers is taken back. */
const ASK_MS = 20_000;

export class ChartTrader {
  private readonly port: TradingPort;
  private readonly instrument: Instrument;
  private readonly t: Translate;
  private readonly ask: (question: Question) => void;
  private readonly held = signal<Held | null>(null);
  private readonly asked = signal<Asked | null>(null);
  private askTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(port: TradingPort, instrument: Instrument, t: Translate, ask: (question: Question) => void) {
    this.port = port;
    this.instrument = instrument;
    this.t = t;
    this.ask = ask;
  }

  /** Begins; the returned function ends it and takes lines and marks off the chart. */
  start(): () => void {
    const stops = [
      this.port.listen((event) => this.onChartEvent(event)),
      effect(() => this.show()),
      this.followFills(),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.askTimer);
      this.port.set('setTradeLines', []);
      this.port.set('setTradeMarks', []);
    };
  }

  private get id(): number {
    return this.instrument.info.id;
  }
  private get lastTicks(): PriceTicks {
    return tickerOf(this.id).lastTicks.peek() || 0;
  }

  /** Every line anew: also the answer to a drop that comes to nothing. */
  private show(): void {
    const { instrument, held, asked, t } = this;
    const moving = new Map([...movingOrders.value].filter(([, { order }]) => order.coinInfoId === this.id));
    const hand = { instrument, held: held.value, asked: asked.value };
    this.port.set('setTradeLines', [
      ...contractLinesOf({ ...hand, contracts: openContracts.value, moving: movingTriggers.value }, t),
      ...linesOf(
        { ...hand, orders: openOrders.value, alerts: priceAlerts(this.id), moving, lastTicks: this.lastTicks },
        t,
      ),
    ]);
  }

  private onChartEvent(event: ChartEvent): void {
    const { price: grid } = this.instrument;
    if (event.kind === 'lineDrag') this.drag(event.id, ticksNear(event.price, grid));
    else if (event.kind === 'lineDrop') this.drop(event.id, ticksNear(event.price, grid));
    else if (event.kind === 'priceTap') this.ask({ kind: 'price', priceTicks: ticksNear(event.price, grid) });
    else if (event.kind === 'lineTap') this.tap(event.id);
    else if (event.kind === 'lineAnswer') this.answer(event.id, event.yes);
  }

  private drag(id: string, priceTicks: PriceTicks): void {
    const line = this.lineOf(id);
    const back = line?.priceTicks === priceTicks;
    batch(() => {
      this.asked.value = null;
      this.held.value = line && !back ? { id, priceTicks } : null;
    });
  }

  private drop(id: string, priceTicks: PriceTicks): void {
    const alert = this.alertOf(id);
    batch(() => {
      this.held.value = null;
      this.asked.value = null;
      if (alert) this.moveAlert(alert, priceTicks);
      else this.propose(id, priceTicks);
    });
    // Whatever came of it, the chart must hear where the line stands now.
    this.show();
  }

  /**
   * What a drop means: nothing where it is no tick away, else a question, or the move where none is wanted and nothing
   * would trade.
   */
  private propose(id: string, priceTicks: PriceTicks): void {
    const line = this.lineOf(id);
    if (!line || line.priceTicks === priceTicks) return;
    const objection = line.objection(priceTicks);
    if (objection !== null) return showToast(objection, 'error');
    const trades = line.trades(priceTicks);
    if (!trades && !mustConfirm([])) return this.moveTo(line, priceTicks);
    this.asked.value = { id, priceTicks, trades };
    clearTimeout(this.askTimer);
    this.askTimer = setTimeout(() => {
      this.asked.value = null;
    }, ASK_MS);
    return undefined;
  }

  private answer(id: string, yes: boolean): void {
    const asked = this.asked.peek();
    if (asked?.id !== id) return;
    batch(() => {
      this.asked.value = null;
      if (yes) this.accept(asked);
    });
    this.show();
  }

  /** A yes is for what was asked: where the market has come near meanwhile, the label says so first. */
  private accept({ id, priceTicks, trades }: Asked): void {
    const line = this.lineOf(id);
    if (!line) return;
    if (!trades && line.trades(priceTicks)) this.propose(id, priceTicks);
    else this.moveTo(line, priceTicks);
  }

  private tap(id: string): void {
    const alert = this.alertOf(id);
    if (alert) return this.ask({ kind: 'alert', alert });
    const [order, trigger, line] = [this.orderOf(id), triggerOf(this.instrument, id), this.lineOf(id)];
    const answers = {
      trades: (priceTicks: PriceTicks) => this.lineOf(id)?.trades(priceTicks) ?? false,
      answer: (asked: Omit<Asked, 'id'>) => this.accept({ id, ...asked }),
    };
    if (order && line) return this.ask({ kind: 'order', order, ...answers });
    if (trigger && line) return this.ask({ kind: 'trigger', trigger, ...answers });
    const contract = contractOf(openContracts.peek(), id);
    if (contract) this.ask({ kind: 'contract', order: contract });
    return undefined;
  }

  private moveAlert(alert: Alert, priceTicks: PriceTicks): void {
    moveAlert(alert, priceTicks, this.lastTicks).catch((cause: unknown) =>
      showToast(errorText(cause, this.t), 'error'),
    );
  }

  /** Moves a line if nothing speaks against it; says why not otherwise, before anything is asked. */
  private moveTo(line: OwnLine, priceTicks: PriceTicks): void {
    const objection = line.objection(priceTicks);
    if (objection !== null) return showToast(objection, 'error');
    return line.move(priceTicks, line.priceTicks > 0 ? (id, before) => this.undo(id, before) : null);
  }

  /** The way back of a move, as long as what was placed still stands. */
  private undo(id: string, priceTicks: PriceTicks): void {
    const line = this.lineOf(id);
    const objection = line ? line.objection(priceTicks) : this.t('lines.undoLate');
    if (objection !== null || !line) showToast(objection ?? '', 'error');
    else if (line.trades(priceTicks)) this.propose(id, priceTicks);
    else line.move(priceTicks, null);
  }

  private lineOf(id: string): OwnLine | undefined {
    const order = this.orderOf(id);
    if (order) return orderLineOf(this.instrument, order, this.t);
    const trigger = triggerOf(this.instrument, id);
    return trigger && triggerLineOf(this.instrument, trigger, this.t);
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
      this.port.set(
        'setTradeMarks',
        marksOf(fills, ({ side, amount, price }) =>
          this.t('lines.order', { side: this.t(`trade.${side}`), amount: shortAmount(amount), price: separate(price) }),
        ),
      );
    } catch (cause) {
      if (!over.aborted) console.warn('fills cannot be shown', cause);
    }
  }
}

/** Words for a price of a market. */
export function priceText(instrument: Instrument, priceTicks: PriceTicks): string {
  return separate(printSteps(priceTicks, instrument.price));
}
