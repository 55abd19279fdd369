// Where the user's lines stand in a frame: heights, labels that keep clear of each other, tags on the axis, arrows for those out of sight.
import type { TradeLine } from '../chart.ts';
import type { GripPoint } from '../input/grip.ts';
import { lastPriceTag } from '../layers/last-price.ts';
import { type Covered, devicePx, isCovered, type View } from '../scene/view.ts';
import { stackChips } from './chip-stack.ts';

/** A line as it is shown: at the price the hand or the host says, with its place in the frame. */
export interface ShownLine {
  line: TradeLine;
  price: number;
  pending: boolean;
  /** In the hand. */
  held: boolean;
  yPx: number;
  /** Middle of its label; NaN when it has none. */
  chipPx: number;
  /** Right end of its label, 0 without one. */
  chipRightPx: number;
  /** Its price stands on the axis. */
  tagged: boolean;
  /** The label as it fits. */
  text: string;
}

/** Lines beyond one edge of the pane, told by the nearest of them. */
export interface Beyond { count: number; nearest: ShownLine | null; text: string; chipPx: number; rightPx: number }

export const CHIP_CSS_PX = 20;
export const CHIP_LEFT_CSS_PX = 4;
export const CHIP_PAD_CSS_PX = 6;
/** Width of the three strokes that say "drag me". */
export const HANDLE_CSS_PX = 14;
export const TAG_CSS_PX = 18;
const CHIP_GAP_CSS_PX = 2;
/** The legend keeps the top of the pane. */
const HEAD_CSS_PX = 38;
/** A label takes at most this share of the plot; in the hand it has more to say. */
const CHIP_SHARE = 0.72;
const HELD_SHARE = 0.97;
/** A thumb hits 44 CSS px around a label; a bare line takes only mice and taps, so that the chart can be panned between lines. */
const THUMB_CSS_PX = 22;
const TAP_CSS_PX = 8;
const MOUSE_CSS_PX = 4;

export class LineBoard {
  /** Top to bottom; those in sight are `shown[inFrom..inTo)`. */
  shown: ShownLine[] = [];
  inFrom = 0;
  inTo = 0;
  readonly above: Beyond = { count: 0, nearest: null, text: '', chipPx: 0, rightPx: 0 };
  readonly below: Beyond = { count: 0, nearest: null, text: '', chipPx: 0, rightPx: 0 };
  /** Stretches of the price axis under tags. */
  readonly covered: Covered[] = [];
  private readonly view: View;
  private middles = new Float64Array(32);
  private placed = new Float64Array(32);

  constructor(view: View) {
    this.view = view;
  }

  set(lines: readonly Pick<ShownLine, 'line' | 'price' | 'pending' | 'held'>[]): void {
    this.shown = lines.map((each) => ({ ...each, yPx: 0, chipPx: NaN, chipRightPx: 0, tagged: false, text: '' }));
    if (this.middles.length < this.shown.length) {
      this.middles = new Float64Array(this.shown.length * 2);
      this.placed = new Float64Array(this.shown.length * 2);
    }
  }

  /** Nothing stands anywhere. */
  clear(): void {
    this.inFrom = 0;
    this.inTo = 0;
    this.above.nearest = null;
    this.below.nearest = null;
    this.covered.length = 0;
  }

  /** Works out every place for this frame. */
  lay(): void {
    const { view, shown } = this;
    const pane = view.panes[0]!;
    for (const each of shown) {
      each.yPx = Math.round(pane.scale.yOf(each.price));
      each.chipPx = NaN;
      each.chipRightPx = 0;
      each.tagged = false;
    }
    this.sort();
    this.inFrom = 0;
    while (this.inFrom < shown.length && shown[this.inFrom]!.yPx < pane.topPx) this.inFrom += 1;
    this.inTo = this.inFrom;
    while (this.inTo < shown.length && shown[this.inTo]!.yPx < pane.bottomPx) this.inTo += 1;
    this.layChips(pane.topPx + HEAD_CSS_PX * view.ratio, pane.bottomPx - CHIP_GAP_CSS_PX * view.ratio);
    this.layTags();
  }

  /** Nearly sorted from the frame before: insertion costs next to nothing. */
  private sort(): void {
    const { shown } = this;
    for (let at = 1; at < shown.length; at += 1) {
      const each = shown[at]!;
      let to = at;
      for (; to > 0 && shown[to - 1]!.yPx > each.yPx; to -= 1) shown[to] = shown[to - 1]!;
      shown[to] = each;
    }
  }

  private layChips(topPx: number, bottomPx: number): void {
    const { shown, view, above, below } = this;
    const pitch = (CHIP_CSS_PX + CHIP_GAP_CSS_PX) * view.ratio;
    const tellAbove = this.inFrom > 0 ? 1 : 0;
    const tellBelow = this.inTo < shown.length ? 1 : 0;
    this.tell(above, '▲', this.inFrom, shown[this.inFrom - 1] ?? null, topPx + pitch / 2);
    this.tell(below, '▼', shown.length - this.inTo, shown[this.inTo] ?? null, bottomPx - pitch / 2);
    const from = topPx + tellAbove * pitch;
    const to = bottomPx - tellBelow * pitch;
    const [first, last] = this.labelled(Math.max(0, Math.floor((to - from) / pitch)));
    for (let at = first; at < last; at += 1) this.middles[at - first] = shown[at]!.yPx;
    stackChips(this.middles, last - first, pitch, from, to, this.placed);
    for (let at = first; at < last; at += 1) {
      const each = shown[at]!;
      each.chipPx = Math.round(this.placed[at - first]!);
      const extra = each.line.movable && !each.pending ? HANDLE_CSS_PX * view.ratio : 0;
      each.text = this.fitted(each.line.label, extra, each.held ? HELD_SHARE : CHIP_SHARE);
      each.chipRightPx = this.rightOf(each.text, extra);
    }
  }

