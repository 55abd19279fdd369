// Connects a chart with the user's orders, positions and alerts of its market.
import { batch, effect, signal } from '@preact/signals-react';
import type { Translate } from '../../locales/use-translation.ts';
import type { ChartEvent, TradeLine, TradeMark } from '../../../chart/api.ts';
import type { Alert } from '../../../core/endpoints/alert.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { CODE, reject } from '../../../core/errors/errors.ts';
import { type PriceTicks, printSteps } from '../../../core/units/units.ts';
import { mustConfirm } from '../ticket/order-warnings.ts';
import { errorText } from '../common/error-text.ts';
import { refusalText } from '../common/refusal-text.ts';
import { moveAlert, priceAlerts } from '../../stores/account/alerts.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import { openContracts } from '../../stores/account/contract-orders.ts';
import { separate } from '../../stores/market/number-format.ts';
import { openOrders, orderChanges } from '../../stores/account/spot-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { type Trigger, contractLines, contractOfLine } from './contract-lines.ts';
import { loadFills, fillMarks } from './fills.ts';
import {
  type ProposedMove,
  type DraggedLine,
  alertLineId,
  spotLines,
  lineIdOf,
  linePrices,
  shortAmount,
  nearestTicks,
} from './spot-lines.ts';
import type { LinePrice } from './move-order.ts';
import { moveTrigger } from './move-trigger.ts';
import { movingLines } from './moving-lines.ts';
import { movingOrders } from './pending-moves.ts';
import { cancelWaiting, movableContractLine, waitingOfLine } from './movable-contract-line.ts';
import { movableOrderLine } from './movable-order-line.ts';
import type { MovableLine } from './movable-line.ts';
import { movableTriggerLine, triggerOfLine } from './movable-trigger-line.ts';

/** What trading needs of a chart; ChartController implements it. */
export interface TradingChart {
  set(name: 'setTradeLines', lines: TradeLine[]): void;
  set(name: 'setTradeMarks', marks: TradeMark[]): void;
  /** Subscribes to chart events; returns the function that unsubscribes. */
  onEvent(listener: (event: ChartEvent) => void): () => void;
}

/**
 * An order, a contract order that waits, or a position's take-profit or stop-loss, at the line `id`. `answer` moves the
 * line to a price; its `executesAtOnce` is whether the button warned of immediate execution. `end` cancels or removes
 * it.
 */
export type LineRequest = (
  | { kind: 'order'; order: SpotOrder; which: LinePrice }
  | { kind: 'waiting'; order: ContractOrder }
  | { kind: 'trigger'; trigger: Trigger }
) & {
  id: string;
  beforeTicks: PriceTicks;
  executesAtOnce: (priceTicks: PriceTicks) => boolean;
  answer: (move: Omit<ProposedMove, 'id'>) => void;
  end: () => void;
};

/** A sheet that the page is to show. */
export type SheetRequest =
  | LineRequest
  | { kind: 'price'; priceTicks: PriceTicks }
  | { kind: 'contract'; order: ContractOrder }
  | { kind: 'alert'; alert: Alert };

/** Order changes within this time lead to one request of the fills. */
const FILLS_DELAY_MS = 300;
/** An unanswered confirmation is withdrawn after this time. */
const CONFIRMATION_MS = 20_000;

