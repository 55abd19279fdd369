// Bars, lines, areas and dots of all panes as one mesh and one draw.
// Points are uploaded when they changed, what a frame moves is a table of uniforms.
import { UniformGroup } from 'pixi.js';
import type { Rgba, SeriesDraw } from '../draw-list.ts';
import type { InstanceKind, InstancedMesh } from './instanced-mesh.ts';
import { meshOf } from './instances.ts';
import { PlotPoints } from './plot-points.ts';
import { LOOK, MAX_SERIES, PLOT } from './plot-shader.ts';

/** Floats of a series in the table. */
const ROW = 8;
const STRIDE = PlotPoints.SLOT * 4;
const KIND: InstanceKind = {
  program: PLOT,
  stride: STRIDE,
  quads: 1,
  fields: { aPoint: { format: 'float32x2', offset: 0 }, aNext: { format: 'float32', offset: STRIDE } },
};

/** Whole in a float. */
const rgb = (color: Rgba): number => color & 0xffffff;

/**
 * The last float of a series in the table: from where bars rise, how opaque an area is, the radius of lines and dots.
 */
function measureOf({ kind, zero, colorUp, thicknessPx }: SeriesDraw): number {
  if (kind === 'bars') return zero;
  return kind === 'area' ? (colorUp >>> 24) / 255 : thicknessPx / 2;
}

export class PlotMesh {
  /** How many series one mesh draws at most. */
  static readonly MAX_SERIES = MAX_SERIES;
  readonly instances: InstancedMesh;
  readonly #series: readonly SeriesDraw[];
  readonly #points: PlotPoints;
  readonly #table = new Float32Array(MAX_SERIES * ROW);
  /** Slots a series, points a row. */
  readonly #slots = new Float32Array(2);

  /** `frame` holds the uniforms all meshes share: size, across, widths. */
  constructor(series: readonly SeriesDraw[], frame: UniformGroup) {
    this.#series = series;
    this.#points = new PlotPoints(series);
    const own = new UniformGroup({
      uSlots: { value: this.#slots, type: 'vec2<f32>' },
      uSeries: { value: this.#table, type: 'vec4<f32>', size: (MAX_SERIES * ROW) / 4 },
    });
    this.instances = meshOf(KIND, this.#points.floats, { frame, own });
  }

  sync(): void {
    const series = this.#series;
    const points = this.#points;
    const slots = this.#slots;
    points.sync();
    slots[0] = points.slots;
    for (let at = 0; at < series.length; at += 1) this.#place(series[at]!, at * ROW);
    this.instances.set(points.floats, series.length * points.slots, points.from, points.to);
  }

  /** Writes the per-frame uniforms: position and look of a series. */
  #place(series: SeriesDraw, at: number): void {
    const table = this.#table;
    const { up, kind } = series;
    table[at] = up.baseY;
    table[at + 1] = up.pxPerValue;
    table[at + 2] = up.clipTop;
    table[at + 3] = up.clipBottom;
    table[at + 4] = rgb(series.colorUp);
    table[at + 5] = rgb(series.colorDown);
    table[at + 6] = LOOK[kind as keyof typeof LOOK];
    table[at + 7] = measureOf(series);
    // All but bars have as many.
    if (kind !== 'bars') this.#slots[1] = series.pointsPerRow;
  }
}
