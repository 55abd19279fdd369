// The legend: values of each pane's lines at the crosshair, or at the newest candle.
import type { DrawList, Rgba } from '../render/draw-list.ts';
import type { LineSeries } from '../indicators/line-series.ts';
import { formatPercent } from '../scene/text/number-format.ts';
import { LEGEND_CSS_PX } from '../scene/panes.ts';
import { baselineAt, type View } from '../scene/view.ts';

const LEFT_CSS_PX = 8;
const GAP_CSS_PX = 12;
const CANDLE_GAP_CSS_PX = 7;

/** Rows the lines of the candles may take; a pane of its own has room for one. */
const MAIN_ROWS = 3;

/** Writes parts from left to right and on to the next row; what does not fit into the last row is left out. */
class Rows {
  /** Rows that may still follow this one. */
  private left: number;
  private x: number;
  private readonly view: View;
  private readonly list: DrawList;
  private topPx: number;

  constructor(view: View, list: DrawList, topPx: number, rows: number) {
    this.view = view;
    this.list = list;
    this.x = LEFT_CSS_PX * view.ratio;
    this.topPx = topPx;
    this.left = rows - 1;
  }

  add(text: string, color: Rgba, gapCssPx = GAP_CSS_PX): void {
    const { view } = this;
    const width = view.measure.width(text);
    if (this.x + width > view.plotRightPx && this.left > 0) {
      this.left -= 1;
      this.x = LEFT_CSS_PX * view.ratio;
      this.topPx = this.belowPx;
    }
    const baseline = baselineAt(this.topPx + (LEGEND_CSS_PX * view.ratio) / 2, view.fontPx);
    if (this.x + width <= view.plotRightPx) this.list.tags.add(text, this.x, baseline, color);
    this.x += width + gapCssPx * view.ratio;
  }

  /** Where the next row begins, in device px. */
  get belowPx(): number {
    return this.topPx + LEGEND_CSS_PX * this.view.ratio;
  }
}

function lineColor(view: View, line: LineSeries): Rgba {
  return line.line.type === 'bar' ? view.palette.text2 : view.palette.named(line.line.color);
}

/** Open, high, low, close and change of the candle under the crosshair, below the lines of the main pane. */
function drawCandle(view: View, list: DrawList, row: number, topPx: number): void {
  const { columns } = view.data;
  const { palette, prices } = view;
  const open = columns.open[row]!;
  const close = columns.close[row]!;
  const color = close >= open ? palette.up : palette.down;
  const line = new Rows(view, list, topPx, 1);
  line.add(`O ${prices.format(open)}`, palette.text2, CANDLE_GAP_CSS_PX);
  line.add(`H ${prices.format(columns.high[row]!)}`, palette.text2, CANDLE_GAP_CSS_PX);
  line.add(`L ${prices.format(columns.low[row]!)}`, palette.text2, CANDLE_GAP_CSS_PX);
  line.add(`C ${prices.format(close)}`, color, CANDLE_GAP_CSS_PX);
  const percent = open === 0 ? 0 : ((close - open) / open) * 100;
  line.add(formatPercent(percent), color);
}

export function drawLegend(view: View, list: DrawList): void {
  const { data, panes, crosshair } = view;
  const row = crosshair ? crosshair.row : data.columns.length - 1;
  if (row < 0) return;
  for (const pane of panes) {
    const out = new Rows(view, list, pane.topPx, pane.kind === 'main' ? MAIN_ROWS : 1);
    for (const line of data.lines) {
      const here = pane.kind === 'main' ? line.pane === 'main' : line.indicator === pane.indicator;
      if (!here) continue;
      out.add(line.words(line.line.values[row] ?? NaN, view.prices), lineColor(view, line));
    }
    if (crosshair && pane.kind === 'main') drawCandle(view, list, row, out.belowPx);
  }
}
