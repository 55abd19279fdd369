// Volume profile of the candles in sight: bars from the right edge, point of control, value area.
import type { DrawList } from '../render/draw-list.ts';
import { type Covered, devicePx, type View } from '../scene/view.ts';
import type { FlowColumns } from './flow-columns.ts';
import { levelGroup } from './level-group.ts';
import { paintPriceTag, paintProfileRows } from './profile-rows.ts';
import { RangeProfile } from './range-profile.ts';

/** Least height of a row, and the most of the plot's width that a row takes. */
const ROW_CSS_PX = 3;
const WIDTH_SHARE = 0.3;
const DASH_CSS_PX = 3;

export class ProfilePainter {
  readonly profile = new RangeProfile();
  readonly #view: View;
  readonly #list: DrawList;

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  /** Sums bars [from, to) of the flow; returns whether the profile changed. */
  compose(flow: FlowColumns, from: number, to: number, [areaPercent = 70]: readonly number[]): boolean {
    const { panes, ratio } = this.#view;
    const group = levelGroup(panes[0]!.scale, flow.levelPrice, ROW_CSS_PX * ratio);
    return this.profile.update(flow, from, to, group, areaPercent);
  }

  /** Below the candles. */
  paint(flow: FlowColumns): void {
    const { plotRightPx } = this.#view;
    paintProfileRows(this.#view, this.#list, flow, this.profile, plotRightPx, -plotRightPx * WIDTH_SHARE);
  }

  /** Over the candles: the point of control with its price, and the edges of the value area. */
  paintLines(flow: FlowColumns, covered: Covered[]): void {
    const { palette, plotRightPx, panes, ratio } = this.#view;
    const { profile } = this;
    const { control, areaLow, areaHigh } = profile;
    if (control < 0) return;
    const { scale, topPx, bottomPx } = panes[0]!;
    const warn = palette.named('warn');
    for (const row of [areaHigh, areaLow, control]) {
      const y = Math.round(scale.yOf(profile.priceOf(flow, row)));
      const color = row === control ? warn : palette.text3;
      if (y < topPx || y >= bottomPx) continue;
      this.#list.over.dashed(0, y, plotRightPx, devicePx(1, ratio), devicePx(DASH_CSS_PX, ratio), color);
    }
    paintPriceTag(this.#view, this.#list, covered, profile.priceOf(flow, control), warn);
  }
}