  /** The lines in sight that get labels: all, or where there is no room for so many, those around the one in hand or nearest the last price. */
  private labelled(most: number): [first: number, last: number] {
    const { shown, view } = this;
    const { columns } = view.data;
    const held = shown.find((each) => each.held);
    const centre = held ? held.yPx : view.panes[0]!.scale.yOf(columns.close[columns.length - 1] ?? NaN);
    let first = this.inFrom;
    let last = this.inTo;
    while (last - first > most) {
      if (Math.abs(shown[first]!.yPx - centre) > Math.abs(shown[last - 1]!.yPx - centre)) first += 1;
      else last -= 1;
    }
    return [first, last];
  }

  private tell(beyond: Beyond, arrow: string, count: number, nearest: ShownLine | null, chipPx: number): void {
    beyond.count = count;
    beyond.nearest = count > 0 ? nearest : null;
    if (!beyond.nearest) return;
    beyond.text = this.fitted(`${arrow} ${beyond.nearest.line.label}${count > 1 ? ` +${count - 1}` : ''}`, 0, CHIP_SHARE);
    beyond.chipPx = Math.round(chipPx);
    beyond.rightPx = this.rightOf(beyond.text, 0);
  }

  /** Prices on the axis: the one in hand, then each that does not touch another or the last price. */
  private layTags(): void {
    const { shown, covered, view } = this;
    const last = lastPriceTag(view)?.covers;
    const half = devicePx(TAG_CSS_PX, view.ratio) >> 1;
    const held = shown.find((each) => each.held);
    const put = (each: ShownLine): void => {
      each.tagged = true;
      covered.push({ fromPx: each.yPx - half, toPx: each.yPx + half });
    };
    if (held) put(held);
    for (let at = this.inFrom; at < this.inTo; at += 1) {
      const each = shown[at]!;
      const underLast = last !== undefined && each.yPx + half > last.fromPx && each.yPx - half < last.toPx;
      if (each !== held && !underLast && !isCovered(covered, each.yPx - half, each.yPx + half)) put(each);
    }
  }

  private fitted(label: string, extraPx: number, share: number): string {
    const { view } = this;
    const most = view.plotRightPx * share - (CHIP_LEFT_CSS_PX + 2 * CHIP_PAD_CSS_PX) * view.ratio - extraPx;
    if (view.measure.width(label) <= most) return label;
    let text = label;
    while (text.length > 1 && view.measure.width(`${text}…`) > most) text = text.slice(0, -1);
    return `${text}…`;
  }

  private rightOf(text: string, extraPx: number): number {
    const { view } = this;
    return Math.round((CHIP_LEFT_CSS_PX + 2 * CHIP_PAD_CSS_PX) * view.ratio + extraPx + view.measure.width(text));
  }

  /** The line whose label or tag a hand is on, or that a mouse points at; of several the nearest. `tap`: a finger may also mean the bare line. */
  hit(point: GripPoint, tap: boolean): ShownLine | null {
    const { view, shown } = this;
    const { ratio } = view;
    const onAxis = point.xPx >= view.plotRightPx;
    const bare = (point.touch ? (tap ? TAP_CSS_PX : -1) : MOUSE_CSS_PX) * ratio;
    let best: ShownLine | null = null;
    let bestPx = Infinity;
    const consider = (each: ShownLine, distance: number, reach: number): void => {
      if (distance > reach || distance >= bestPx) return;
      best = each;
      bestPx = distance;
    };
    for (let at = this.inFrom; at < this.inTo; at += 1) {
      const each = shown[at]!;
      const onChip = each.chipRightPx > 0 && point.xPx <= each.chipRightPx + (point.touch ? TAP_CSS_PX * ratio : 0);
      if (onChip) consider(each, Math.abs(point.yPx - each.chipPx), (point.touch ? THUMB_CSS_PX : CHIP_CSS_PX / 2) * ratio);
      if (onAxis && each.tagged) consider(each, Math.abs(point.yPx - each.yPx), (point.touch ? THUMB_CSS_PX : TAG_CSS_PX / 2) * ratio);
      if (!onAxis) consider(each, Math.abs(point.yPx - each.yPx), bare);
    }
    return best;
  }

  /** The arrow a hand is on. */
  hitBeyond(point: GripPoint): ShownLine | null {
    const half = (point.touch ? THUMB_CSS_PX : CHIP_CSS_PX / 2) * this.view.ratio;
    const on = (beyond: Beyond): boolean => beyond.nearest !== null && point.xPx <= beyond.rightPx && Math.abs(point.yPx - beyond.chipPx) <= half;
    if (on(this.above)) return this.above.nearest;
    return on(this.below) ? this.below.nearest : null;
  }
}
