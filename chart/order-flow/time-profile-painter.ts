// Market profile (TPO): letters of the half hours at each price of each session, blocks where letters do not fit.
import { intervalMs } from '../../core/units/bar-interval.ts';
import type { DrawList, Rgba } from '../render/draw-list.ts';
import { fade } from '../scene/palette.ts';
import { baselineAt, type Covered, devicePx, type View } from '../scene/view.ts';
import { type FlowColumns, flowRowFrom } from './flow-columns.ts';
import { rowEdgePx } from './level-group.ts';
import { ProfilePool } from './profile-pool.ts';
import { paintPriceTag } from './profile-rows.ts';
import { SESSION_MS, sessionFits } from './trading-sessions.ts';
import { ShownSessions } from './shown-sessions.ts';
import { BRACKET_MS, letterOf, MAX_BRACKETS, TimeProfile } from './time-profile.ts';

/** Least height of a row of letters, and the width of a letter. */
const LETTER_ROW_CSS_PX = 11;
const LETTER_CSS_PX = 9;
/** Widest block. */
const BLOCK_CSS_PX = 8;
/** Narrower blocks have no gap between them. */
const GAP_FROM_CSS_PX = 3;
/** Opacity of blocks in the value area and outside. */
const INSIDE = 0.5;
const OUTSIDE = 0.25;

export class TimeProfilePainter {
  readonly #view: View;
  readonly #list: DrawList;
  readonly #shown: ShownSessions<TimeProfile>;
  readonly #pool = new ProfilePool<number, TimeProfile>(() => new TimeProfile());

  constructor(view: View, list: DrawList) {
    this.#view = view;
    this.#list = list;
    this.#shown = new ShownSessions(view, list);
  }

  /** Brings the profiles of the sessions in sight up to date. */
  compose(flow: FlowColumns, [areaPercent = 70, mostRows = 32]: readonly number[]): void {
    const { data, time, market } = this.#view;
    const { columns } = data;
    this.#shown.clear();
    if (sessionFits(this.#view) && time.firstRow < time.endRow) {
      const toMs = columns.time[time.endRow - 1]!;
      const look = { bracketMs: Math.max(BRACKET_MS, intervalMs(market.interval)), mostRows, areaPercent };
      let start = Math.floor(columns.time[time.firstRow]! / SESSION_MS) * SESSION_MS;
      for (; start <= toMs; start += SESSION_MS) {
        const from = flowRowFrom(flow, start);
        const to = flowRowFrom(flow, start + SESSION_MS);
        if (from === to) continue;
        const profile = this.#pool.get(start);
        profile.update(flow, from, to, start, look);
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
    const { palette } = this.#view;
    const shown = this.#shown;
    const inside = fade(palette.text2, INSIDE);
    const outside = fade(palette.text2, OUTSIDE);
    const control = fade(palette.accent, INSIDE);
    for (let index = 0; index < shown.count; index++) {
      const profile = shown.profileAt(index);
      const { areaLow, areaHigh, count } = profile;
      const cellPx = this.#cellPx(flow, profile, shown.mostPxOf(index));
      if (cellPx === 0) continue;
      const hasLetters = cellPx === LETTER_CSS_PX * this.#view.ratio;
      for (let row = 0; row < count; row++) {
        const isIn = row >= areaLow && row <= areaHigh;
        const color = row === profile.control ? control : isIn ? inside : outside;
        if (!hasLetters) this.#paintBlocks(flow, profile, row, shown.leftOf(index), cellPx, color);
        else this.#paintLetters(flow, profile, row, shown.leftOf(index), isIn ? palette.text : palette.text3);
      }
    }
  }

  /** Over the candles. */
  paintLines(flow: FlowColumns, covered: Covered[]): void {
    const { palette } = this.#view;
    const shown = this.#shown;
    shown.paintLevels(flow, palette.accent);
    if (shown.count === 0) return;
    const newest = shown.profileAt(shown.count - 1);
    if (newest.control >= 0)
      paintPriceTag(this.#view, this.#list, covered, newest.priceOf(flow, newest.control), palette.accent);
  }

  /** Width of a letter where they fit, else of a block; 0: there is no room. */
  #cellPx(flow: FlowColumns, profile: TimeProfile, mostPx: number): number {
    const { ratio, panes } = this.#view;
    const { scale } = panes[0]!;
    const { group, firstRow } = profile;
    const rowPx = Math.abs(rowEdgePx(scale, flow, group, firstRow) - rowEdgePx(scale, flow, group, firstRow + 1));
    const letterPx = LETTER_CSS_PX * ratio;
    if (rowPx >= LETTER_ROW_CSS_PX * ratio && profile.largest * letterPx <= mostPx) return letterPx;
    const cellPx = Math.min(BLOCK_CSS_PX * ratio, mostPx / profile.largest);
    return cellPx >= 1 ? Math.floor(cellPx) : Math.max(0, cellPx);
  }

  #paintBlocks(
    flow: FlowColumns,
    profile: TimeProfile,
    row: number,
    leftPx: number,
    cellPx: number,
    color: Rgba,
  ): void {
    const { panes, ratio } = this.#view;
    const { under } = this.#list;
    const { scale, topPx, bottomPx } = panes[0]!;
    const one = Math.round(rowEdgePx(scale, flow, profile.group, profile.firstRow + row));
    const other = Math.round(rowEdgePx(scale, flow, profile.group, profile.firstRow + row + 1));
    const isFine = cellPx < GAP_FROM_CSS_PX * ratio;
    const gap = devicePx(1, ratio);
    const top = Math.max(topPx, Math.min(one, other));
    const bottom = Math.min(bottomPx, Math.max(one, other) - (Math.abs(one - other) > 2 * gap ? gap : 0));
    if (bottom <= top) return;
    const blocks = profile.brackets[row]!;
    if (isFine) under.add(leftPx, top, Math.max(1, Math.round(blocks * cellPx)), bottom - top, color);
    else for (let at = 0; at < blocks; at++) under.add(leftPx + at * cellPx, top, cellPx - gap, bottom - top, color);
  }

  #paintLetters(flow: FlowColumns, profile: TimeProfile, row: number, leftPx: number, color: Rgba): void {
    const { panes, ratio, palette, fontPx, measure, plotRightPx } = this.#view;
    const { scale, topPx, bottomPx } = panes[0]!;
    const middle = scale.yOf(profile.priceOf(flow, row));
    if (middle - fontPx / 2 < topPx || middle + fontPx / 2 > bottomPx) return;
    const cellPx = LETTER_CSS_PX * ratio;
    const baseline = baselineAt(middle, fontPx);
    const ink = row === profile.control ? palette.accent : color;
    let x = leftPx;
    for (let bracket = 0; bracket < MAX_BRACKETS && x + cellPx <= plotRightPx; bracket++) {
      if (!profile.has(row, bracket)) continue;
      const letter = letterOf(bracket);
      this.#list.underTexts.add(letter, x + (cellPx - measure.width(letter)) / 2, baseline, ink);
      x += cellPx;
    }
  }
}
