// The legend: names and parameters of each pane's indicators, their values at the crosshair or at the newest candle.
import type { LegendItem } from '../api.ts';
import type { DrawList, Rgba } from '../render/draw-list.ts';
import type { LineSeries } from '../indicators/line-series.ts';
import { formatPercent } from '../scene/text/number-format.ts';
import { LEGEND_CSS_PX, type Pane } from '../scene/panes.ts';
import { baselineAt, type View } from '../scene/view.ts';

const LEFT_CSS_PX = 8;
const GAP_CSS_PX = 10;
/** Between the parts of one indicator. */
const PART_GAP_CSS_PX = 7;
/** The ground of a row reaches this far around its text. */
const GROUND_CSS_PX = 4;
/** Rows the indicators on the candles may take; a pane of its own has room for one. */
const MAIN_ROWS = 3;

/** Writes parts from left to right and on to the next row; what does not fit into the last row is left out. */
class Rows {
  /** Rows so far, with the right end of each in device px. */
  readonly ends: number[] = [];
  #x = 0;
  readonly #view: View;
  readonly #list: DrawList | null;
  #topPx = 0;
  #most = 0;

  /** Without a list the rows are only measured. */
  constructor(view: View, list: DrawList | null) {
    this.#view = view;
    this.#list = list;
  }

  /** Begins again, with at most so many rows. */
  begin(topPx: number, most: number): void {
    this.ends.length = 0;
    this.#x = LEFT_CSS_PX * this.#view.ratio;
    this.#topPx = topPx;
    this.#most = most;
  }

  /** Returns the left end of the part; NaN when it is left out. */
  add(text: string, color: Rgba, gapCssPx = PART_GAP_CSS_PX): number {
    const { ends } = this;
    const view = this.#view;
    const width = view.measure.width(text);
    if (ends.length === 0) ends.push(0);
    if (this.#x + width > view.plotRightPx && ends.length < this.#most && ends.at(-1)! > 0) {
      ends.push(0);
      this.#x = LEFT_CSS_PX * view.ratio;
    }
    const left = this.#x;
    this.#x += width + gapCssPx * view.ratio;
    if (left + width > view.plotRightPx) return NaN;
    this.#list?.tags.add(text, left, baselineAt(this.rowPx + (LEGEND_CSS_PX * view.ratio) / 2, view.fontPx), color);
    ends[ends.length - 1] = left + width;
    return left;
  }

  /** Top of the current row, in device px. */
  get rowPx(): number {
    return this.#topPx + Math.max(0, this.ends.length - 1) * LEGEND_CSS_PX * this.#view.ratio;
  }

  /** Where the next row begins, in device px. */
  get belowPx(): number {
    return this.#topPx + this.ends.length * LEGEND_CSS_PX * this.#view.ratio;
  }
}

function lineColor(view: View, line: LineSeries): Rgba {
  return line.line.type === 'bar' ? view.palette.text2 : view.palette.named(line.line.color);
}

export class Legend {
  /** Grounds of the rows, so that text stays readable over candles: x, y, width, height in device px. */
  readonly #grounds: number[] = [];
  #items: LegendItem[] = [];

  /** Rows that the indicators on the candles need with their newest values. */
  static rowsOf(view: View): number {
    const rows = new Rows(view, null);
    rows.begin(0, MAIN_ROWS);
    writeIndicators({ view, rows, row: view.data.columns.length - 1, items: [] }, view.panes[0]!);
    return rows.ends.length;
  }

