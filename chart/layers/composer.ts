// Composes the draw list from the view: which layers run for which damage, and in which order they paint.
import type { ChartMarket, ChartStyle, ChartTheme, TimeSpan } from '../api.ts';
import { DrawList } from '../render/draw-list.ts';
import type { CanvasPoint, Overlay } from '../input/drag-target.ts';
import { drawTimeAxis, drawValueAxes } from './axes.ts';
import { rowOfMoment, showSpan } from '../scene/time-span.ts';
import { type CrosshairMarks, crosshairMarks, drawCrosshair } from './crosshair.ts';
import { drawGapMarkers } from './data-gap-markers.ts';
import { drawLastPrice, type LastPriceTag, lastPriceTag } from './last-price.ts';
import { Legend } from './legend.ts';
import { makeSeries, placeSeries, type PlacedSeries } from './series.ts';
import type { OrderFlowOverlay } from '../order-flow/order-flow-overlay.ts';
import { PaneTags } from './pane-tags.ts';
import { drawHighLowMarkers } from './high-low-markers.ts';
import { ChartData } from '../scene/columns/chart-data.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import { fitScales } from '../scene/scales/fit-scales.ts';
import { PriceFormat, setNumberStyle } from '../scene/text/number-format.ts';
import { Palette } from '../scene/palette.ts';
import { layoutPanes, Pane, PRICE_AXIS_CSS_PX, TIME_AXIS_CSS_PX } from '../scene/panes.ts';
import { CharacterWidths } from '../scene/text/text-measure.ts';
import { TimeScale } from '../scene/scales/time-scale.ts';
import type { Covered, View } from '../scene/view.ts';

const FONT_CSS_PX = 11;
/** Text margins on the price axis, both sides together. */
const AXIS_MARGIN_CSS_PX = 14;
/** The highest label is above the highest candle by less than this share of its price. */
const AXIS_ABOVE = 0.25;

export class Composer {
  readonly list = new DrawList();
  readonly view: View;
  /** Pointer position of the crosshair in device px; the candle under it is found in each frame. */
  pointer: { xPx: number; yPx: number } | null = null;
  /** Moment under the crosshair of a linked chart, in ms: marked while there is no pointer. */
  momentMs: number | null = null;
  /** A span that the next frame with candles brings into sight: before a frame the width of the plot is not known. */
  wantedSpan: TimeSpan | null = null;
  /** Two fingers that measure. */
  measured: [CanvasPoint, CanvasPoint] | null = null;
  /** Null until it is loaded. */
  orderFlow: OrderFlowOverlay | null = null;
  /** Drawn over the series, in this order. */
  readonly overlays: Overlay[] = [];
  /** Height of the canvas in device px, and what of it is reserved below the time axis, in CSS px. */
  #fullHeightPx = 1;
  #bottomCssPx = 0;
  #paneShares: Record<string, number> = {};
  #theme: ChartTheme;
  readonly #widths: CharacterWidths;
  readonly #setFont: (font: string) => void;
  #placed: PlacedSeries[] = [];
  /**
   * The row that the legend was written for; NaN: it must be rewritten. Its texts are the static ones of the list's
   * tags.
   */
  readonly #legend = new Legend();
  readonly #paneTags = new PaneTags();
  #legendRow = NaN;
  #legendRevision = 0;
  readonly #covered: Covered[] = [];
  /** The price that the width of the price axis was last checked for. */
  #axisPrice = NaN;

