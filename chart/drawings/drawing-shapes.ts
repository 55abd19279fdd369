// Shapes of drawings: built when drawings or candles change, projected per frame, and hit-tested.
import type { Drawing } from '../api.ts';
import type { View } from '../scene/view.ts';
import { fade } from '../scene/palette.ts';
import { candleIndexOf, logicalOf } from './anchors.ts';
import { TOOLS } from './registry.ts';
import type { Shape } from './tool.ts';

const FILL_OPACITY = 0.1;
/** Handles, pads and thick lines reach this far beyond anchors and texts. */
const MARGIN_CSS_PX = 24;

export function makeShape(drawing: Drawing, view: View): Shape {
  const tool = TOOLS[drawing.kind];
  const { columns } = view.data;
  const logical = Float64Array.from(drawing.anchors, ({ time }) => {
    const at = logicalOf(columns, view.time.origin, view.market.interval, time);
    return tool.between ? at : candleIndexOf(at);
  });
  const texts = tool.texts?.(drawing, view, logical) ?? [];
  const widths = texts.map((text) => view.measure.width(text));
  const color = view.palette.named(drawing.color);
  return {
    drawing,
    tool,
    logical,
    from: Math.min(...logical),
    to: Math.max(...logical),
    texts,
    widths,
    widestPx: Math.max(0, ...widths),
    color,
    soft: fade(color, FILL_OPACITY),
    xy: new Float64Array(2 * logical.length),
    extra: new Float64Array(tool.extras ?? 0),
  };
}

/** Computes the pixel positions of a shape for this frame. */
export function project(shape: Shape, view: View): void {
  const { logical, xy, drawing } = shape;
  const { scale } = view.panes[0]!;
  for (let at = 0; at < logical.length; at += 1) {
    xy[2 * at] = view.time.xOf(logical[at]!);
    xy[2 * at + 1] = scale.yOf(drawing.anchors[at]!.price);
  }
  shape.tool.project?.(shape, view);
}

/** What the shapes were built from; while it is unchanged only changed drawings are rebuilt. */
interface Basis {
  first: number;
  last: number;
  firstMs: number;
  lastMs: number;
  interval: string;
  market: object;
  palette: object;
  fontPx: number;
}

function basisOf(view: View): Basis {
  const { columns } = view.data;
  const last = columns.length - 1;
  return {
    first: -view.time.origin,
    last: last - view.time.origin,
    firstMs: columns.time[0] ?? NaN,
    lastMs: columns.time[last] ?? NaN,
    interval: view.market.interval,
    market: view.market,
    palette: view.palette,
    fontPx: view.fontPx,
  };
}

/** Whether nothing changed: the usual case, checked in every frame. */
function isSame(basis: Basis, view: View): boolean {
  const { columns } = view.data;
  const last = columns.length - 1;
  return (
    basis.last === last - view.time.origin &&
    basis.first === -view.time.origin &&
    basis.lastMs === columns.time[last] &&
    basis.firstMs === columns.time[0] &&
    basis.market === view.market &&
    basis.interval === view.market.interval &&
    basis.palette === view.palette &&
    basis.fontPx === view.fontPx
  );
}

/** Whether candles were only added at the ends: indexes between the old ends are still valid. */
function isGrown(basis: Basis, view: View): boolean {
  const { columns } = view.data;
  const at = (timeMs: number): number => logicalOf(columns, view.time.origin, view.market.interval, timeMs);
  return (
    basis.market === view.market &&
    basis.interval === view.market.interval &&
    basis.palette === view.palette &&
    basis.fontPx === view.fontPx &&
    at(basis.firstMs) === basis.first &&
    at(basis.lastMs) === basis.last
  );
}

const isBetween = ({ drawing }: Shape, basis: Basis): boolean =>
  drawing.anchors.every(({ time }) => time >= basis.firstMs && time <= basis.lastMs);

