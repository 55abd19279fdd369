// Volume profiles of the ranges that the user drew: each is summed for as long as its drawing is painted.
import type { DrawList } from '../render/draw-list.ts';
import type { RangeProfilePaint, View } from '../scene/view.ts';
import { type FlowColumns, flowRowFrom } from './flow-columns.ts';
import { ProfilePool } from './profile-pool.ts';
import { paintProfileRows } from './profile-rows.ts';
import { RangeProfile } from './range-profile.ts';

/** The longest row, as a share of the range's width in sight. */
const SHARE = 0.6;

export class RangePainter {
  flow: FlowColumns | null = null;
  /** Null while the indicator is not shown: ranges have no profile then. */
  params: readonly number[] | null = null;
  readonly #view: View;
  readonly #list: DrawList;
  readonly #pool = new ProfilePool<string, RangeProfile>(() => new RangeProfile());
  readonly #levels = new Float64Array(3);

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  /** Frees the profiles of drawings that are not painted any more. */
  beginFrame(): void {
    this.#pool.recycle();
  }

  readonly paint: RangeProfilePaint = (id, from, to, leftPx, rightPx) => {
    const { flow, params } = this;
    if (!flow || !params) return null;
    const [areaPercent = 70, mostRows = 48] = params;
    const { time, data, plotRightPx } = this.#view;
    const { columns } = data;
    const first = Math.max(0, from + time.origin);
    const end = Math.min(columns.length, to + time.origin + 1);
    if (first >= end) return null;
    const profile = this.#pool.get(id);
    const fromRow = flowRowFrom(flow, columns.time[first]!);
    const toRow = end === columns.length ? flow.length : flowRowFrom(flow, columns.time[end]!);
    profile.fit(flow, fromRow, Math.max(fromRow, toRow), mostRows, areaPercent);
    if (profile.control < 0) return null;
    const left = Math.max(0, leftPx);
    const most = (Math.min(rightPx, plotRightPx) - left) * SHARE;
    if (most >= 1) paintProfileRows(this.#view, this.#list, flow, profile, left, most);
    this.#levels[0] = profile.priceOf(flow, profile.control);
    this.#levels[1] = profile.priceOf(flow, profile.areaHigh);
    this.#levels[2] = profile.priceOf(flow, profile.areaLow);
    return this.#levels;
  };
}
