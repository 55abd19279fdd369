// Layout of order lines per frame.
// Heights, labels without overlap, axis tags, arrows for hidden lines.
import type { TradeLine } from '../api.ts';
import type { CanvasPoint } from '../input/drag-target.ts';
import { lastPriceTag } from '../layers/last-price.ts';
import { priceText } from '../indicators/value-format.ts';
import { type Covered, devicePx, isCovered, type View } from '../scene/view.ts';
import { stackChips } from './chip-stack.ts';

/** A line as it is shown: at its own price or the dragged one, with its position in the frame. */
export interface ShownLine {
  line: TradeLine;
  price: number;
  pending: boolean;
  /** Being dragged. */
  held: boolean;
  yPx: number;
  /** Left end: of more lines than labels fit beside, those without one are short and leave the candles free. */
  leftPx: number;
  /** Middle of its label; NaN when it has none. */
  chipPx: number;
  /** Left end of its label, which ends at the axis; NaN without one. */
  chipLeftPx: number;
  /** Middle of its price on the axis, within the pane; NaN when it is not shown there. */
  tagPx: number;
  /** The label, shortened to fit. */
  text: string;
  /** Left end of the cross; NaN without one. */
  closePx: number;
  /** Left ends of the confirm and cancel buttons, where the label asks; NaN elsewhere. */
  yesPx: number;
  noPx: number;
}

/** Lines beyond one edge of the pane, represented by the nearest of them. */
export interface Beyond {
  count: number;
  nearest: ShownLine | null;
  text: string;
  chipPx: number;
  leftPx: number;
}

export const CHIP_CSS_PX = 18;
/** Between a label and the axis. */
export const CHIP_END_CSS_PX = 2;
export const CHIP_PAD_CSS_PX = 5;
/** Width of the drag handle (three strokes) at the end of a label. */
export const HANDLE_CSS_PX = 20;
/** Width of the cross, left of the handle. */
const CLOSE_CSS_PX = 18;
export const TAG_CSS_PX = 18;
/** Height of a label that asks for confirmation. */
export const ASK_CSS_PX = 36;
const NO_CSS_PX = 44;
const MIN_YES_CSS_PX = 64;
const YES_PAD_CSS_PX = 12;
const CHIP_GAP_CSS_PX = 2;
/** Labels stay below the legend where less than this is left beside it. */
const BESIDE_LEGEND_CSS_PX = 180;
/** Where a line without a label begins, as a share of the plot's width. */
const BARE_SHARE = 0.8;
/** Maximum share of the plot's width for a label; a dragged one shows more. */
const CHIP_SHARE = 0.72;
const HELD_SHARE = 0.97;
/** An Arabic word before a figure: without a mark after it "10x" is torn apart, and a sign comes after its digits. */
const RIGHT_TO_LEFT_BEFORE_FIGURE = /[\u0590-\u08ff](?=[\s·]+[\d+-])/g;
/**
 * Touch targets are 44 CSS px high around a handle on the axis and around what can be tapped; a handle on the plot is
 * no larger than its strokes.
 */
const THUMB_CSS_PX = 22;
const TAP_CSS_PX = 8;
const MOUSE_CSS_PX = 4;

export class OrderLineLayout {
  /** Top to bottom; those in sight are `shown[inFrom..inTo)`. What was painted last: a pointer meets what is seen. */
  shown: ShownLine[] = [];
  /** Those of the next frame; null: the same. */
  #next: ShownLine[] | null = null;
  inFrom = 0;
  inTo = 0;
  readonly above: Beyond = { count: 0, nearest: null, text: '', chipPx: 0, leftPx: 0 };
  readonly below: Beyond = { count: 0, nearest: null, text: '', chipPx: 0, leftPx: 0 };
  /** Parts of the price axis under tags. */
  readonly covered: Covered[] = [];
  readonly #view: View;
  #middles = new Float64Array(32);
  #placed = new Float64Array(32);

  constructor(view: View) {
    this.#view = view;
  }