  /** `measure` gives the advance of a character in the font last given to `setFont`, in device px. */
  constructor(
    market: ChartMarket,
    theme: ChartTheme,
    style: ChartStyle,
    measure: (character: string) => number,
    setFont: (font: string) => void,
  ) {
    this.#theme = theme;
    setNumberStyle(theme.numbers);
    this.#widths = new CharacterWidths(measure);
    this.#setFont = setFont;
    this.view = {
      market,
      style,
      data: new ChartData(),
      time: new TimeScale(),
      panes: [new Pane('main', -1)],
      palette: new Palette(theme),
      prices: new PriceFormat(market.pricePrecision),
      measure: this.#widths,
      ratio: 1,
      widthPx: 1,
      heightPx: 1,
      plotRightPx: 1,
      plotBottomPx: 1,
      fontPx: FONT_CSS_PX,
      crosshair: null,
      legend: { rightPx: 0, bottomPx: 0, items: [], revision: 0 },
      readings: new Map(),
      rangeProfile: null,
      linePrices: [],
      holdsPrices: false,
      stale: false,
      nowMs: 0,
    };
  }

  setMarket(market: ChartMarket): void {
    this.view.market = market;
    this.view.prices = new PriceFormat(market.pricePrecision);
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    this.view.palette = new Palette(theme);
    setNumberStyle(theme.numbers);
    // Texts are cached with the format that wrote them.
    this.view.prices = new PriceFormat(this.view.market.pricePrecision);
  }

  setStyle(style: ChartStyle): void {
    this.view.style = style;
  }

