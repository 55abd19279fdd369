// Footprint: what was sold and bought at each price inside each bar, as numbers where they fit, else as colours.
import type { DrawList, Rgba } from '../render/draw-list.ts';
import { candleWidths } from '../layers/series.ts';
import { fade } from '../scene/palette.ts';
import { formatQuantity } from '../scene/text/number-format.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import { BarRows, IMBALANCE } from './bar-rows.ts';
import { type FlowColumns, flowRowFrom } from './flow-columns.ts';
import { LargestRows } from './largest-rows.ts';
import { levelGroup, rowEdgePx } from './level-group.ts';

/** Least widths of a bar for both numbers of a row, for their difference, for a candle beside them, for anything. */
const BOTH_CSS_PX = 92;
const DELTA_CSS_PX = 48;
const CANDLE_CSS_PX = 12;
const MIN_CSS_PX = 2;
/** Widest bar while footprints are shown. */
export const WIDEST_CSS_PX = 144;
const NUMBER_ROW_CSS_PX = 14;
const COLOR_ROW_CSS_PX = 3;
const CANDLE_BODY_CSS_PX = 5;
const PAD_CSS_PX = 4;
const STACK_CSS_PX = 3;
/** Opacity of the fewest and of the most lots of a row, in this many steps. */
const FAINT = 0.08;
const FULL = 0.85;
const STEPS = 8;
/** Behind numbers colours are fainter. */
const BEHIND_NUMBERS = 0.5;
const TEXT_LIMIT = 4096;
/** Less than the smallest part of a level that a price has: a division of prices may be this much too small. */
const PART_OF_LEVEL = 1e-7;
const ABSORBED_CSS_PX = 3;

/** What a row shows at a width of bar. */
type Mode = 'colors' | 'delta' | 'both';

export class FootprintPainter {
  readonly #view: View;
  readonly #list: DrawList;
  readonly #rows = new BarRows();
  readonly #largest = new LargestRows();
  /** Quantities by lots, of one market. */
  readonly #texts = new Map<number, string>();
  #textsOf: FlowColumns | null = null;
  #fills: { up: Rgba[]; down: Rgba[] } = { up: [], down: [] };

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  /** Whether bars are wide enough to be drawn as footprints. */
  get fits(): boolean {
    const { time, ratio } = this.#view;
    return time.barPx >= MIN_CSS_PX * ratio;
  }

  /**
   * Draws all candles in sight, those of which nothing was recorded as candles. `params`: imbalance in %, run,
   * absorption in %.
   */
  paint(flow: FlowColumns, [percent = 300, run = 3, absorption = 200]: readonly number[]): void {
    const { time, data, ratio, panes } = this.#view;
    const { columns } = data;
    const mode = this.#mode();
    const leastPx = (mode === 'colors' ? COLOR_ROW_CSS_PX : NUMBER_ROW_CSS_PX) * ratio;
    const group = levelGroup(panes[0]!.scale, flow.levelPrice, leastPx);
    let bar = flowRowFrom(flow, columns.time[time.firstRow] ?? Infinity);
    const largest = this.#largestFrom(flow, bar, group);
    this.#makeFills(mode);
    for (let row = time.firstRow; row < time.endRow; row++) {
      while (bar < flow.length && flow.time[bar]! < columns.time[row]!) bar++;
      if (bar >= flow.length || flow.time[bar] !== columns.time[row]) {
        this.#paintCandle(row, 0.5, candleWidths(time.barPx, ratio).bodyPx);
        continue;
      }
      this.#rows.read(flow, bar, group);
      if (this.#isWide) {
        this.#rows.markImbalances(percent, run);
        const closeLevel = Math.floor(columns.close[row]! / flow.levelPrice + PART_OF_LEVEL);
        this.#rows.markAbsorption(percent, absorption, closeLevel);
      }
      this.#paintBar(flow, row, mode, largest);
    }
  }

