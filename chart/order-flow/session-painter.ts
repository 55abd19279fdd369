// Volume profile of each session in sight, and points of control that the market has not traded at again.
import type { DrawList } from '../render/draw-list.ts';
import { fade } from '../scene/palette.ts';
import { type Covered, devicePx, type View } from '../scene/view.ts';
import { type FlowColumns, flowRowFrom } from './flow-columns.ts';
import { paintPriceTag, paintProfileRows, profileReading } from './profile-rows.ts';
import { RangeProfile } from './range-profile.ts';
import { SESSION_MS, Sessions } from './sessions.ts';

/** Narrower sessions have no profile. */
const LEAST_CSS_PX = 24;
/** Most that a row takes of its session's width in sight, and of the plot's. */
const SESSION_SHARE = 0.7;
const PLOT_SHARE = 0.3;
const DASH_CSS_PX = 3;
/** Opacity of the line of a level until it was touched. */
const TOUCHED = 0.55;
const PER_CENT = 100;

/** A session in sight. */
interface Shown {
  at: number;
  leftPx: number;
  rightPx: number;
  /** Null where it is too narrow. */
  profile: RangeProfile | null;
}

export class SessionPainter {
  readonly sessions = new Sessions();
  readonly #view: View;
  readonly #list: DrawList;
  readonly #shown: Shown[] = [];
  #count = 0;
  /** Profiles of sessions in sight by their start, and others to use again. */
  readonly #profiles = new Map<number, RangeProfile>();
  readonly #free: RangeProfile[] = [];
  #areaShare = 0;
  #mostRows = 1;
  #readOf: RangeProfile | null = null;
  #readRevision = -1;
  #reading = '';

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
  }

  /** Brings all sessions up to date, and the profiles of those in sight. */
  compose(flow: FlowColumns, [area = 70, mostRows = 48]: readonly number[]): void {
    const { data, time } = this.#view;
    const { columns } = data;
    const { sessions } = this;
    this.#areaShare = area / PER_CENT;
    this.#mostRows = mostRows;
    sessions.update(flow, columns, data.rewrites, mostRows, this.#areaShare);
    const fromMs = columns.time[time.firstRow] ?? Infinity;
    const toMs = columns.time[time.endRow - 1] ?? -Infinity;
    this.#count = 0;
    let at = sessions.length;
    while (at > 0 && sessions.start[at - 1]! + SESSION_MS > fromMs) at -= 1;
    for (; at < sessions.length && sessions.start[at]! <= toMs; at++) this.#show(flow, at);
    this.#recycle();
  }

  /** Text of the session under the crosshair, else of the newest one in sight. */
  read(flow: FlowColumns): string {
    const { crosshair, data } = this.#view;
    const under = crosshair ? this.sessions.at(data.columns.time[crosshair.row] ?? NaN) : -1;
    let profile: RangeProfile | null = null;
    for (let at = 0; at < this.#count; at++) {
      const shown = this.#shown[at]!;
      if (under < 0 || shown.at === under) profile = shown.profile;
    }
    if (!profile) return '';
    if (profile !== this.#readOf || profile.revision !== this.#readRevision)
      this.#reading = profileReading(this.#view, flow, profile);
    this.#readOf = profile;
    this.#readRevision = profile.revision;
    return this.#reading;
  }

  /** Below the candles. */
  paint(flow: FlowColumns): void {
    const { plotRightPx } = this.#view;
    for (let index = 0; index < this.#count; index++) {
      const { profile, leftPx, rightPx } = this.#shown[index]!;
      if (!profile) continue;
      const left = Math.max(0, leftPx);
      const most = Math.min((Math.min(rightPx, plotRightPx) - left) * SESSION_SHARE, plotRightPx * PLOT_SHARE);
      if (most >= 1) paintProfileRows(this.#view, this.#list, flow, profile, left, 1, most);
    }
  }

  /** Over the candles: points of control and value areas of the sessions in sight, naked levels of all. */
  paintLines(flow: FlowColumns, covered: Covered[]): void {
    const { palette, plotRightPx } = this.#view;
    const warn = palette.named('warn');
    for (let index = 0; index < this.#count; index++) {
      const { profile, leftPx, rightPx } = this.#shown[index]!;
      if (!profile || profile.control < 0) continue;
      const right = Math.min(plotRightPx, rightPx);
      this.#line(profile.priceOf(flow, profile.areaHigh), leftPx, right, palette.text3, true);
      this.#line(profile.priceOf(flow, profile.areaLow), leftPx, right, palette.text3, true);
      this.#line(profile.priceOf(flow, profile.control), leftPx, right, warn, false);
    }
    this.#paintNaked(covered, warn);
  }

  /** From the end of each closed session to the candle that touched its level. */
  #paintNaked(covered: Covered[], warn: number): void {
    const { plotRightPx } = this.#view;
    const { sessions } = this;
    const newest = sessions.length - 1;
    for (let at = newest; at >= 0; at--) {
      const price = sessions.control[at]!;
      if (Number.isNaN(price)) continue;
      const touchedMs = sessions.touchedMs[at]!;
      const isNaked = touchedMs === Infinity;
      if (at < newest) {
        const left = this.#edgeOf(sessions.start[at]! + SESSION_MS);
        const right = isNaked ? plotRightPx : Math.min(plotRightPx, this.#edgeOf(touchedMs));
        this.#line(price, left, right, isNaked ? warn : fade(warn, TOUCHED), true);
      }
      if (isNaked) paintPriceTag(this.#view, this.#list, covered, price, warn);
    }
  }

  #line(price: number, leftPx: number, rightPx: number, color: number, isDashed: boolean): void {
    const { panes, ratio } = this.#view;
    const { scale, topPx, bottomPx } = panes[0]!;
    const y = Math.round(scale.yOf(price));
    const left = Math.max(0, leftPx);
    if (y < topPx || y >= bottomPx || rightPx <= left) return;
    const { over } = this.#list;
    if (isDashed) over.dashed(left, y, rightPx - left, devicePx(1, ratio), devicePx(DASH_CSS_PX, ratio), color);
    else over.add(left, y, rightPx - left, devicePx(1, ratio), color);
  }

  /** Left edge of the first candle that does not start before a moment. */
  #edgeOf(ms: number): number {
    const { time, data } = this.#view;
    return time.xOf(flowRowFrom(data.columns, ms) - 0.5 - time.origin);
  }

  #show(flow: FlowColumns, at: number): void {
    const { sessions } = this;
    const shown = (this.#shown[this.#count++] ??= { at: 0, leftPx: 0, rightPx: 0, profile: null });
    const start = sessions.start[at]!;
    shown.at = at;
    shown.leftPx = this.#edgeOf(start);
    shown.rightPx = this.#edgeOf(start + SESSION_MS);
    shown.profile = null;
    if (shown.rightPx - shown.leftPx < LEAST_CSS_PX * this.#view.ratio) return;
    if (at === sessions.length - 1) {
      shown.profile = sessions.newest;
      return;
    }
    let profile = this.#profiles.get(start);
    if (!profile) this.#profiles.set(start, (profile = this.#free.pop() ?? new RangeProfile()));
    profile.fit(flow, sessions.fromRow[at]!, sessions.toRow[at]!, this.#mostRows, this.#areaShare);
    shown.profile = profile;
  }

  /** Frees the profiles of sessions that are not in sight any more. */
  #recycle(): void {
    if (this.#profiles.size <= this.#count) return;
    for (const [start, profile] of this.#profiles) {
      let isShown = false;
      for (let index = 0; index < this.#count; index++)
        isShown ||= this.sessions.start[this.#shown[index]!.at] === start;
      if (isShown) continue;
      this.#profiles.delete(start);
      this.#free.push(profile);
    }
  }
}
