// Sessions in sight with a profile each: where they are, and the one that the legend names.
import type { DrawList, Rgba } from '../render/draw-list.ts';
import { devicePx, type View } from '../scene/view.ts';
import { type FlowColumns, flowRowFrom } from './flow-columns.ts';
import { type ProfileLevels, profileReading } from './profile-rows.ts';
import { SESSION_MS } from './trading-sessions.ts';

/** Most that a row takes of its session's width in sight, and of the plot's. */
const SESSION_SHARE = 0.7;
const PLOT_SHARE = 0.3;
const DASH_CSS_PX = 3;

/** Left edge of the first candle that does not start before a moment. */
export function edgeOf({ time, data }: View, ms: number): number {
  return time.xOf(flowRowFrom(data.columns, ms) - 0.5 - time.origin);
}

/** From one device px to another. */
interface Across {
  leftPx: number;
  rightPx: number;
}

/** A level within the pane. */
export function paintLevel(
  { panes, ratio, plotRightPx }: View,
  { over }: DrawList,
  { leftPx, rightPx }: Across,
  price: number,
  color: Rgba,
  isDashed: boolean,
): void {
  const { scale, topPx, bottomPx } = panes[0]!;
  const y = Math.round(scale.yOf(price));
  const left = Math.max(0, leftPx);
  const right = Math.min(plotRightPx, rightPx);
  if (y < topPx || y >= bottomPx || right <= left) return;
  if (isDashed) over.dashed(left, y, right - left, devicePx(1, ratio), devicePx(DASH_CSS_PX, ratio), color);
  else over.add(left, y, right - left, devicePx(1, ratio), color);
}

interface Shown<P> extends Across {
  startMs: number;
  profile: P;
}

export class ShownSessions<P extends ProfileLevels & { revision: number }> {
  count = 0;
  readonly #view: View;
  readonly #list: DrawList;
  readonly #sessions: Shown<P>[] = [];
  #readOf: P | null = null;
  #readRevision = -1;
  #reading = '';

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  clear(): void {
    this.count = 0;
  }

  add(startMs: number, profile: P): void {
    const session = (this.#sessions[this.count++] ??= { startMs, leftPx: 0, rightPx: 0, profile });
    session.startMs = startMs;
    session.leftPx = edgeOf(this.#view, startMs);
    session.rightPx = edgeOf(this.#view, startMs + SESSION_MS);
    session.profile = profile;
  }

  profileAt(index: number): P {
    return this.#sessions[index]!.profile;
  }

  /** Left edge in sight. */
  leftOf(index: number): number {
    return Math.max(0, this.#sessions[index]!.leftPx);
  }

  /** Length of the longest row. */
  mostPxOf(index: number): number {
    const { plotRightPx } = this.#view;
    const inSightPx = Math.min(this.#sessions[index]!.rightPx, plotRightPx) - this.leftOf(index);
    return Math.min(inSightPx * SESSION_SHARE, plotRightPx * PLOT_SHARE);
  }

  /** Point of control of each as a line, edges of the value area as dashed ones. */
  paintLevels(flow: FlowColumns, color: Rgba): void {
    for (let index = 0; index < this.count; index++) {
      const session = this.#sessions[index]!;
      const { profile } = session;
      if (profile.control < 0) continue;
      const { text3 } = this.#view.palette;
      paintLevel(this.#view, this.#list, session, profile.priceOf(flow, profile.areaHigh), text3, true);
      paintLevel(this.#view, this.#list, session, profile.priceOf(flow, profile.areaLow), text3, true);
      paintLevel(this.#view, this.#list, session, profile.priceOf(flow, profile.control), color, false);
    }
  }

  /** Text of the session under the crosshair, else of the newest one in sight. */
  read(flow: FlowColumns): string {
    const { crosshair, data } = this.#view;
    const underMs = crosshair ? data.columns.time[crosshair.row]! : NaN;
    let profile: P | null = null;
    for (let index = 0; index < this.count; index++) {
      const session = this.#sessions[index]!;
      if (!(underMs < session.startMs)) ({ profile } = session);
    }
    if (!profile) return '';
    if (profile !== this.#readOf || profile.revision !== this.#readRevision)
      this.#reading = profileReading(this.#view, flow, profile);
    this.#readOf = profile;
    this.#readRevision = profile.revision;
    return this.#reading;
  }
}
