// The legend: at the head of each pane what its lines say at the crosshair, or at the newest candle.
import type { DrawList, Rgba } from '../draw-list.ts';
import type { LineSeries } from '../scene/chart-data.ts';
import { formatQuantity } from '../scene/number-format.ts';
import { LEGEND_CSS_PX } from '../scene/panes.ts';
import { baselineAt, type View } from '../scene/view.ts';

const LEFT_CSS_PX = 8;
const GAP_CSS_PX = 12;
const CANDLE_GAP_CSS_PX = 7;

/** Writes parts from left to right until the plot ends; a part that does not fit is left out with all after it. */
class Row {
  private x: number;
  private readonly view: View;
  private readonly list: DrawList;
  private readonly baseline: number;

  constructor(view: View, list: DrawList, topPx: number) {
    this.view = view;
    this.list = list;
    this.x = LEFT_CSS_PX * view.ratio;
    this.baseline = baselineAt(topPx + (LEGEND_CSS_PX * view.ratio) / 2, view.fontPx);
  }

  add(text: string, color: Rgba, gapCssPx = GAP_CSS_PX): void {
    const width = this.view.measure.width(text);
    if (this.x + width <= this.view.plotRightPx) this.list.tags.add(text, this.x, this.baseline, color);
    this.x += width + gapCssPx * this.view.ratio;
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
  const line = new Row(view, list, topPx);
  line.add(`O ${prices.format(open)}`, palette.text2, CANDLE_GAP_CSS_PX);
  line.add(`H ${prices.format(columns.high[row]!)}`, palette.text2, CANDLE_GAP_CSS_PX);
  line.add(`L ${prices.format(columns.low[row]!)}`, palette.text2, CANDLE_GAP_CSS_PX);
  line.add(`C ${prices.format(close)}`, color, CANDLE_GAP_CSS_PX);
  const percent = open === 0 ? 0 : ((close - open) / open) * 100;
  line.add(`${percent >= 0 ? '+' : ''}${percent.toFixed(2)}%`, color);
}

export function drawLegend(view: View, list: DrawList): void {
  const { data, panes, crosshair } = view;
  const row = crosshair ? crosshair.row : data.columns.length - 1;
  if (row < 0) return;
  for (const pane of panes) {
    const out = new Row(view, list, pane.topPx);
    for (const line of data.lines) {
      const here = pane.kind === 'main' ? line.pane === 'main' : line.indicator === pane.indicator;
      if (!here) continue;
      const value = line.line.values[row] ?? NaN;
      const text = pane.kind === 'main' ? view.prices.format(value) : formatQuantity(value);
      out.add(`${line.line.title} ${text}`, lineColor(view, line));
    }
  }
  if (crosshair) drawCandle(view, list, row, panes[0]!.topPx + LEGEND_CSS_PX * view.ratio);
}