  resize(widthPx: number, heightPx: number, ratio: number): void {
    this.#fullHeightPx = heightPx;
    Object.assign(this.view, { widthPx, ratio, fontPx: Math.round(FONT_CSS_PX * ratio) });
    this.reserveBottom(this.#bottomCssPx);
  }

  /** Keeps room below the time axis. */
  reserveBottom(cssPx: number): void {
    this.#bottomCssPx = cssPx;
    this.view.heightPx = Math.max(1, this.#fullHeightPx - Math.round(cssPx * this.view.ratio));
  }

  /** Heights of sub panes by indicator name, as shares of the plot. */
  setPaneShares(shares: Record<string, number>): void {
    this.#paneShares = shares;
  }

  /** One pane for the candles and one for each indicator that needs its own; existing panes retain their scales. */
  makePanes(): void {
    const { view } = this;
    const subs = view.data.indicators.flatMap((each, at) => (each.pane === 'sub' ? [at] : []));
    const before = view.panes;
    view.panes = [before[0]!, ...subs.map((at) => before.find((pane) => pane.indicator === at) ?? new Pane('sub', at))];
  }

  /** Brings the list up to date for a frame at `nowMs`. */
  compose(level: DamageLevel, nowMs: number): void {
    const { view } = this;
    view.nowMs = nowMs;
    if (level >= DAMAGE.layout || (level >= DAMAGE.tick && this.#axisChanges())) this.#layout();
    if (this.wantedSpan && view.data.columns.length > 0) {
      showSpan(view, this.wantedSpan);
      this.wantedSpan = null;
    }
    if (level >= DAMAGE.tick) this.#composeBase();
    view.crosshair = this.#crosshair();
    this.orderFlow?.read();
    this.#composeAxes(lastPriceTag(view), crosshairMarks(view));
  }

  #crosshair(): View['crosshair'] {
    const { view, pointer, momentMs } = this;
    if (pointer) return { row: view.time.rowAt(pointer.xPx), yPx: pointer.yPx };
    return momentMs === null ? null : { row: rowOfMoment(view, momentMs), yPx: NaN };
  }

  /** Scales and series: what the data and the view decide. */
  #composeBase(): void {
    const { view, list } = this;
    view.data.setStyle(view.style.candles, view.style.axis === 'log');
    view.data.sync(view.time);
    fitScales(view);
    placeSeries(view, this.#placed, list);
    this.orderFlow?.compose();
  }

  /** Grid, labels and tags: a few dozen rectangles and texts, rewritten in each frame. */
  #composeAxes(tag: LastPriceTag | null, marks: CrosshairMarks | null): void {
    const { view, list } = this;
    list.under.clear();
    list.underTexts.clear();
    list.labels.clear();
    list.over.clear();
    list.shapes.clear();
    this.#composeLegend();
    this.#legend.paintGrounds(view, list);
    list.shapes.clip(0, view.panes[0]!.topPx, view.plotRightPx, view.panes[0]!.bottomPx);
    drawLastPrice(view, list, tag);
    // Before the overlays: the legend of the heat map keeps clear of these labels.
    drawHighLowMarkers(view, list);
    for (const overlay of this.overlays) overlay.draw();
    this.#paneTags.place(view);
    drawValueAxes(view, list, this.#coveredBy(tag, marks));
    this.#paneTags.paint(view, list);
    drawTimeAxis(view, list, marks ? [marks.time] : []);
    this.orderFlow?.paintUnder();
    drawGapMarkers(view, list);
    drawCrosshair(view, list, marks);
  }

  /** The texts of the legend are reused while neither its candle nor any value changes. */
  #composeLegend(): void {
    const { view, list } = this;
    const row = view.crosshair ? view.crosshair.row : -1;
    if (row === this.#legendRow && view.data.revision === this.#legendRevision) {
      list.tags.clear(list.tags.still);
      return;
    }
    list.tags.clear();
    this.#legend.write(view, list);
    list.tags.hold();
    this.#legendRow = row;
    this.#legendRevision = view.data.revision;
  }

  /** Parts of the value axes that tags cover. */
  #coveredBy(tag: LastPriceTag | null, marks: CrosshairMarks | null): readonly Covered[] {
    const covered = this.#covered;
    covered.length = 0;
    for (const overlay of this.overlays) if (overlay.covered) covered.push(...overlay.covered);
    covered.push(...this.#paneTags.covered);
    if (tag) covered.push(tag.covers);
    if (marks) covered.push(marks.value);
    return covered;
  }

  #layout(): void {
    const { view, list } = this;
    const theme = this.#theme;
    this.#legendRow = NaN;
    list.font = `${view.fontPx}px ${theme.fontFamily}`;
    list.fontPx = view.fontPx;
    this.#setFont(list.font);
    this.#widths.clear();
    view.plotRightPx = view.widthPx - this.#axisWidth();
    view.plotBottomPx = Math.max(1, Math.round(view.heightPx - TIME_AXIS_CSS_PX * view.ratio));
    layoutPanes(
      view.panes,
      view.heightPx,
      view.ratio,
      Legend.rowsOf(view),
      view.panes.slice(1).map((pane) => this.#paneShares[view.data.indicators[pane.indicator]?.name ?? ''] ?? NaN),
    );
    view.time.resize(view.plotRightPx, view.ratio);
    list.widthPx = view.widthPx;
    list.heightPx = this.#fullHeightPx;
    list.plotRightPx = view.plotRightPx;
    list.background = view.palette.bg;
    this.#placed = makeSeries(view);
    list.series = this.#placed.map((each) => each.draw);
    list.seriesRevision += 1;
  }

  /** Whether a new price needs an axis of another width. */
  #axisChanges(): boolean {
    const { view } = this;
    const { highest } = view.data;
    if (highest === this.#axisPrice) return false;
    this.#axisPrice = highest;
    return view.widthPx - this.#axisWidth() !== view.plotRightPx;
  }

  /**
   * Device px of the price axis: the usual width, or as much as the highest price needs. Of all candles, not of those
   * in sight: the plot keeps its width while it is moved.
   */
  #axisWidth(): number {
    const { view } = this;
    const { highest } = view.data;
    const price = view.prices.format(Math.max(0, highest * (1 + AXIS_ABOVE)));
    // Digits of equal width: another price of as many changes nothing.
    const cssPx = view.measure.width(price.replace(/\d/g, '0')) / view.ratio + AXIS_MARGIN_CSS_PX;
    const wholePx = Math.max(PRICE_AXIS_CSS_PX, Math.ceil(cssPx / 4) * 4);
    return Math.min(Math.round(wholePx * view.ratio), view.widthPx >> 1);
  }
}