  /** Takes lines, which are shown from the next frame on. */
  set(lines: readonly Pick<ShownLine, 'line' | 'price' | 'pending' | 'held'>[]): void {
    this.#next = lines.map((each) => ({
      ...each,
      yPx: 0,
      leftPx: 0,
      chipPx: NaN,
      chipLeftPx: NaN,
      tagPx: NaN,
      text: '',
      closePx: NaN,
      yesPx: NaN,
      noPx: NaN,
    }));
  }

  /** Clears the layout: nothing is shown. */
  clear(): void {
    this.inFrom = 0;
    this.inTo = 0;
    this.above.nearest = null;
    this.below.nearest = null;
    this.covered.length = 0;
  }

  /** Computes every position for this frame. */
  arrange(): void {
    this.shown = this.#next ?? this.shown;
    this.#next = null;
    const { shown } = this;
    if (this.#middles.length < shown.length) {
      this.#middles = new Float64Array(shown.length * 2);
      this.#placed = new Float64Array(shown.length * 2);
    }
    const view = this.#view;
    const pane = view.panes[0]!;
    for (const each of shown) {
      each.yPx = Math.round(pane.scale.yOf(each.price));
      each.leftPx = 0;
      each.chipPx = NaN;
      each.chipLeftPx = NaN;
      each.yesPx = NaN;
      each.noPx = NaN;
      each.closePx = NaN;
      each.tagPx = NaN;
    }
    this.#sort();
    this.inFrom = 0;
    while (this.inFrom < shown.length && shown[this.inFrom]!.yPx < pane.topPx) this.inFrom += 1;
    this.inTo = this.inFrom;
    while (this.inTo < shown.length && shown[this.inTo]!.yPx < pane.bottomPx) this.inTo += 1;
    const { legend, ratio } = view;
    const beside = view.plotRightPx - legend.rightPx >= BESIDE_LEGEND_CSS_PX * ratio;
    this.#placeChips(
      (beside ? pane.topPx : Math.max(pane.topPx, legend.bottomPx)) + CHIP_GAP_CSS_PX * ratio,
      pane.bottomPx - CHIP_GAP_CSS_PX * ratio,
    );
    this.#placeTags();
  }

  /**
   * The line whose handle is under the pointer; of several the nearest. On the axis a finger hits the tag, on the plot
   * the strokes alone: the rest pans the chart.
   */
  handleAt(point: CanvasPoint): ShownLine | null {
    const view = this.#view;
    const { ratio } = view;
    const onAxis = point.xPx >= view.plotRightPx;
    if (!onAxis && point.xPx < view.plotRightPx - (HANDLE_CSS_PX + CHIP_END_CSS_PX) * ratio) return null;
    const onTag = (point.touch ? THUMB_CSS_PX : TAG_CSS_PX / 2) * ratio;
    return this.#nearest((each) => {
      if (!mayMove(each) || (!onAxis && Number.isNaN(each.chipPx))) return Infinity;
      const distancePx = Math.abs(point.yPx - (onAxis && !Number.isNaN(each.tagPx) ? each.tagPx : each.chipPx));
      return distancePx <= (onAxis ? onTag : ((each.line.ask === undefined ? CHIP_CSS_PX : ASK_CSS_PX) / 2) * ratio)
        ? distancePx
        : Infinity;
    });
  }

  /** The line under a tap or a mouse: by its label, its tag, or the line itself. */
  hit(point: CanvasPoint): ShownLine | null {
    const view = this.#view;
    const { ratio } = view;
    const onAxis = point.xPx >= view.plotRightPx;
    const bare = (point.touch ? TAP_CSS_PX : MOUSE_CSS_PX) * ratio;
    const onChip = (point.touch ? THUMB_CSS_PX : CHIP_CSS_PX / 2) * ratio;
    return this.#nearest((each) => {
      const line = Math.abs(point.yPx - each.yPx);
      const tag = Math.abs(point.yPx - each.tagPx);
      if (onAxis) return tag <= (point.touch ? THUMB_CSS_PX : TAG_CSS_PX / 2) * ratio ? tag : Infinity;
      const chip = point.xPx >= each.chipLeftPx ? Math.abs(point.yPx - each.chipPx) : Infinity;
      if (chip <= onChip) return Math.min(chip, line);
      return line <= bare && point.xPx >= each.leftPx ? line : Infinity;
    });
  }

  /** The line whose cross is under a point. */
  closeAt(point: CanvasPoint): ShownLine | null {
    const { ratio } = this.#view;
    const onChip = (point.touch ? THUMB_CSS_PX : CHIP_CSS_PX / 2) * ratio;
    return this.#nearest((each) => {
      const across = point.xPx - each.closePx;
      const distancePx = Math.abs(point.yPx - each.chipPx);
      return across >= 0 && across < CLOSE_CSS_PX * ratio && distancePx <= onChip ? distancePx : Infinity;
    });
  }

  /** The button of a confirmation under a point: null beside it, and on its text. */
  answerAt(point: CanvasPoint): { shown: ShownLine; yes: boolean } | null {
    const view = this.#view;
    const shown = this.#nearest((each) =>
      Math.abs(point.yPx - each.chipPx) <= THUMB_CSS_PX * view.ratio && point.xPx >= each.yesPx ? 0 : Infinity,
    );
    const past = view.plotRightPx - (CHIP_END_CSS_PX + HANDLE_CSS_PX) * view.ratio;
    return shown && point.xPx < past ? { shown, yes: point.xPx < shown.noPx } : null;
  }

  /** The line behind the arrow under the pointer. */
  hitBeyond(point: CanvasPoint): ShownLine | null {
    const half = (point.touch ? THUMB_CSS_PX : CHIP_CSS_PX / 2) * this.#view.ratio;
    const on = (beyond: Beyond): boolean =>
      beyond.nearest !== null &&
      point.xPx >= beyond.leftPx &&
      point.xPx < this.#view.plotRightPx &&
      Math.abs(point.yPx - beyond.chipPx) <= half;
    if (on(this.above)) return this.above.nearest;
    return on(this.below) ? this.below.nearest : null;
  }

  /** Nearly sorted since the last frame: insertion sort is close to linear. */
  #sort(): void {
    const { shown } = this;
    for (let at = 1; at < shown.length; at += 1) {
      const each = shown[at]!;
      let to = at;
      for (; to > 0 && shown[to - 1]!.yPx > each.yPx; to -= 1) shown[to] = shown[to - 1]!;
      shown[to] = each;
    }
  }

  #placeChips(topPx: number, bottomPx: number): void {
    const { shown, above, below } = this;
    const view = this.#view;
    const pitch = (CHIP_CSS_PX + CHIP_GAP_CSS_PX) * view.ratio;
    const aboveSlots = this.inFrom > 0 ? 1 : 0;
    const belowSlots = this.inTo < shown.length ? 1 : 0;
    this.#describeBeyond(above, '↑', this.inFrom, shown[this.inFrom - 1] ?? null, topPx + pitch / 2);
    this.#describeBeyond(below, '↓', shown.length - this.inTo, shown[this.inTo] ?? null, bottomPx - pitch / 2);
    const from = topPx + aboveSlots * pitch;
    const to = bottomPx - belowSlots * pitch;
    const slots = Math.max(0, Math.floor((to - from) / pitch));
    // Labels in every place would be a wall: where not all lines get one, half of the height stays free.
    const [first, last] = this.#labelled(this.inTo - this.inFrom > slots ? slots >> 1 : slots);
    for (let at = this.inFrom; at < this.inTo; at += 1)
      if (at < first || at >= last) shown[at]!.leftPx = Math.round(view.plotRightPx * BARE_SHARE);
    for (let at = first; at < last; at += 1) this.#middles[at - first] = shown[at]!.yPx;
    stackChips(this.#middles, last - first, pitch, from, to, this.#placed);
    for (let at = first; at < last; at += 1) {
      const each = shown[at]!;
      each.chipPx = Math.round(this.#placed[at - first]!);
      if (each.line.ask === undefined) this.#placeChip(each);
      else this.#placeConfirmation(each, each.line.ask, topPx, bottomPx);
    }
  }

  #placeChip(each: ShownLine): void {
    const { ratio } = this.#view;
    const handle = mayMove(each) ? HANDLE_CSS_PX * ratio : 0;
    const extra = handle + (mayClose(each) ? CLOSE_CSS_PX * ratio : 0);
    if (mayClose(each))
      each.closePx = Math.round(this.#view.plotRightPx - CHIP_END_CSS_PX * ratio - handle - CLOSE_CSS_PX * ratio);
    each.text = this.#fitted(each.line.label, extra, each.held ? HELD_SHARE : CHIP_SHARE);
    each.chipLeftPx = this.#leftOf(each.text, extra);
  }

  /** Text, confirm and cancel buttons, left of the handle; all of it within the pane. */
  #placeConfirmation(each: ShownLine, ask: string, topPx: number, bottomPx: number): void {
    const view = this.#view;
    const { ratio } = view;
    const half = (ASK_CSS_PX / 2) * ratio;
    const handle = mayMove(each) ? HANDLE_CSS_PX * ratio : 0;
    const yes = Math.max(MIN_YES_CSS_PX * ratio, view.measure.width(ask) + 2 * YES_PAD_CSS_PX * ratio);
    const extra = handle + yes + NO_CSS_PX * ratio;
    each.chipPx = Math.round(Math.min(bottomPx - half, Math.max(topPx + half, each.yPx)));
    each.text = this.#fitted(each.line.label, extra, HELD_SHARE);
    each.chipLeftPx = this.#leftOf(each.text, extra);
    each.noPx = Math.round(view.plotRightPx - CHIP_END_CSS_PX * ratio - handle - NO_CSS_PX * ratio);
    each.yesPx = Math.round(each.noPx - yes);
  }

  /**
   * The visible lines that get labels: all, or when they do not fit, those around the dragged one or nearest the last
   * price.
   */
  #labelled(most: number): [first: number, last: number] {
    const { shown } = this;
    const view = this.#view;
    const { columns } = view.data;
    const held = shown.find(hasPriority);
    const centre = held ? held.yPx : view.panes[0]!.scale.yOf(columns.close[columns.length - 1] ?? NaN);
    let first = this.inFrom;
    let last = this.inTo;
    while (last - first > most) {
      if (Math.abs(shown[first]!.yPx - centre) > Math.abs(shown[last - 1]!.yPx - centre)) first += 1;
      else last -= 1;
    }
    return [first, last];
  }

  #describeBeyond(beyond: Beyond, arrow: string, count: number, nearest: ShownLine | null, chipPx: number): void {
    beyond.count = count;
    beyond.nearest = count > 0 ? nearest : null;
    if (!beyond.nearest) return;
    beyond.text = this.#fitted(
      `${arrow} ${beyond.nearest.line.label} · ${priceText(this.#view, beyond.nearest.price)}${count > 1 ? ` +${count - 1}` : ''}`,
      0,
      CHIP_SHARE,
    );
    beyond.chipPx = Math.round(chipPx);
    beyond.leftPx = this.#leftOf(beyond.text, 0);
  }

  /** Axis tags: the dragged line's, then each of a label that does not overlap another or the last price. */
  #placeTags(): void {
    const { shown, covered } = this;
    const view = this.#view;
    const last = lastPriceTag(view)?.covers;
    const half = devicePx(TAG_CSS_PX, view.ratio) >> 1;
    const pane = view.panes[0]!;
    const held = shown.find(hasPriority);
    const middle = (each: ShownLine): number => Math.min(pane.bottomPx - half, Math.max(pane.topPx + half, each.yPx));
    const addTag = (each: ShownLine): void => {
      each.tagPx = middle(each);
      covered.push({ fromPx: each.tagPx - half, toPx: each.tagPx + half });
    };
    if (held) addTag(held);
    for (let at = this.inFrom; at < this.inTo; at += 1) {
      const each = shown[at]!;
      const y = middle(each);
      const underLast = last !== undefined && y + half > last.fromPx && y - half < last.toPx;
      if (each !== held && each.leftPx === 0 && !underLast && !isCovered(covered, y - half, y + half)) addTag(each);
    }
  }

  #fitted(words: string, extraPx: number, share: number): string {
    const view = this.#view;
    const label = words.replaceAll(RIGHT_TO_LEFT_BEFORE_FIGURE, '$&\u200e');
    const most = view.plotRightPx * share - (CHIP_END_CSS_PX + 2 * CHIP_PAD_CSS_PX) * view.ratio - extraPx;
    if (view.measure.width(label) <= most) return label;
    let text = label;
    while (text.length > 1 && view.measure.width(`${text}…`) > most) text = text.slice(0, -1);
    return `${text}…`;
  }

  #leftOf(text: string, extraPx: number): number {
    const view = this.#view;
    return Math.round(
      view.plotRightPx - (CHIP_END_CSS_PX + 2 * CHIP_PAD_CSS_PX) * view.ratio - extraPx - view.measure.width(text),
    );
  }

  #nearest(distance: (each: ShownLine) => number): ShownLine | null {
    let best: ShownLine | null = null;
    let bestPx = Infinity;
    for (let at = this.inFrom; at < this.inTo; at += 1) {
      const px = distance(this.shown[at]!);
      if (px >= bestPx) continue;
      best = this.shown[at]!;
      bestPx = px;
    }
    return best;
  }
}

/** A dragged line or one that asks is laid out before all others. */
const hasPriority = ({ held, line }: ShownLine): boolean => held || line.ask !== undefined;

export function mayClose({ line, held, pending }: ShownLine): boolean {
  return line.closable === true && line.ask === undefined && !held && !pending;
}

export function mayMove(shown: ShownLine): boolean {
  return shown.line.movable && !shown.pending;
}
