// Paints fill markers (triangles below and above candles) and the tooltip of a tapped one.
import type { TradeMark } from '../api.ts';
import type { DrawList, Rgba } from '../render/draw-list.ts';
import type { CanvasPoint } from '../input/drag-target.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import { type FillGroup, FillMarkers } from './fill-markers.ts';

const SIZE_CSS_PX = 8;
/** Between candle and triangle. */
const GAP_CSS_PX = 4;
const TAP_CSS_PX = 14;
const ROW_CSS_PX = 16;
const PAD_CSS_PX = 6;
/** Fills that a tooltip lists; of the others it shows the count. */
const MAX_NAMED = 4;

/** Position of a triangle: its tip at the candle, its base away from it; `away` is 1 downwards. */
interface Place {
  xPx: number;
  tipPx: number;
  away: 1 | -1;
}

/** The tapped triangle: the time of its first fill, which stays the same when candles or fills are added. */
interface Picked {
  timeMs: number;
  side: 'buy' | 'sell';
}

export class FillMarkerPainter {
  readonly markers = new FillMarkers();
  readonly #view: View;
  readonly #list: DrawList;
  #picked: Picked | null = null;

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  draw(): void {
    let picked: FillGroup | null = null;
    this.markers.inSight(this.#view, (group) => {
      this.#drawTriangle(group);
      if (this.#isPicked(group)) picked = { ...group };
    });
    if (picked) this.#drawTooltip(picked);
  }

  /** Opens or closes the tooltip of a triangle; false when there is none at the point and none was open. */
  tap(point: CanvasPoint): boolean {
    const reach = TAP_CSS_PX * this.#view.ratio;
    let nearest: Picked | null = null;
    let nearestPx = reach;
    this.markers.inSight(this.#view, (group) => {
      const { xPx, tipPx, away } = this.#placeOf(group);
      const distance = Math.hypot(point.xPx - xPx, point.yPx - (tipPx + (away * this.#sizePx) / 2));
      if (distance > nearestPx) return;
      nearestPx = distance;
      nearest = { timeMs: this.#firstOf(group).time, side: group.side };
    });
    const before = this.#picked as Picked | null;
    const found = nearest as Picked | null;
    const same = found !== null && before !== null && found.timeMs === before.timeMs && found.side === before.side;
    this.#picked = same ? null : found;
    return found !== null || before !== null;
  }

  get #sizePx(): number {
    return devicePx(SIZE_CSS_PX, this.#view.ratio);
  }

  #firstOf(group: FillGroup): TradeMark {
    const { marks } = this.markers;
    let at = group.from;
    while (marks[at]!.side !== group.side) at += 1;
    return marks[at]!;
  }

  #isPicked(group: FillGroup): boolean {
    const picked = this.#picked;
    return picked !== null && picked.side === group.side && this.#firstOf(group).time === picked.timeMs;
  }

  /** Below the low for a buy, above the high for a sell, whichever way the axis runs. */
  #placeOf(group: FillGroup): Place {
    const view = this.#view;
    const { low, high } = view.data.columns;
    const { scale } = view.panes[0]!;
    const { firstRow, lastRow } = group;
    const one = scale.yOf(Math.min(low[firstRow]!, low[lastRow]!));
    const other = scale.yOf(Math.max(high[firstRow]!, high[lastRow]!));
    const away = group.side === 'buy' ? 1 : -1;
    const edge = away === 1 ? Math.max(one, other) : Math.min(one, other);
    const { time } = view;
    const xPx = (time.xOf(firstRow - time.origin) + time.xOf(lastRow - time.origin)) / 2;
    return { xPx: Math.round(xPx), tipPx: Math.round(edge + away * devicePx(GAP_CSS_PX, view.ratio)), away };
  }

  #drawTriangle(group: FillGroup): void {
    const view = this.#view;
    const list = this.#list;
    const sizePx = this.#sizePx;
    const { xPx, tipPx, away } = this.#placeOf(group);
    const half = sizePx / 2;
    const rim = devicePx(1, view.ratio);
    const base = tipPx + away * sizePx;
    list.shapes.quad(
      xPx,
      tipPx - away * 2 * rim,
      xPx + half + 2 * rim,
      base + away * rim,
      xPx - half - 2 * rim,
      base + away * rim,
      xPx,
      tipPx - away * 2 * rim,
      view.palette.bg,
    );
    list.shapes.quad(xPx, tipPx, xPx + half, base, xPx - half, base, xPx, tipPx, this.#colorOf(group.side));
    if (group.count < 2) return;
    const text = String(group.count);
    const middle = base + away * 0.6 * view.fontPx;
    const pane = view.panes[0]!;
    if (middle < pane.topPx + view.fontPx || middle > pane.bottomPx - view.fontPx) return;
    list.labels.add(text, xPx - view.measure.width(text) / 2, baselineAt(middle, view.fontPx), view.palette.text2);
  }

  #colorOf(side: 'buy' | 'sell'): Rgba {
    const { palette } = this.#view;
    return side === 'buy' ? palette.upText : palette.downText;
  }

  /** The tooltip: a box beside the triangle with a row for each fill. */
  #drawTooltip(group: FillGroup): void {
    const view = this.#view;
    const list = this.#list;
    const { palette, ratio } = view;
    const rows: string[] = [];
    for (let at = group.from; rows.length < Math.min(MAX_NAMED, group.count); at += 1) {
      const mark = this.markers.marks[at]!;
      if (mark.side === group.side) rows.push(mark.label);
    }
    if (group.count > MAX_NAMED) rows.push(`+${group.count - MAX_NAMED}`);
    const pad = devicePx(PAD_CSS_PX, ratio);
    const row = devicePx(ROW_CSS_PX, ratio);
    const width = Math.round(Math.max(...rows.map((text) => view.measure.width(text)))) + 2 * pad;
    const height = rows.length * row + pad;
    const { xPx, tipPx, away } = this.#placeOf(group);
    const pane = view.panes[0]!;
    const far = tipPx + away * (this.#sizePx + pad);
    const left = Math.max(pad, Math.min(view.plotRightPx - width - pad, xPx - (width >> 1)));
    const top = Math.max(pane.topPx, Math.min(pane.bottomPx - height, away === 1 ? far : far - height));
    const rim = devicePx(1, ratio);
    list.over.add(left, top, width, height, this.#colorOf(group.side), 4 * ratio);
    list.over.add(left + rim, top + rim, width - 2 * rim, height - 2 * rim, palette.raised, 3 * ratio);
    rows.forEach((text, at) =>
      list.tags.add(text, left + pad, baselineAt(top + pad / 2 + (at + 0.5) * row, view.fontPx), palette.text),
    );
  }
}
