// Overlay of the user's order, position and alert lines, which can be dragged, and of fill markers.
import type { ChartEvent, TradeLine, TradeMark } from '../api.ts';
import type { DrawList } from '../render/draw-list.ts';
import { HOLD_MS } from '../input/gestures.ts';
import type { DragTarget, CanvasPoint, Overlay } from '../input/drag-target.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import type { Covered, View } from '../scene/view.ts';
import { OrderLineLayout } from './order-line-layout.ts';
import { paintLines } from './order-line-painter.ts';
import { FillMarkerPainter } from './fill-marker-painter.ts';
import { priceAt } from '../scene/price-at.ts';

/** A drag starts after this many px vertically, with fewer horizontally. */
const DRAG_CSS_PX = 8;
/** A confirmation accepts no answer before this time: the finger that dropped the line may bounce. */
const READ_MS = 400;

/** A line being dragged: its current price, the last emitted price, and where the drag started. */
interface Drag {
  id: string;
  price: number;
  emittedPrice: number;
  fromPx: number;
  fromPrice: number;
  moved: boolean;
  /** Height of the pointer at the last move. */
  atPx: number;
  down: CanvasPoint;
}

export class OrderOverlay implements DragTarget, Overlay {
  readonly #view: View;
  readonly #list: DrawList;
  readonly #mark: (level: DamageLevel) => void;
  readonly #emit: (event: ChartEvent) => void;
  readonly #layout: OrderLineLayout;
  readonly #fills: FillMarkerPainter;
  #lines: readonly TradeLine[] = [];
  #drag: Drag | null = null;
  /** Dropped lines by id, at the proposed price: shown as pending until the host replaces the lines. */
  readonly #proposed = new Map<string, number>();
  /** When a confirmation appeared: which line, and the ms of the pointer that dropped it. */
  #question = { id: '', sinceMs: 0 };

  constructor(view: View, list: DrawList, mark: (level: DamageLevel) => void, emit: (event: ChartEvent) => void) {
    this.#view = view;
    this.#list = list;
    this.#mark = mark;
    this.#emit = emit;
    this.#layout = new OrderLineLayout(view);
    this.#fills = new FillMarkerPainter(view, list);
  }

  /** Parts of the price axis that tags cover in this frame. */
  get covered(): readonly Covered[] {
    return this.#layout.covered;
  }

  /** The lines of the last `setLines`. */
  get shownLines(): readonly TradeLine[] {
    return this.#lines;
  }

