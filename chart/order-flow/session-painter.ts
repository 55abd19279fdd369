// Volume profile of each session in sight, and points of control that the market has not traded at again.
import type { DrawList } from '../render/draw-list.ts';
import { fade } from '../scene/palette.ts';
import type { Covered, View } from '../scene/view.ts';
import type { FlowColumns } from './flow-columns.ts';
import { ProfilePool } from './profile-pool.ts';
import { paintPriceTag, paintProfileRows } from './profile-rows.ts';
import { RangeProfile } from './range-profile.ts';
import { SESSION_MS, TradingSessions, sessionFits } from './trading-sessions.ts';
import { edgeOf, paintLevel, ShownSessions } from './shown-sessions.ts';

/** Opacity of the line of a level until it was touched. */
const TOUCHED = 0.55;

export class SessionPainter {
  readonly #sessions = new TradingSessions();
  readonly #view: View;
  readonly #list: DrawList;
  readonly #shown: ShownSessions<RangeProfile>;
  readonly #pool = new ProfilePool<number, RangeProfile>(() => new RangeProfile());

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
    this.#shown = new ShownSessions(view, list);
  }

  /** Brings all sessions up to date, and the profiles of those in sight. */
  compose(flow: FlowColumns, [areaPercent = 70, mostRows = 48]: readonly number[]): void {
    const { data, time } = this.#view;
    const { columns } = data;
    const sessions = this.#sessions;
    sessions.update(flow, columns, data.rewrites, mostRows, areaPercent);
    this.#shown.clear();
    if (sessionFits(this.#view)) {
      const fromMs = columns.time[time.firstRow] ?? Infinity;
      const toMs = columns.time[time.endRow - 1] ?? -Infinity;
      let at = sessions.length;
      while (at > 0 && sessions.start[at - 1]! + SESSION_MS > fromMs) at -= 1;
      for (; at < sessions.length && sessions.start[at]! <= toMs; at++) {
        const start = sessions.start[at]!;
        const isNewest = at === sessions.length - 1;
        const profile = isNewest ? sessions.newest : this.#pool.get(start);
        if (!isNewest) profile.fit(flow, sessions.fromRow[at]!, sessions.toRow[at]!, mostRows, areaPercent);
        this.#shown.add(start, profile);
      }
    }
    this.#pool.recycle();
  }

  read(flow: FlowColumns): string {
    return this.#shown.read(flow);
  }

  /** Below the candles. */
  paint(flow: FlowColumns): void {
    const shown = this.#shown;
    for (let index = 0; index < shown.count; index++) {
      const most = shown.mostPxOf(index);
      if (most < 1) continue;
      paintProfileRows(this.#view, this.#list, flow, shown.profileAt(index), shown.leftOf(index), most);
    }
  }

  /** Over the candles: points of control and value areas of the sessions in sight, naked levels of all. */
  paintLines(flow: FlowColumns, covered: Covered[]): void {
    const warn = this.#view.palette.named('warn');
    this.#shown.paintLevels(flow, warn);
    this.#paintNaked(covered, warn);
  }

  /** From the end of each closed session to the candle that touched its level. */
  #paintNaked(covered: Covered[], warn: number): void {
    const view = this.#view;
    const sessions = this.#sessions;
    const newest = sessions.length - 1;
    for (let at = newest; at >= 0; at--) {
      const price = sessions.control[at]!;
      if (Number.isNaN(price)) continue;
      const touchedMs = sessions.touchedMs[at]!;
      const isNaked = touchedMs === Infinity;
      if (at < newest) {
        const leftPx = edgeOf(view, sessions.start[at]! + SESSION_MS);
        const rightPx = isNaked ? view.plotRightPx : edgeOf(view, touchedMs);
        paintLevel(view, this.#list, { leftPx, rightPx }, price, isNaked ? warn : fade(warn, TOUCHED), true);
      }
      if (isNaked) paintPriceTag(view, this.#list, covered, price, warn);
    }
  }
}
