// Candles, lines and bars: the series of the draw list, made when indicators change and placed every frame.
import type { DrawList, SeriesDraw, UpTransform } from '../draw-list.ts';
import type { SeriesRows } from '../scene/data-window.ts';
import type { Pane } from '../scene/panes.ts';
import { devicePx, type View } from '../scene/view.ts';

/** Share of a bar's width that its body takes. */
const BODY_SHARE = 0.8;
/** Share that stays free where parity asks for a wider body. */
const GAP_SHARE = 0.15;
const LINE_CSS_PX = 1.25;
const DOT_CSS_PX = 3;

/** Pairs a series with the pane it stands in. */
export interface PlacedSeries {
  draw: SeriesDraw;
  pane: Pane;
}

function place(kind: SeriesDraw['kind'], rows: SeriesRows, up: UpTransform, colorUp: number, colorDown: number): SeriesDraw {
  return { kind, rows, up, colorUp, colorDown, from: 0, to: 0, thicknessPx: 1, pointsPerRow: 1, zero: 0 };
}

/** Makes the series anew, candles first; called when indicators, panes or colours changed. */
export function makeSeries(view: View): PlacedSeries[] {
  const { palette, data, panes } = view;
  const made: PlacedSeries[] = [];
  const main = panes[0]!;
  const newUp = (): UpTransform => ({ baseY: 0, pxPerValue: 1, clipTop: 0, clipBottom: 0 });
  made.push({ draw: place('candles', data.candles, newUp(), palette.up, palette.down), pane: main });
  for (const line of data.lines) {
    const pane = line.pane === 'main' ? main : panes.find((each) => each.indicator === line.indicator);
    if (!pane) continue;
    const color = palette.named(line.line.color);
    const { type } = line.line;
    const draw = type === 'bar'
      ? place('bars', line.rows, newUp(), palette.barUp, palette.barDown)
      : place(type === 'circle' ? 'dots' : 'line', line.rows, newUp(), color, color);
    draw.thicknessPx = type === 'circle' ? devicePx(DOT_CSS_PX, view.ratio) : Math.max(1, LINE_CSS_PX * view.ratio);
    made.push({ draw, pane });
  }
  return made;
}

/** Width of wick and body for a zoom: equal parity, so that the wick stands in the middle; a gap of 1 px where there is room. */
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
  Object.assign(across, candleWidths(stepPx, view.ratio));
  const from = Math.max(0, Math.floor((-across.originPx - stepPx) / stepPx));
  const to = Math.min(window.count, Math.ceil((view.plotRightPx - across.originPx + stepPx) / stepPx) + 1);
  for (const { draw, pane } of series) {
    const { scale } = pane;
    draw.from = from;
    draw.to = Math.max(from, to);
    draw.pointsPerRow = draw.kind === 'line' || draw.kind === 'dots' ? data.pointsPerRow : 1;
    draw.zero = -draw.rows.base;
    draw.up.baseY = scale.yOf(draw.rows.base);
    draw.up.pxPerValue = scale.pxPerValue;
    draw.up.clipTop = pane.topPx;
    draw.up.clipBottom = pane.bottomPx;
  }
}
