// Volume profile of the candles in sight: bars from the right edge, point of control, value area.
import type { DrawList } from '../render/draw-list.ts';
import { type Covered, baselineAt, devicePx, isCovered, type View } from '../scene/view.ts';
import { contrastColor } from '../layers/contrast-color.ts';
import { lastPriceTag } from '../layers/last-price.ts';
import { priceText } from '../indicators/value-format.ts';
import type { FlowColumns } from './flow-columns.ts';
import { levelGroup } from './level-group.ts';
import { fade } from '../scene/palette.ts';
import { RangeProfile } from './range-profile.ts';

/** Least height of a row, and the most of the plot's width that a row takes. */
const ROW_CSS_PX = 3;
const WIDTH_SHARE = 0.3;
/** Opacity of rows inside and outside the value area. */
const INSIDE = 0.42;
const OUTSIDE = 0.2;
const DASH_CSS_PX = 3;
const TAG_HEIGHT_CSS_PX = 16;
const TAG_RADIUS_CSS_PX = 3;
const PER_CENT = 100;

export class ProfilePainter {
  readonly covered: Covered[] = [];
  readonly profile = new RangeProfile();
  readonly #view: View;
  readonly #list: DrawList;

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  /** Sums bars [from, to) of the flow; returns whether the profile changed. */
  compose(flow: FlowColumns, from: number, to: number, [area = 70]: readonly number[]): boolean {
    const { panes, ratio } = this.#view;
    const group = levelGroup(panes[0]!.scale, flow.levelPrice, ROW_CSS_PX * ratio);
    return this.profile.update(flow, from, to, group, area / PER_CENT);
  }

  /** Middle of a row of the profile, in quote units. */
  priceOf(flow: FlowColumns, row: number): number {
    const { firstRow, group } = this.profile;
    return (firstRow + row + 0.5) * group * flow.levelPrice;
  }

  /** "POC 67,012.40", the edges of the value area behind it. */
  reading(flow: FlowColumns): string {
    const { control, areaLow, areaHigh } = this.profile;
    if (control < 0) return '';
    const text = (row: number): string => priceText(this.#view, this.priceOf(flow, row));
    return `POC ${text(control)}  VA ${text(areaLow)}–${text(areaHigh)}`;
  }

  /** Below the candles. */
  paint(flow: FlowColumns): void {
    const { palette, plotRightPx, panes, ratio } = this.#view;
    const { under } = this.#list;
    const { count, sold, bought, largest, areaLow, areaHigh, group, firstRow } = this.profile;
    const { scale, topPx, bottomPx } = panes[0]!;
    const most = plotRightPx * WIDTH_SHARE;
    const colors = [INSIDE, OUTSIDE].map((opacity) => [fade(palette.up, opacity), fade(palette.down, opacity)]);
    const height = group * flow.levelPrice;
    const gap =
      Math.abs(scale.yOf(height * firstRow) - scale.yOf(height * (firstRow + 1))) >= 4 * ratio ? devicePx(1, ratio) : 0;
    for (let row = 0; row < count; row++) {
      const lots = sold[row]! + bought[row]!;
      if (lots === 0) continue;
      const one = Math.round(scale.yOf((firstRow + row) * height));
      const other = Math.round(scale.yOf((firstRow + row + 1) * height));
      const top = Math.max(topPx, Math.min(one, other));
      const bottom = Math.min(bottomPx, Math.max(one, other) - gap);
      if (bottom <= top) continue;
      const [up, down] = colors[row >= areaLow && row <= areaHigh ? 0 : 1]!;
      const width = Math.max(1, Math.round((lots / largest) * most));
      const buys = Math.round((bought[row]! / lots) * width);
      if (buys > 0) under.add(plotRightPx - buys, top, buys, bottom - top, up!);
      if (width > buys) under.add(plotRightPx - width, top, width - buys, bottom - top, down!);
    }
  }

  /** Over the candles: the point of control with its price, and the edges of the value area. */
  paintLines(flow: FlowColumns): void {
    const { palette, plotRightPx, panes, ratio } = this.#view;
    const { control, areaLow, areaHigh } = this.profile;
    this.covered.length = 0;
    if (control < 0) return;
    const { scale, topPx, bottomPx } = panes[0]!;
    const warn = palette.named('warn');
    for (const [row, color] of [
      [areaHigh, palette.text3],
      [areaLow, palette.text3],
      [control, warn],
    ] as const) {
      const y = Math.round(scale.yOf(this.priceOf(flow, row)));
      if (y < topPx || y >= bottomPx) continue;
      this.#list.over.dashed(0, y, plotRightPx, devicePx(1, ratio), devicePx(DASH_CSS_PX, ratio), color);
      if (row === control) this.#paintTag(this.priceOf(flow, row), y, warn);
    }
  }

  #paintTag(price: number, y: number, color: number): void {
    const view = this.#view;
    const { over, tags } = this.#list;
    const half = devicePx(TAG_HEIGHT_CSS_PX, view.ratio) >> 1;
    const covers = { fromPx: y - half, toPx: y + half };
    const last = lastPriceTag(view);
    if (last && isCovered([last.covers], covers.fromPx, covers.toPx)) return;
    const left = view.plotRightPx + devicePx(2, view.ratio);
    const width = view.widthPx - left - devicePx(3, view.ratio);
    over.add(left, covers.fromPx, width, 2 * half, color, TAG_RADIUS_CSS_PX * view.ratio);
    const text = priceText(view, price);
    tags.add(text, view.plotRightPx + 8 * view.ratio, baselineAt(y, view.fontPx), contrastColor(color));
    this.covered.push(covers);
  }
}