export class DrawingShapes {
  /** In the order of the drawings: later ones lie on top. */
  shapes: Shape[] = [];
  /** The first `visibleCount` entries are the visible shapes, in the same order. */
  readonly visible: Shape[] = [];
  visibleCount = 0;
  readonly #view: View;
  #drawings: readonly Drawing[] = [];
  #basis: Basis | null = null;

  constructor(view: View) {
    this.#view = view;
  }

  /** Updates the shapes from drawings and view, and projects the visible ones. */
  arrange(drawings: readonly Drawing[]): void {
    const view = this.#view;
    if (view.data.columns.length === 0) this.#clear();
    else {
      if (drawings !== this.#drawings || this.#basis === null || !isSame(this.#basis, view)) this.#make(drawings);
      this.#projectVisible();
    }
  }

  /**
   * The nearest visible shape within `reachPx` of a point, the upper one of two; also inside the area of the selected
   * one.
   */
  hit(x: number, y: number, reachPx: number, selected: string | null): Shape | null {
    let found: Shape | null = null;
    let nearest = reachPx;
    for (let at = this.visibleCount - 1; at >= 0; at -= 1) {
      const shape = this.visible[at]!;
      const distancePx = distanceTo(shape, x, y, reachPx, shape.drawing.id === selected);
      if (!(distancePx < nearest || (distancePx === nearest && found === null))) continue;
      nearest = distancePx;
      found = shape;
    }
    return found;
  }

  find(id: string | null): Shape | null {
    for (let at = 0; at < this.visibleCount; at += 1) if (this.visible[at]!.drawing.id === id) return this.visible[at]!;
    return null;
  }

  #clear(): void {
    this.shapes = [];
    this.#basis = null;
    this.visibleCount = 0;
  }

  #make(drawings: readonly Drawing[]): void {
    const view = this.#view;
    const basis = this.#basis;
    const whole = basis !== null && isSame(basis, view);
    const grown = whole || (basis !== null && isGrown(basis, view));
    const known = new Map<Drawing, Shape>();
    for (const shape of this.shapes) if (whole || (grown && isBetween(shape, basis!))) known.set(shape.drawing, shape);
    this.shapes = drawings.map((drawing) => known.get(drawing) ?? makeShape(drawing, view));
    this.#drawings = drawings;
    if (!whole) this.#basis = basisOf(view);
  }

  #projectVisible(): void {
    const { visible } = this;
    const view = this.#view;
    let seen = 0;
    for (let at = 0; at < this.shapes.length; at += 1) {
      const shape = this.shapes[at]!;
      if (shape.drawing.hidden || !this.#mayBeSeen(shape)) continue;
      project(shape, view);
      visible[seen] = shape;
      seen += 1;
    }
    this.visibleCount = seen;
  }

  /** Whether a shape, its texts on both sides included, may reach into the plot. */
  #mayBeSeen({ tool, from, to, widestPx }: Shape): boolean {
    if (tool.endless) return true;
    const { time, ratio } = this.#view;
    const margin = widestPx + MARGIN_CSS_PX * ratio;
    return time.xOf(to) + margin >= 0 && time.xOf(from) - margin <= time.widthPx;
  }
}

/** Device px from a point to a shape; `reachPx` at most within the area of a selected one. */
export function distanceTo(shape: Shape, x: number, y: number, reachPx: number, selected: boolean): number {
  const distancePx = shape.tool.distance(shape, x, y);
  return selected && shape.tool.inside?.(shape, x, y) ? Math.min(distancePx, reachPx) : distancePx;
}

/** The handle within `reachPx` of a point, the nearest; -1 without one. */
export function handleAt(shape: Shape, x: number, y: number, reachPx: number): number {
  let found = -1;
  let nearest = reachPx;
  shape.tool.handles.forEach(([timeOf, priceOf], at) => {
    const distancePx = Math.hypot(x - shape.xy[2 * timeOf]!, y - shape.xy[2 * priceOf + 1]!);
    if (!(distancePx <= nearest) || (found >= 0 && distancePx === nearest)) return;
    nearest = distancePx;
    found = at;
  });
  return found;
}
