// Pointer and keys on a price ladder: presses on a price, and drags of own orders that begin after a hold.
import type { PriceTicks } from '../../../../core/units/units.ts';
import { vibrate } from '../../../lib/haptics.ts';
import type { LadderCells } from '../../../stores/market/ladder-rows.ts';
import type { LadderOrder } from './ladder-orders.ts';

/** Own orders, bids, prices, asks. */
export const COLUMNS = ['own', 'bid', 'price', 'ask'] as const;
export type LadderColumn = (typeof COLUMNS)[number];

/** A press that moves further than this is no click. */
const MAX_MOVE_PX = 8;
/** An own order is dragged after it was held for this long. */
export const HOLD_MS = 250;
/** A press this soon after the prices moved was meant for another price. */
export const SETTLE_MS = 400;

export interface LadderHandlers {
  /** A click or key on a price; `moved`: it came too soon after the prices had moved, and must do nothing. */
  onPress(column: LadderColumn, priceTicks: PriceTicks, moved: boolean): void;
  /** The own orders of a row were chosen. */
  onOrders(orders: readonly LadderOrder[]): void;
  /** Own orders in a row, newest first. */
  ordersAt(row: number): readonly LadderOrder[];
  /** Whether a drag may begin or go on. */
  canDrag(): boolean;
  /** A dragged order is over a price; null: the drag ended. */
  onDrag(order: LadderOrder, priceTicks: PriceTicks | null): void;
  onDrop(order: LadderOrder, priceTicks: PriceTicks): void;
  /** The user works with the ladder. */
  onUse(): void;
}

interface Press {
  row: number;
  column: LadderColumn;
  priceTicks: PriceTicks;
  moved: boolean;
  x: number;
  y: number;
}

export class LadderInput {
  readonly #host: HTMLElement;
  readonly #ladder: LadderCells;
  readonly #handlers: LadderHandlers;
  #press: Press | null = null;
  #drag: LadderOrder | null = null;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #wheelPx = 0;

  /** `host` holds the rows, each with `data-row` and cells with `data-col`. */
  constructor(host: HTMLElement, ladder: LadderCells, handlers: LadderHandlers) {
    this.#host = host;
    this.#ladder = ladder;
    this.#handlers = handlers;
  }

