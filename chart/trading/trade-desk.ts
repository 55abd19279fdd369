// The user's own things on the chart: lines of orders, positions and alerts that a hand may move, and marks of fills.
import type { ChartEvent, TradeLine, TradeMark } from '../chart.ts';
import type { DrawList } from '../draw-list.ts';
import type { Grip, GripPoint, Overlay } from '../input/grip.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import type { Covered, View } from '../scene/view.ts';
import { LineBoard, type ShownLine } from './line-board.ts';
import { paintLines } from './line-paint.ts';
import { MarkPaint } from './mark-paint.ts';
import { priceAt } from './price-at.ts';

/** A line in the hand: where it is now, and the price the host heard last. */
interface Drag { id: string; price: number; toldPrice: number; grabPx: number; moved: boolean }

export class TradeDesk implements Grip, Overlay {
  private readonly view: View;
  private readonly list: DrawList;
  private readonly mark: (level: DamageLevel) => void;
  private readonly emit: (event: ChartEvent) => void;
  private readonly board: LineBoard;
  private readonly fills: MarkPaint;
  private lines: readonly TradeLine[] = [];
  private drag: Drag | null = null;
  /** Lines that were let go, at the prices asked for: shown as pending until the host says what became of them. */
  private readonly asked = new Map<string, number>();

  constructor(view: View, list: DrawList, mark: (level: DamageLevel) => void, emit: (event: ChartEvent) => void) {
    this.view = view;
    this.list = list;
    this.mark = mark;
    this.emit = emit;
    this.board = new LineBoard(view);
    this.fills = new MarkPaint(view, list);
  }

  /** Stretches of the price axis that tags cover in this frame. */
  get covered(): readonly Covered[] { return this.board.covered; }

  /** Replaces all lines, and so answers every drop. A line in the hand stays there as long as it may be moved. */
  setLines(lines: readonly TradeLine[]): void {
    this.lines = lines;
    this.asked.clear();
    const { drag } = this;
    if (drag && !lines.some((line) => line.id === drag.id && line.movable && !line.pending)) this.drag = null;
    this.show();
  }

  setMarks(marks: readonly TradeMark[]): void {
    this.fills.track.set(marks);
    this.mark(DAMAGE.cursor);
  }

  draw(): void {
    this.board.clear();
    if (this.view.data.columns.length === 0) return;
    this.fills.draw();
    if (this.lines.length === 0) return;
    this.board.lay();
    paintLines(this.view, this.list, this.board);
    this.tellDrag();
  }

  take(point: GripPoint): boolean {
    const shown = this.board.hit(point, false);
    if (!shown || !mayMove(shown)) return false;
    const { price, line } = shown;
    this.drag = { id: line.id, price, toldPrice: price, grabPx: point.yPx - shown.yPx, moved: false };
    return true;
  }

  move(point: GripPoint): void {
    const { drag, view } = this;
    if (!drag) return;
    const pane = view.panes[0]!;
    const price = priceAt(view, Math.min(pane.bottomPx - 1, Math.max(pane.topPx, point.yPx - drag.grabPx)));
    if (drag.moved && price === drag.price) return;
    if (this.crosses(drag.price, price)) this.emit({ kind: 'haptic' });
    drag.moved = true;
    drag.price = price;
    this.show();
  }

  drop(point: GripPoint): void {
    const { drag } = this;
    if (!drag) return;
    this.move(point);
    this.drag = null;
    const line = this.lines.find(({ id }) => id === drag.id);
    if (line && line.price !== drag.price) {
      this.asked.set(drag.id, drag.price);
      this.emit({ kind: 'lineDrop', id: drag.id, price: drag.price });
    } else this.tellBack(drag);
    this.show();
  }

  cancel(): void {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    this.tellBack(drag);
    this.show();
  }

  tap(point: GripPoint): boolean {
    const shown = this.board.hit(point, true) ?? this.board.hitBeyond(point);
    if (shown) this.emit({ kind: 'lineTap', id: shown.line.id });
    if (shown) return true;
    const took = this.fills.tap(point);
    if (took) this.mark(DAMAGE.cursor);
    return took;
  }

  cursor(point: GripPoint): string | null {
    if (this.drag) return 'grabbing';
    const shown = this.board.hit(point, false);
    if (shown) return mayMove(shown) ? 'ns-resize' : 'pointer';
    return this.board.hitBeyond(point) ? 'pointer' : null;
  }

  /** Lines at their prices: the host's, the hand's, or those asked for. */
  private show(): void {
    const { drag, asked } = this;
    this.board.set(this.lines.map((line) => {
      const held = drag !== null && drag.moved && drag.id === line.id;
      const askedPrice = asked.get(line.id);
      return { line, held, price: held ? drag.price : askedPrice ?? line.price, pending: !held && (line.pending || askedPrice !== undefined) };
    }));
    this.mark(DAMAGE.cursor);
  }

  /** Last in a frame, so that the host hears of a drag at most once in each and may answer at once. */
  private tellDrag(): void {
    const { drag } = this;
    if (!drag || drag.price === drag.toldPrice) return;
    drag.toldPrice = drag.price;
    this.emit({ kind: 'lineDrag', id: drag.id, price: drag.price });
  }

  /** A line that was dragged is back where it was: the host hears its old price, and writes its old label. */
  private tellBack(drag: Drag): void {
    const line = this.lines.find(({ id }) => id === drag.id);
    if (line && drag.toldPrice !== line.price) this.emit({ kind: 'lineDrag', id: drag.id, price: line.price });
  }

  /** Whether a price lies between two others that the running candle knows: its open, high, low, or the last. */
  private crosses(before: number, after: number): boolean {
    const { columns } = this.view.data;
    const row = columns.length - 1;
    const low = Math.min(before, after);
    const high = Math.max(before, after);
    const within = (price: number | undefined): boolean => price !== undefined && price > low && price <= high;
    return within(columns.close[row]) || within(columns.open[row]) || within(columns.high[row]) || within(columns.low[row]);
  }
}

function mayMove(shown: ShownLine): boolean {
  return shown.line.movable && !shown.pending;
}
