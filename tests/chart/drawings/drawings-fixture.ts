// Fixture: a drawing controller over made candles, without a canvas, with pointers and recorded events.
import type { Anchor, CandleColumns, ChartEvent, ChartMarket, Drawing, DrawingKind } from '../../../chart/api.ts';
import { DrawList } from '../../../chart/render/draw-list.ts';
import { DrawingController } from '../../../chart/drawings/drawing-controller.ts';
import type { DragTarget, CanvasPoint } from '../../../chart/input/drag-target.ts';
import { PriceFormat } from '../../../chart/scene/text/number-format.ts';
import { Palette } from '../../../chart/scene/palette.ts';
import { Pane } from '../../../chart/scene/panes.ts';
import { TimeScale } from '../../../chart/scene/scales/time-scale.ts';
import type { View } from '../../../chart/scene/view.ts';
import { MARKET, THEMES } from '../../support/data/chart-data.ts';

/** Device px a character, px a CSS px, and the plot. */
const CHARACTER_PX = 18;
const FONT_PX = 33;
export const RATIO = 3;
export const PLOT = { widthPx: 978, topPx: 0, bottomPx: 900 };

export function makeView(columns: CandleColumns, market: ChartMarket = MARKET): View {
  const time = new TimeScale();
  time.resize(PLOT.widthPx, RATIO);
  time.reset(columns.length);
  const main = new Pane('main', -1);
  main.topPx = PLOT.topPx;
  main.bottomPx = PLOT.bottomPx;
  main.scale.place(PLOT.topPx + 30, PLOT.bottomPx - 30);
  const view = {
    market,
    time,
    panes: [main],
    palette: new Palette(THEMES.dark),
    prices: new PriceFormat(market.pricePrecision),
    ratio: RATIO,
    fontPx: FONT_PX,
    measure: { width: (text: string): number => (text.length * CHARACTER_PX * view.fontPx) / FONT_PX },
    plotRightPx: PLOT.widthPx,
    plotBottomPx: PLOT.bottomPx,
    data: { columns },
  };
  fit(view as unknown as View);
  return view as unknown as View;
}

/** Fits the prices to the candles in sight, as the composer does. */
export function fit({ data: { columns }, time, panes }: View): void {
  let low = Infinity;
  let high = -Infinity;
  for (let row = time.firstRow; row < time.endRow; row += 1) {
    low = Math.min(low, columns.low[row]!);
    high = Math.max(high, columns.high[row]!);
  }
  panes[0]!.scale.low = low;
  panes[0]!.scale.high = high;
}

export class DrawingFixture {
  readonly list = new DrawList();
  readonly events: ChartEvent[] = [];
  readonly view: View;
  readonly controller: DrawingController;
  marks = 0;

  constructor(columns: CandleColumns, market: ChartMarket = MARKET) {
    this.view = makeView(columns, market);
    this.controller = new DrawingController(
      this.view,
      this.list,
      () => {
        this.marks += 1;
      },
      (event) => this.events.push(event),
    );
  }

  draw(): void {
    this.list.shapes.clear();
    this.list.labels.clear();
    this.list.over.clear();
    this.list.tags.clear();
    this.controller.draw();
  }

  get drawings(): readonly Drawing[] {
    return this.controller.drawings;
  }
  get last(): Drawing {
    return this.drawings[this.drawings.length - 1]!;
  }

  /** The last event of a kind. */
  lastEvent<K extends ChartEvent['kind']>(kind: K): Extract<ChartEvent, { kind: K }> | undefined {
    return this.events.filter((event): event is Extract<ChartEvent, { kind: K }> => event.kind === kind).at(-1);
  }

  tap(xPx: number, yPx: number, touch = true, twice = false): boolean {
    const point = at(xPx, yPx, touch);
    if (this.take(point)) this.cancel();
    return this.#dragTargets.some((each) => each.tap?.(point, twice));
  }

  /** Down, over all points, up. Returns whether a drag target claimed the pointer. */
  drag(points: [number, number][], touch = true): boolean {
    const [first, ...rest] = points.map(([x, y]) => at(x, y, touch));
    if (!this.take(first!)) return false;
    for (const point of rest) this.#active!.move(point);
    this.#active!.drop(rest.at(-1)!);
    return true;
  }

  drop(point: CanvasPoint): void {
    this.#active?.drop(point);
  }
  take(point: CanvasPoint): boolean {
    this.#active = this.#dragTargets.find((each) => each.start(point));
    return this.#active !== undefined;
  }

  move(point: CanvasPoint): void {
    this.#active?.move(point);
  }
  cancel(): void {
    this.#active?.cancel();
  }
  cursor(point: CanvasPoint): string | null {
    return this.controller.placing.cursor(point) ?? this.controller.cursor(point);
  }

  /** Draws with a tool from place to place: the first two by a drag, the others by taps. */
  make(kind: DrawingKind, ...points: [number, number][]): Drawing {
    this.controller.pickTool(kind);
    if (kind === 'brush') this.drag(points);
    else if (points.length === 1) this.tap(...points[0]!);
    else {
      this.drag(points.slice(0, 2));
      for (const point of points.slice(2)) this.tap(...point);
    }
    if (kind === 'brush') this.controller.pickTool(null);
    return this.last;
  }

  /** Device px of an anchor on a candle. */
  place({ time, price }: Anchor): [x: number, y: number] {
    const { columns } = this.view.data;
    const row = columns.time.subarray(0, columns.length).indexOf(time);
    return [this.view.time.xOf(row - this.view.time.origin), this.view.panes[0]!.scale.yOf(price)];
  }

  /** In the chart's order: the active tool first. */
  get #dragTargets(): DragTarget[] {
    return [this.controller.placing, this.controller];
  }
  #active: DragTarget | undefined;
}

export function at(xPx: number, yPx: number, touch = true): CanvasPoint {
  return { xPx, yPx, timeMs: 0, touch };
}

export const ALL_KINDS: DrawingKind[] = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'channel',
  'rectangle',
  'fibonacci',
  'profile',
  'measure',
  'brush',
  'text',
  'long',
  'short',
];