  /** Writes all texts, and what the view knows of the legend. */
  write(view: View, list: DrawList): void {
    const { data, panes, crosshair, legend } = view;
    const row = crosshair ? crosshair.row : data.columns.length - 1;
    const items: LegendItem[] = [];
    this.#grounds.length = 0;
    legend.bottomPx = panes[0]!.topPx;
    legend.rightPx = 0;
    const rows = new Rows(view, list);
    if (row >= 0)
      for (const pane of panes) {
        rows.begin(pane.topPx, pane.kind === 'main' ? MAIN_ROWS : 1);
        writeIndicators({ view, rows, row, items }, pane);
        this.#addGrounds(view, rows, pane.topPx);
        if (pane.kind !== 'main') continue;
        legend.bottomPx = rows.belowPx;
        legend.rightPx = Math.max(0, ...rows.ends);
        if (!crosshair) continue;
        const topPx = rows.belowPx;
        rows.begin(topPx, 1);
        writeCandle(view, rows, row);
        this.#addGrounds(view, rows, topPx);
        legend.bottomPx = rows.belowPx;
        legend.rightPx = Math.max(legend.rightPx, ...rows.ends);
      }
    if (sameItems(items, this.#items)) return;
    this.#items = items;
    legend.items = items;
    legend.revision += 1;
  }

  /** Paints the grounds, below everything that is painted later. */
  paintGrounds(view: View, list: DrawList): void {
    const grounds = this.#grounds;
    for (let at = 0; at < grounds.length; at += 4)
      list.over.add(grounds[at]!, grounds[at + 1]!, grounds[at + 2]!, grounds[at + 3]!, view.palette.ground);
  }

  #addGrounds(view: View, rows: Rows, topPx: number): void {
    const height = Math.round(LEGEND_CSS_PX * view.ratio);
    const pad = Math.round(GROUND_CSS_PX * view.ratio);
    for (let at = 0; at < rows.ends.length; at += 1) {
      const end = rows.ends[at]!;
      if (end > 0) this.#grounds.push(pad, Math.round(topPx + at * height) + 1, Math.round(end), height - 1);
    }
  }
}

/** What is written, and with the values of which row of the columns. */
interface Writing {
  view: View;
  rows: Rows;
  row: number;
  items: LegendItem[];
}

/** The indicators of one pane. */
function writeIndicators(writing: Writing, pane: Pane): void {
  const { indicators } = writing.view.data;
  if (pane.kind !== 'main') return writeIndicator(writing, pane.indicator);
  for (let at = 0; at < indicators.length; at += 1) if (indicators[at]!.pane === 'main') writeIndicator(writing, at);
}

/** Name and parameters, then the values. */
function writeIndicator({ view, rows, row, items }: Writing, at: number): void {
  const { data, palette } = view;
  const indicator = data.indicators[at];
  if (!indicator) return;
  const { name, hidden = false } = indicator;
  const label = indicator.label ?? '';
  const lines = data.linesOf[at]!;
  const named = label !== '' || hidden || lines.length === 0;
  let first = named ? label || name : '';
  let left = named ? rows.add(first, hidden ? palette.text3 : palette.text2) : NaN;
  let topPx = rows.rowPx;
  const reading = hidden ? '' : (view.readings.get(name) ?? '');
  if (reading !== '') rows.add(reading, palette.text2);
  for (let place = 0; place < lines.length; place += 1) {
    const line = lines[place]!;
    const gap = place === lines.length - 1 ? GAP_CSS_PX : PART_GAP_CSS_PX;
    const text = line.legendText(line.line.values[row] ?? NaN, view.prices);
    const textLeft = rows.add(text, lineColor(view, line), gap);
    if (first !== '') continue;
    first = text;
    left = textLeft;
    topPx = rows.rowPx;
  }
  if (Number.isNaN(left)) return;
  const cssPx = (px: number): number => Math.round(px / view.ratio);
  items.push({
    name,
    hidden,
    leftPx: cssPx(left),
    topPx: cssPx(topPx),
    widthPx: cssPx(view.measure.width(first)),
    heightPx: LEGEND_CSS_PX,
  });
}

function sameItems(one: readonly LegendItem[], other: readonly LegendItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, at) => {
      const { name, hidden, leftPx, topPx, widthPx } = other[at]!;
      return (
        item.name === name &&
        item.hidden === hidden &&
        item.leftPx === leftPx &&
        item.topPx === topPx &&
        item.widthPx === widthPx
      );
    })
  );
}

/** Open, high, low, close and change of the candle under the crosshair, below the indicators of the main pane. */
function writeCandle(view: View, rows: Rows, row: number): void {
  const { columns } = view.data;
  const { palette, prices } = view;
  const open = columns.open[row]!;
  const close = columns.close[row]!;
  const color = close >= open ? palette.upText : palette.downText;
  rows.add(`O ${prices.format(open)}`, palette.text);
  rows.add(`H ${prices.format(columns.high[row]!)}`, palette.text);
  rows.add(`L ${prices.format(columns.low[row]!)}`, palette.text);
  rows.add(`C ${prices.format(close)}`, color);
  const percent = open === 0 ? 0 : ((close - open) / open) * 100;
  rows.add(formatPercent(percent), color);
}
