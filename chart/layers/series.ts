// Candles, lines and bars: the series of the draw list, made when indicators change and placed every frame.
import type { DrawList, SeriesDraw } from '../render/draw-list.ts';
import type { SeriesRows } from '../scene/columns/data-window.ts';
import type { LineSeries } from '../indicators/line-series.ts';
import type { Pane } from '../scene/panes.ts';
import { devicePx, type View } from '../scene/view.ts';

/** Share of a bar's width that its body takes. */
const BODY_SHARE = 0.8;
/** Share that stays free where parity asks for a wider body. */
const GAP_SHARE = 0.15;
const LINE_CSS_PX = 1;
const DOT_CSS_PX = 3;
/** Thickness of the line of closes. */
const CLOSE_CSS_PX = 1.5;

/** Pairs a series with its pane. */
export interface PlacedSeries {
  draw: SeriesDraw;
  pane: Pane;
}

function place(kind: SeriesDraw['kind'], rows: SeriesRows, colorUp: number, colorDown: number): SeriesDraw {
  const up = { baseY: 0, pxPerValue: 1, clipTop: 0, clipBottom: 0 };
  return { kind, rows, up, colorUp, colorDown, from: 0, to: 0, thicknessPx: 1, pointsPerRow: 1, zero: 0 };
}

/** How candles are drawn; Heikin-Ashi differs in its columns alone. */
function candleSeries(view: View): SeriesDraw[] {
  const {
    palette,
    data,
    style: { candles },
  } = view;
  if (candles === 'line' || candles === 'area') {
    const line = place('line', data.closes.rows, palette.accent, palette.accent);
    line.thicknessPx = CLOSE_CSS_PX * view.ratio;
    return candles === 'line' ? [line] : [place('area', data.closes.rows, palette.areaFill, palette.areaFill), line];
  }
  return [
    place(candles === 'hollow' || candles === 'ohlc' ? candles : 'candles', data.candles, palette.up, palette.down),
  ];
}

function lineSeries(view: View, { line, paint, rows }: LineSeries): SeriesDraw {
  const { palette } = view;
  if (line.type === 'bar')
    return paint === 'candle'
      ? place('bars', rows, palette.barUp, palette.barDown)
      : place('bars', rows, palette.up, palette.down);
  const color = palette.named(line.color);
  const sided = paint === 'side';
  const draw = place(
    line.type === 'circle' ? 'dots' : 'line',
    rows,
    sided ? palette.up : color,
    sided ? palette.down : color,
  );
  draw.thicknessPx = line.type === 'circle' ? devicePx(DOT_CSS_PX, view.ratio) : Math.max(1, LINE_CSS_PX * view.ratio);
  return draw;
}

/** Rebuilds the series, candles first; called when indicators, panes, colours or styles changed. */
export function makeSeries(view: View): PlacedSeries[] {
  const { data, panes } = view;
  const main = panes[0]!;
  const made: PlacedSeries[] = candleSeries(view).map((draw) => ({ draw, pane: main }));
  for (const line of data.lines) {
    const pane = line.pane === 'main' ? main : panes.find((each) => each.indicator === line.indicator);
    if (pane) made.push({ draw: lineSeries(view, line), pane });
  }
  return made;
}

/** Width of wick and body for a zoom: equal parity, so that the wick is centred; a gap of 1 px where it fits. */
export function candleWidths(barPx: number, ratio: number): { bodyPx: number; wickPx: number } {
  let bodyPx = Math.max(1, Math.floor(barPx * BODY_SHARE));
  const wickPx = Math.min(bodyPx, devicePx(1, ratio));
  if ((bodyPx - wickPx) % 2 !== 0) bodyPx += bodyPx + 1 <= barPx - Math.max(1, barPx * GAP_SHARE) ? 1 : -1;
  return { bodyPx, wickPx };
}

/** Places the window across and every series in its pane. */
export function placeSeries(view: View, series: readonly PlacedSeries[], list: DrawList): void {
  const { time, data } = view;
  const { window } = data;
  const rowsPerColumn = 2 ** window.level;
  const stepPx = time.barPx * rowsPerColumn;
  const start = window.first * stepPx + ((rowsPerColumn - 1) / 2) * time.barPx;
  const { across } = list;
  across.originPx = Math.floor(start) - time.scrollPx;
  across.fractionPx = start - Math.floor(start);
  across.stepPx = stepPx;
  const { bodyPx, wickPx } = candleWidths(stepPx, view.ratio);
  across.bodyPx = bodyPx;
  across.wickPx = wickPx;
  const from = Math.max(0, Math.floor((-across.originPx - stepPx) / stepPx));
  const to = Math.min(window.count, Math.ceil((view.plotRightPx - across.originPx + stepPx) / stepPx) + 1);
  for (const { draw, pane } of series) {
    const { scale } = pane;
    draw.from = from;
    draw.to = Math.max(from, to);
    draw.pointsPerRow = draw.kind === 'line' || draw.kind === 'area' || draw.kind === 'dots' ? data.pointsPerRow : 1;
    // There is no zero on a log scale: bars rise from its bottom.
    draw.zero = (scale.log ? scale.low : 0) - draw.rows.base;
    draw.up.baseY = scale.yAt(draw.rows.base);
    draw.up.pxPerValue = scale.pxPerPlace;
    draw.up.clipTop = pane.topPx;
    draw.up.clipBottom = pane.bottomPx;
  }
}