  attach(): () => void {
    const off = new AbortController();
    const { signal } = off;
    const host = this.#host;
    host.addEventListener('pointerdown', (event) => this.#onDown(event), { signal });
    host.addEventListener('pointermove', (event) => this.#onMove(event), { signal });
    host.addEventListener('click', (event) => this.#onClick(event), { signal });
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    host.addEventListener('focusin', ({ target }) => this.#moveTabStop(target), { signal });
    // The page must not scroll too.
    host.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    window.addEventListener('pointerup', (event) => this.#onUp(event), { signal });
    for (const type of ['pointercancel', 'blur']) window.addEventListener(type, () => this.#forget(), { signal });
    return () => {
      off.abort();
      this.#forget();
    };
  }

  #onDown(event: PointerEvent): void {
    this.#forget();
    const at = cellOf(event.target);
    if (event.button !== 0 || !event.isPrimary || !at) return;
    this.#handlers.onUse();
    const moved = this.#ladder.movedWithin(SETTLE_MS);
    this.#ladder.hold(true);
    this.#press = { ...at, priceTicks: this.#ladder.ticksAt(at.row), moved, x: event.clientX, y: event.clientY };
    const [order] = at.column === 'own' ? this.#handlers.ordersAt(at.row) : [];
    if (order)
      this.#holdTimer = setTimeout(() => {
        if (moved || !this.#handlers.canDrag()) return;
        vibrate();
        this.#drag = order;
        this.#host.setPointerCapture(event.pointerId);
        this.#handlers.onDrag(order, this.#press?.priceTicks ?? order.priceTicks);
      }, HOLD_MS);
  }

  #onMove({ clientX, clientY }: PointerEvent): void {
    const press = this.#press;
    if (!press) return;
    if (this.#drag) {
      if (this.#handlers.canDrag()) this.#handlers.onDrag(this.#drag, this.#ticksUnder(clientY));
      else this.#forget();
      return;
    }
    if (Math.hypot(clientX - press.x, clientY - press.y) <= MAX_MOVE_PX) return;
    // A scroll or a missed click: nothing comes of it.
    clearTimeout(this.#holdTimer);
    this.#press = null;
    this.#ladder.hold(false);
  }

  #onUp({ clientY, target }: PointerEvent): void {
    clearTimeout(this.#holdTimer);
    // No click follows a press that ends elsewhere.
    if (!this.#drag && !(target instanceof Node && this.#host.contains(target))) this.#forget();
    const [order, priceTicks] = [this.#drag, this.#ticksUnder(clientY)];
    const from = this.#press?.priceTicks;
    if (!order) return;
    const allowed = this.#handlers.canDrag();
    this.#forget();
    if (allowed && priceTicks > 0 && priceTicks !== from) this.#handlers.onDrop(order, priceTicks);
  }

  /** The click of a press; one without a press comes from an assistive technology. */
  #onClick(event: MouseEvent): void {
    const press = this.#press;
    this.#press = null;
    const at = cellOf(event.target);
    // The second click of a double click is no second order.
    if (!at || event.detail > 1) this.#ladder.hold(false);
    else if (press && press.row === at.row && press.column === at.column) {
      const unchanged = this.#ladder.ticksAt(at.row) === press.priceTicks;
      this.#act({ ...press, moved: press.moved || !unchanged });
      this.#ladder.hold(false);
    } else if (!press && event.detail === 0) this.#actAt(at);
    else this.#ladder.hold(false);
  }

  #actAt(at: { row: number; column: LadderColumn }): void {
    this.#handlers.onUse();
    this.#act({ ...at, priceTicks: this.#ladder.ticksAt(at.row), moved: this.#ladder.movedWithin(SETTLE_MS) });
  }

  #act({ row, column, priceTicks, moved }: Omit<Press, 'x' | 'y'>): void {
    if (Number.isNaN(priceTicks)) return;
    if (column !== 'own') return this.#handlers.onPress(column, priceTicks, moved);
    const orders = this.#handlers.ordersAt(row);
    if (orders.length > 0 && !moved) this.#handlers.onOrders(orders);
    return undefined;
  }

  #forget(): void {
    clearTimeout(this.#holdTimer);
    if (this.#drag) this.#handlers.onDrag(this.#drag, null);
    this.#drag = null;
    if (this.#press) this.#ladder.hold(false);
    this.#press = null;
  }

  #ticksUnder(clientY: number): PriceTicks {
    const [first] = this.#rows();
    const { top = 0, height = 1 } = first?.getBoundingClientRect() ?? {};
    const row = Math.floor((clientY - top) / height);
    return this.#ladder.ticksAt(Math.max(0, Math.min(this.#ladder.rows.length - 1, row)));
  }

  #rows(): HTMLElement[] {
    return [...this.#host.querySelectorAll<HTMLElement>('[data-row]')];
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.#press || event.ctrlKey) return;
    const height = this.#rows()[0]?.offsetHeight || 1;
    this.#wheelPx += event.deltaY;
    const rows = Math.trunc(this.#wheelPx / height);
    if (rows === 0) return;
    this.#wheelPx -= rows * height;
    this.#handlers.onUse();
    this.#ladder.scroll(rows);
  }

  #onKey(event: KeyboardEvent): void {
    const at = cellOf(event.target);
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.floor(this.#ladder.rows.length / 2);
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }[event.key];
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const act = event.key === 'Enter' || event.key === ' ';
    if (event.key === 'Escape' && this.#drag) this.#forget();
    else if (step !== undefined) this.#stepRow(at, step);
    else if (side !== undefined) this.#focus(at.row, COLUMNS[COLUMNS.indexOf(at.column) + side] ?? at.column);
    // A key that is held down sends one order.
    else if (act && !event.repeat) this.#actAt(at);
    else if (!act) return;
    event.preventDefault();
  }

  /** Focus moves by a row; at the edge, and by pages, the prices move under it. */
  #stepRow({ row, column }: { row: number; column: LadderColumn }, step: number): void {
    this.#handlers.onUse();
    const next = row + step;
    if (Math.abs(step) === 1 && next >= 0 && next < this.#ladder.rows.length) this.#focus(next, column);
    else this.#ladder.scroll(step);
  }

  #focus(row: number, column: LadderColumn): void {
    this.#host.querySelector<HTMLElement>(`[data-row="${row}"] > [data-col="${column}"]`)?.focus();
  }

  /** One cell is a tab stop: the last one with the focus. */
  #moveTabStop(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || !cellOf(target)) return;
    for (const cell of this.#host.querySelectorAll<HTMLElement>('[tabindex="0"]')) cell.tabIndex = -1;
    target.tabIndex = 0;
  }
}

function cellOf(target: EventTarget | null): { row: number; column: LadderColumn } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null;
  const row = Number(cell?.closest<HTMLElement>('[data-row]')?.dataset['row']);
  const column = COLUMNS.find((each) => each === cell?.dataset['col']);
  return column && Number.isInteger(row) ? { row, column } : null;
}