export class ChartTrader {
  readonly #chart: TradingChart;
  readonly #instrument: Instrument;
  readonly #t: Translate;
  readonly #openSheet: (request: SheetRequest) => void;
  readonly #dragged = signal<DraggedLine | null>(null);
  readonly #proposed = signal<ProposedMove | null>(null);
  /** Names of the lines on the chart; replaced when one of them changes, not with every tick. */
  readonly names = signal<readonly { id: string; text: string }[]>([]);
  #confirmationTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(chart: TradingChart, instrument: Instrument, t: Translate, openSheet: (request: SheetRequest) => void) {
    this.#chart = chart;
    this.#instrument = instrument;
    this.#t = t;
    this.#openSheet = openSheet;
  }

  /** Starts; the returned function stops and removes lines and marks from the chart. */
  start(): () => void {
    const stops = [
      this.#chart.onEvent((event) => this.#onChartEvent(event)),
      effect(() => this.#updateLines()),
      this.#watchFills(),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#confirmationTimer);
      this.#chart.set('setTradeLines', []);
      this.#chart.set('setTradeMarks', []);
    };
  }

  /** Opens the sheet of a line. */
  open(id: string): void {
    const alert = this.#alertOf(id);
    if (alert) return this.#openSheet({ kind: 'alert', alert });
    const line = this.#movableLine(id);
    if (line) {
      const [own, order, trigger] = [this.#orderOf(id), waitingOfLine(id), triggerOfLine(this.#instrument, id)];
      const rest = {
        id,
        beforeTicks: line.priceTicks,
        executesAtOnce: (priceTicks: PriceTicks) => this.#movableLine(id)?.executesAtOnce(priceTicks) ?? false,
        answer: (move: Omit<ProposedMove, 'id'>) => this.#acceptMove({ id, ...move }),
        end: () => this.#end(id),
      };
      if (own) return this.#openSheet({ kind: 'order', ...own, ...rest });
      if (order) return this.#openSheet({ kind: 'waiting', order, ...rest });
      if (trigger) return this.#openSheet({ kind: 'trigger', trigger, ...rest });
    }
    const contract = contractOfLine(openContracts.peek(), id);
    if (contract) this.#openSheet({ kind: 'contract', order: contract });
    return undefined;
  }

  get #id(): number {
    return this.#instrument.info.id;
  }
  get #lastTicks(): PriceTicks {
    return tickerOf(this.#id).lastTicks.peek() || 0;
  }

  /** Sets all lines. Also resets a dragged line whose drop has no effect, and ends a move whose order has ended. */
  #updateLines(): void {
    const lines = this.#lines();
    const id = (this.#dragged.peek() ?? this.#proposed.peek())?.id;
    if (id !== undefined && !lines.some((line) => line.id === id)) {
      showToast(refusalText(reject(CODE.orderFinished)), 'error');
      batch(() => {
        this.#dragged.value = null;
        this.#proposed.value = null;
      });
    }
    this.#chart.set('setTradeLines', lines);
    const names = lines.map((line) => ({ id: line.id, text: this.#nameOf(line) }));
    if (JSON.stringify(names) !== JSON.stringify(this.names.peek())) this.names.value = names;
  }

  /** What stays of a label between ticks, with the price: the profit of a position does not. */
  #nameOf({ kind, label, price }: TradeLine): string {
    const stable = kind === 'order' || kind === 'alert' ? label : label.replace(/ (?:· )?[-+][\d.,]+$/, '');
    return `${stable} · ${separate(price.toFixed(this.#instrument.price.decimals))}`;
  }

  #lines(): TradeLine[] {
    const moving = new Map([...movingOrders.value].filter(([, { order }]) => order.coinInfoId === this.#id));
    const shared = { instrument: this.#instrument, dragged: this.#dragged.value, proposed: this.#proposed.value };
    return [
      ...contractLines({ ...shared, contracts: openContracts.value, moving: movingLines.value }, this.#t),
      ...spotLines(
        { ...shared, orders: openOrders.value, alerts: priceAlerts(this.#id), moving, lastTicks: this.#lastTicks },
        this.#t,
      ),
    ];
  }

  #onChartEvent(event: ChartEvent): void {
    const { price: grid } = this.#instrument;
    if (event.kind === 'lineDrag') this.#onDrag(event.id, nearestTicks(event.price, grid));
    else if (event.kind === 'lineDrop') this.#onDrop(event.id, nearestTicks(event.price, grid));
    else if (event.kind === 'priceTap') this.#openSheet({ kind: 'price', priceTicks: nearestTicks(event.price, grid) });
    else if (event.kind === 'lineTap') this.open(event.id);
    else if (event.kind === 'lineClose') this.#onClose(event.id);
    else if (event.kind === 'lineAnswer') this.#onAnswer(event.id, event.yes);
  }

  #onDrag(id: string, priceTicks: PriceTicks): void {
    const line = this.#movableLine(id);
    const isUnchanged = line?.priceTicks === priceTicks;
    batch(() => {
      this.#proposed.value = null;
      this.#dragged.value = line && !isUnchanged ? { id, priceTicks } : null;
    });
  }

  #onDrop(id: string, priceTicks: PriceTicks): void {
    const alert = this.#alertOf(id);
    batch(() => {
      this.#dragged.value = null;
      this.#proposed.value = null;
      if (alert) this.#moveAlert(alert, priceTicks);
      else this.#proposeMove(id, priceTicks);
    });
    // The chart shows the dragged position until the lines are set.
    this.#updateLines();
  }

  /**
   * Handles a drop: nothing without a change in ticks, a confirmation where the user wants one or the
   * order would execute at once, else the move.
   */
  #proposeMove(id: string, priceTicks: PriceTicks): void {
    const line = this.#movableLine(id);
    if (!line || line.priceTicks === priceTicks) return;
    const objection = line.objection(priceTicks);
    if (objection !== null) return showToast(objection, 'error');
    const executesAtOnce = line.executesAtOnce(priceTicks);
    if (!executesAtOnce && !mustConfirm([], false)) return this.#moveTo(line, priceTicks);
    return this.#ask({ id, priceTicks, executesAtOnce });
  }

  /** Lets the label ask; an answer that does not come withdraws the question. */
  #ask(proposed: ProposedMove): void {
    this.#proposed.value = proposed;
    clearTimeout(this.#confirmationTimer);
    this.#confirmationTimer = setTimeout(() => {
      this.#proposed.value = null;
    }, CONFIRMATION_MS);
  }

  /** The cross of an order or trigger: always asks, because a tap may have missed. */
  #onClose(id: string): void {
    const line = this.#movableLine(id);
    if (line) this.#ask({ id, priceTicks: line.priceTicks, executesAtOnce: false, ends: true });
  }

  /** Cancels an order, removes a trigger. */
  #end(id: string): void {
    const own = this.#orderOf(id);
    const waiting = waitingOfLine(id);
    const trigger = triggerOfLine(this.#instrument, id);
    if (own || waiting)
      (own ? cancelOrders(own.order) : cancelWaiting(waiting!)).then(
        () => showToast(this.#t('orders.cancelled'), 'success'),
        (cause: unknown) => showToast(errorText(cause, this.#t), 'error'),
      );
    else if (trigger) void moveTrigger(this.#instrument, trigger, 0, this.#t, null);
  }

  #onAnswer(id: string, yes: boolean): void {
    const proposed = this.#proposed.peek();
    if (proposed?.id !== id) return;
    batch(() => {
      this.#proposed.value = null;
      if (yes && proposed.ends) this.#end(id);
      else if (yes) this.#acceptMove(proposed);
    });
    this.#updateLines();
  }

  /** The confirmed move, or another confirmation where the order would execute at once by now. */
  #acceptMove({ id, priceTicks, executesAtOnce }: ProposedMove): void {
    const line = this.#movableLine(id);
    if (!line) return;
    if (!executesAtOnce && line.executesAtOnce(priceTicks)) this.#proposeMove(id, priceTicks);
    else this.#moveTo(line, priceTicks);
  }

  #moveAlert(alert: Alert, priceTicks: PriceTicks): void {
    moveAlert(alert, priceTicks, this.#lastTicks).catch((cause: unknown) =>
      showToast(errorText(cause, this.#t), 'error'),
    );
  }

  /** Moves a line to a price, or shows the objection as a toast. */
  #moveTo(line: MovableLine, priceTicks: PriceTicks): void {
    const objection = line.objection(priceTicks);
    if (objection !== null) return showToast(objection, 'error');
    return line.move(priceTicks, line.priceTicks > 0 ? (id, before) => this.#undo(id, before) : null);
  }

  /** Undoes a move while the moved order is still open. */
  #undo(id: string, priceTicks: PriceTicks): void {
    const line = this.#movableLine(id);
    const objection = line ? line.objection(priceTicks) : this.#t('lines.undoLate');
    if (objection !== null || !line) showToast(objection ?? '', 'error');
    else if (line.executesAtOnce(priceTicks)) this.#proposeMove(id, priceTicks);
    else line.move(priceTicks, null);
  }

  #movableLine(id: string): MovableLine | undefined {
    const own = this.#orderOf(id);
    if (own) return movableOrderLine(this.#instrument, own.order, this.#t, own.which);
    const waiting = waitingOfLine(id);
    if (waiting) return movableContractLine(this.#instrument, waiting, this.#t);
    const trigger = triggerOfLine(this.#instrument, id);
    return trigger && movableTriggerLine(this.#instrument, trigger, this.#t);
  }

  #orderOf(id: string): { order: SpotOrder; which: LinePrice } | undefined {
    for (const order of openOrders.peek())
      if (order.coinInfoId === this.#id)
        for (const which of linePrices(order)) if (lineIdOf(order, which) === id) return { order, which };
    return undefined;
  }

  #alertOf(id: string): Alert | undefined {
    return priceAlerts(this.#id).find((alert) => alertLineId(alert) === id);
  }

  #watchFills(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = new AbortController();
    const stop = effect(() => {
      const loggedIn = isLoggedIn.value && orderChanges.value >= 0;
      clearTimeout(timer);
      request.abort();
      if (!loggedIn) return this.#chart.set('setTradeMarks', []);
      request = new AbortController();
      const { signal } = request;
      timer = setTimeout(() => void this.#updateFillMarks(signal), FILLS_DELAY_MS);
      return undefined;
    });
    return () => {
      stop();
      clearTimeout(timer);
      request.abort();
    };
  }

  /** Sets the marks of the fills; after a failed request the previous marks stay. */
  async #updateFillMarks(signal: AbortSignal): Promise<void> {
    try {
      const fills = await loadFills(this.#instrument, openOrders.peek(), signal);
      if (signal.aborted) return;
      this.#chart.set(
        'setTradeMarks',
        fillMarks(fills, ({ side, amount, price }) =>
          this.#t('lines.order', {
            side: this.#t(`trade.${side}`),
            amount: shortAmount(amount),
            price: separate(price),
          }),
        ),
      );
    } catch (cause) {
      if (!signal.aborted) console.warn('fills fetch failed', cause);
    }
  }
}

/** A price as text, with the market's decimals. */
export function marketPriceText(instrument: Instrument, priceTicks: PriceTicks): string {
  return separate(printSteps(priceTicks, instrument.price));
}