  /** Whether there is room for a candle and for marks beside the rows of a bar. */
  get #isWide(): boolean {
    const { time, ratio } = this.#view;
    return time.barPx >= CANDLE_CSS_PX * ratio;
  }

  #mode(): Mode {
    const { time, ratio } = this.#view;
    if (time.barPx >= BOTH_CSS_PX * ratio) return 'both';
    return time.barPx >= DELTA_CSS_PX * ratio ? 'delta' : 'colors';
  }

  /** Lots of the largest row in sight, at least 1. */
  #largestFrom(flow: FlowColumns, from: number, group: number): number {
    const { time, data } = this.#view;
    // Times are whole ms: the first bar after the last candle in sight.
    const to = flowRowFrom(flow, (data.columns.time[time.endRow - 1] ?? -Infinity) + 1);
    return Math.max(1, this.#largest.within(flow, from, to, group));
  }

  /** Colours by share of the largest row. */
  #makeFills(mode: Mode): void {
    const { palette } = this.#view;
    const factor = mode === 'colors' ? 1 : BEHIND_NUMBERS;
    for (let step = 0; step < STEPS; step++) {
      const opacity = (FAINT + ((FULL - FAINT) * step) / (STEPS - 1)) * factor;
      this.#fills.up[step] = fade(palette.up, opacity);
      this.#fills.down[step] = fade(palette.down, opacity);
    }
  }

  #paintBar(flow: FlowColumns, candle: number, mode: Mode, largest: number): void {
    const { time, ratio, panes, plotRightPx, palette } = this.#view;
    const { under } = this.#list;
    const rows = this.#rows;
    const { topPx, bottomPx } = panes[0]!;
    const wide = this.#isWide;
    const gap = wide ? devicePx(2, ratio) : time.barPx >= 4 * ratio ? 1 : 0;
    const start = time.xOf(candle - 0.5 - time.origin);
    const end = time.xOf(candle + 0.5 - time.origin);
    const candlePx = wide ? devicePx(CANDLE_BODY_CSS_PX + 2, ratio) : 0;
    const left = Math.max(0, start + candlePx);
    const right = Math.min(plotRightPx, end - gap);
    if (wide)
      this.#paintCandle(
        candle,
        (CANDLE_BODY_CSS_PX / 2 + 1) * (ratio / time.barPx),
        devicePx(CANDLE_BODY_CSS_PX, ratio),
      );
    if (right <= left) return;
    let other = this.#edgeOf(flow, 0);
    for (let row = 0; row < rows.count; row++) {
      const one = other;
      other = this.#edgeOf(flow, row + 1);
      const sold = rows.sold[row]!;
      const bought = rows.bought[row]!;
      if (sold + bought === 0) continue;
      const top = Math.max(topPx, Math.min(one, other));
      const bottom = Math.min(bottomPx, Math.max(one, other) - (mode === 'colors' ? 0 : 1));
      if (bottom <= top) continue;
      const step = Math.min(STEPS - 1, Math.floor(((sold + bought) / largest) * STEPS));
      under.add(left, top, right - left, bottom - top, (bought >= sold ? this.#fills.up : this.#fills.down)[step]!);
      if (!wide) continue;
      this.#paintStack(row, left, right, top, bottom);
      if (mode === 'colors') continue;
      if (row === rows.control) this.#frame(left, top, right, bottom, palette.named('warn'));
      if (start >= 0 && end <= plotRightPx) this.#write(flow, row, mode, left, right, (one + other) / 2);
    }
    if (wide && rows.absorbed !== 0) {
      if (rows.absorbed & IMBALANCE.sold)
        this.#paintAbsorbed(this.#edgeOf(flow, 0), this.#edgeOf(flow, 1), left, right, palette.up);
      if (rows.absorbed & IMBALANCE.bought)
        this.#paintAbsorbed(
          this.#edgeOf(flow, rows.count),
          this.#edgeOf(flow, rows.count - 1),
          left,
          right,
          palette.down,
        );
    }
    if (mode !== 'colors' && start >= 0 && end <= plotRightPx)
      this.#writeDelta(flow, left, right, Math.max(this.#edgeOf(flow, 0), this.#edgeOf(flow, rows.count)));
  }

  /** Whole device px of the lower edge of a row of the bar. */
  #edgeOf(flow: FlowColumns, row: number): number {
    const { group, firstRow } = this.#rows;
    return Math.round(rowEdgePx(this.#view.panes[0]!.scale, flow, group, firstRow + row));
  }

  /** An upright at the side of stacked imbalances: bought ones to the right, sold ones to the left. */
  #paintStack(row: number, left: number, right: number, top: number, bottom: number): void {
    const { palette, ratio } = this.#view;
    const stacked = this.#rows.stacked[row]!;
    if (stacked === 0) return;
    const width = devicePx(STACK_CSS_PX, ratio);
    const { under } = this.#list;
    if (stacked & IMBALANCE.bought) under.add(right - width, top, width, bottom - top, palette.up);
    if (stacked & IMBALANCE.sold) under.add(left, top, width, bottom - top, palette.down);
  }

  /** A thick line beyond the outer edge of the lowest or highest row. */
  #paintAbsorbed(outer: number, inner: number, left: number, right: number, color: Rgba): void {
    const { panes, ratio } = this.#view;
    const { topPx, bottomPx } = panes[0]!;
    const thick = devicePx(ABSORBED_CSS_PX, ratio);
    const top = outer > inner ? outer : outer - thick;
    if (top >= topPx && top + thick <= bottomPx) this.#list.under.add(left, top, right - left, thick, color);
  }

  #frame(left: number, top: number, right: number, bottom: number, color: Rgba): void {
    const hair = devicePx(1, this.#view.ratio);
    const { under } = this.#list;
    under.add(left, top, right - left, hair, color);
    under.add(left, bottom - hair, right - left, hair, color);
  }

  /** Sold on the left and bought on the right, or bought less sold; imbalances in their colour. */
  #write(flow: FlowColumns, row: number, mode: Mode, left: number, right: number, middle: number): void {
    const { palette, ratio, measure, fontPx, panes } = this.#view;
    const rows = this.#rows;
    const imbalance = rows.imbalances[row]!;
    const soldColor = imbalance & IMBALANCE.sold ? palette.downText : palette.text;
    const boughtColor = imbalance & IMBALANCE.bought ? palette.upText : palette.text;
    const { topPx, bottomPx } = panes[0]!;
    // A row that the pane cuts may have its middle beyond it.
    if (middle - fontPx / 2 < topPx || middle + fontPx / 2 > bottomPx) return;
    const baseline = baselineAt(middle, fontPx);
    const pad = PAD_CSS_PX * ratio;
    const { underTexts } = this.#list;
    if (mode === 'delta') {
      const delta = rows.bought[row]! - rows.sold[row]!;
      const text = this.#text(flow, delta);
      const color = imbalance === 0 ? palette.text : delta >= 0 ? palette.upText : palette.downText;
      underTexts.add(text, right - pad - measure.width(text), baseline, color);
      return;
    }
    const center = (left + right) / 2;
    const sold = this.#text(flow, rows.sold[row]!);
    underTexts.add(sold, center - pad - measure.width(sold), baseline, soldColor);
    underTexts.add('×', center - measure.width('×') / 2, baseline, palette.text3);
    underTexts.add(this.#text(flow, rows.bought[row]!), center + pad, baseline, boughtColor);
  }

  /** Bought less sold of the whole bar, below its lower edge. */
  #writeDelta(flow: FlowColumns, left: number, right: number, edge: number): void {
    const { palette, measure, panes, fontPx, ratio } = this.#view;
    const rows = this.#rows;
    const { topPx, bottomPx } = panes[0]!;
    const middle = edge + (NUMBER_ROW_CSS_PX / 2 + ABSORBED_CSS_PX) * ratio;
    if (middle < topPx || middle > bottomPx - fontPx / 2) return;
    const delta = rows.totalBought - rows.totalSold;
    const text = `Δ ${delta > 0 ? '+' : ''}${this.#text(flow, delta)}`;
    const color = delta >= 0 ? palette.upText : palette.downText;
    this.#list.underTexts.add(text, (left + right - measure.width(text)) / 2, baselineAt(middle, fontPx), color);
  }

  #text(flow: FlowColumns, lots: number): string {
    const texts = this.#texts;
    if (flow !== this.#textsOf || texts.size >= TEXT_LIMIT) texts.clear();
    this.#textsOf = flow;
    let text = texts.get(lots);
    if (text === undefined) {
      text = lots === 0 ? '0' : formatQuantity(lots * flow.lotCoins);
      texts.set(lots, text);
    }
    return text;
  }

  /** A candle whose middle is at a share of the bar's width. */
  #paintCandle(row: number, share: number, bodyPx: number): void {
    const { time, data, panes, palette, ratio, plotRightPx } = this.#view;
    const { under } = this.#list;
    const { open, high, low, close } = data.columns;
    const { scale, topPx, bottomPx } = panes[0]!;
    const middle = time.xOf(row - 0.5 + share - time.origin);
    const wick = Math.min(bodyPx, devicePx(1, ratio));
    const left = Math.round(middle - bodyPx / 2);
    if (left < 0 || left + bodyPx > plotRightPx) return;
    const color = close[row]! >= open[row]! ? palette.up : palette.down;
    const add = (x: number, from: number, to: number, width: number): void => {
      const top = Math.max(topPx, Math.round(Math.min(scale.yOf(from), scale.yOf(to))));
      const bottom = Math.min(bottomPx, Math.round(Math.max(scale.yOf(from), scale.yOf(to))));
      under.add(x, top, width, Math.max(1, bottom - top), color);
    };
    add(left + ((bodyPx - wick) >> 1), high[row]!, low[row]!, wick);
    add(left, open[row]!, close[row]!, bodyPx);
  }
}