  /** Replaces all lines, which settles every drop. A dragged line stays dragged as long as it may be moved. */
  setLines(lines: readonly TradeLine[]): void {
    this.#lines = lines;
    this.#proposed.clear();
    const drag = this.#drag;
    if (drag && !lines.some((line) => line.id === drag.id && line.movable && !line.pending)) this.#setDrag(null);
    if (!lines.some(({ id, ask }) => id === this.#question.id && ask !== undefined)) this.#question.id = '';
    this.#fitRange();
    this.#show();
  }

  setMarks(marks: readonly TradeMark[]): void {
    this.#fills.markers.set(marks);
    this.#mark(DAMAGE.cursor);
  }

  draw(): void {
    this.#layout.clear();
    if (this.#view.data.columns.length === 0) return;
    this.#fills.draw();
    if (this.#lines.length === 0) return;
    this.#layout.arrange();
    paintLines(this.#view, this.#list, this.#layout);
    this.#emitDrag();
  }

  /**
   * A mouse drags a handle at once, a finger holds it first: a swipe that begins on one scrolls the page or pans the
   * chart.
   */
  start(point: CanvasPoint): boolean {
    return !point.touch && this.#pick(point);
  }

  hold(point: CanvasPoint): boolean {
    return this.#pick(point);
  }

  move(point: CanvasPoint): boolean {
    const drag = this.#drag;
    const view = this.#view;
    if (!drag) return true;
    if (!drag.moved) {
      const intent = this.#intent(drag, point);
      if (intent !== true) return intent !== false;
    }
    const pane = view.panes[0]!;
    const wayPx = point.yPx - drag.down.yPx;
    drag.atPx = point.yPx;
    // Back at the start is exactly the old price, whatever a px is worth.
    const price =
      Math.abs(wayPx) < view.ratio
        ? drag.fromPrice
        : priceAt(view, Math.min(pane.bottomPx - 1, Math.max(pane.topPx, drag.fromPx + wayPx)));
    if (drag.moved && price === drag.price) return true;
    if (this.#crosses(drag.price, price)) this.#emit({ kind: 'haptic' });
    drag.moved = true;
    drag.price = price;
    this.#show();
    return true;
  }

  drop(point: CanvasPoint): void {
    const drag = this.#drag;
    if (!drag) return;
    // A pointer that rests drops what is shown, also after the range has changed.
    if (drag.moved && point.yPx !== drag.atPx) this.move(point);
    this.#setDrag(null);
    const line = this.#lines.find(({ id }) => id === drag.id);
    if (drag.moved && line && line.price !== drag.price) {
      this.#proposed.set(drag.id, drag.price);
      this.#question = { id: drag.id, sinceMs: point.timeMs };
      this.#emit({ kind: 'lineDrop', id: drag.id, price: drag.price });
    } else this.#emitReset(drag);
    this.#show();
  }

  cancel(): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#setDrag(null);
    this.#emitReset(drag);
    this.#show();
  }

  tap(point: CanvasPoint): boolean {
    const answer = this.#layout.answerAt(point);
    if (answer) {
      const { line } = answer.shown;
      const read = line.id !== this.#question.id || point.timeMs - this.#question.sinceMs >= READ_MS;
      if (!read || (answer.yes && this.#view.stale)) return true;
      // The label may ask once more: that is no question for a second tap.
      this.#question = { id: line.id, sinceMs: point.timeMs };
      this.#emit({ kind: 'lineAnswer', id: line.id, yes: answer.yes });
      return true;
    }
    const closing = this.#view.stale ? null : this.#layout.closeAt(point);
    if (closing) {
      this.#question = { id: closing.line.id, sinceMs: point.timeMs };
      this.#emit({ kind: 'lineClose', id: closing.line.id });
      return true;
    }
    const shown = this.#layout.hit(point) ?? this.#layout.hitBeyond(point);
    if (shown && shown.line.ask === undefined) this.#emit({ kind: 'lineTap', id: shown.line.id });
    if (shown) return true;
    const isTaken = this.#fills.tap(point);
    if (isTaken) this.#mark(DAMAGE.cursor);
    return isTaken;
  }

  /**
   * Handles a key; true when it was used. Escape cancels the drag or rejects a confirmation; Enter confirms, unless the
   * feed is stale.
   */
  key(key: string): boolean {
    if (key === 'Escape' && this.#drag) {
      this.cancel();
      return true;
    }
    const asking = this.#lines.find(({ ask }) => ask !== undefined);
    if (!asking || (key !== 'Escape' && key !== 'Enter')) return false;
    const yes = key === 'Enter';
    if (!(yes && this.#view.stale)) this.#emit({ kind: 'lineAnswer', id: asking.id, yes });
    return true;
  }

  cursor(point: CanvasPoint): string | null {
    if (this.#drag) return 'grabbing';
    if (this.#layout.handleAt(point)) return 'ns-resize';
    return (this.#layout.answerAt(point) ??
      this.#layout.closeAt(point) ??
      this.#layout.hit(point) ??
      this.#layout.hitBeyond(point))
      ? 'pointer'
      : null;
  }

  /** The price range takes the lines in, but does not move while one of them is dragged, pending or asks. */
  #fitRange(): void {
    const lines = this.#lines;
    const view = this.#view;
    const drag = this.#drag;
    if (drag || lines.some(({ ask, pending }) => ask !== undefined || pending)) return;
    const prices = lines.map(({ price }) => price);
    if (prices.length === view.linePrices.length && prices.every((price, at) => price === view.linePrices[at])) return;
    view.linePrices = prices;
    this.#mark(DAMAGE.scale);
  }

  #pick(point: CanvasPoint): boolean {
    const shown = this.#view.stale ? null : this.#layout.handleAt(point);
    if (!shown) return false;
    const { price, line } = shown;
    this.#setDrag({
      id: line.id,
      price,
      emittedPrice: price,
      fromPx: shown.yPx,
      fromPrice: price,
      moved: false,
      atPx: point.yPx,
      down: point,
    });
    return true;
  }

  /** Begins a drag, or ends it. Meanwhile no other prices come under a finger that rests. */
  #setDrag(drag: Drag | null): void {
    this.#drag = drag;
    this.#view.holdsPrices = drag !== null;
    if (!drag) this.#mark(DAMAGE.scale);
  }

  /** Whether a moving pointer drags the line (true), does something else (false), or is undecided (null). */
  #intent({ down }: Drag, point: CanvasPoint): boolean | null {
    const across = Math.abs(point.xPx - down.xPx);
    const along = Math.abs(point.yPx - down.yPx);
    if (Math.max(across, along) < DRAG_CSS_PX * this.#view.ratio) return null;
    // On a busy page moves may arrive after the hold that they would have ended.
    const early = down.touch && point.timeMs - down.timeMs < HOLD_MS;
    return along > across && !early;
  }

  /** Updates the layout: lines at their own price, the dragged one, or the proposed one. */
  #show(): void {
    const drag = this.#drag;
    const proposed = this.#proposed;
    this.#layout.set(
      this.#lines.map((line) => {
        const held = drag !== null && drag.moved && drag.id === line.id;
        const proposedPrice = proposed.get(line.id);
        return {
          line,
          held,
          price: held ? drag.price : (proposedPrice ?? line.price),
          pending: !held && (line.pending || proposedPrice !== undefined),
        };
      }),
    );
    this.#mark(DAMAGE.cursor);
  }

  /** Called last in a frame, so that a drag emits at most one event per frame. */
  #emitDrag(): void {
    const drag = this.#drag;
    if (!drag || drag.price === drag.emittedPrice) return;
    drag.emittedPrice = drag.price;
    this.#emit({ kind: 'lineDrag', id: drag.id, price: drag.price });
  }

  /** A dragged line is back at its old price: emits that price, so that the host restores the label. */
  #emitReset(drag: Drag): void {
    const line = this.#lines.find(({ id }) => id === drag.id);
    if (line && drag.emittedPrice !== line.price) this.#emit({ kind: 'lineDrag', id: drag.id, price: line.price });
  }

  /** Whether the open, high, low or close of the running candle lies between two prices. */
  #crosses(before: number, after: number): boolean {
    const { columns } = this.#view.data;
    const row = columns.length - 1;
    const low = Math.min(before, after);
    const high = Math.max(before, after);
    const within = (price: number | undefined): boolean => price !== undefined && price > low && price <= high;
    return (
      within(columns.close[row]) || within(columns.open[row]) || within(columns.high[row]) || within(columns.low[row])
    );
  }
}
