// The candles as an instanced mesh: rows are uploaded when they changed, everything else is uniforms.
import { UniformGroup } from 'pixi.js';
import type { Rgba, SeriesDraw } from '../draw-list.ts';
import { CANDLES, OHLC } from './candle-shaders.ts';
import type { InstanceKind, InstancedMesh } from './instanced-mesh.ts';
import { meshOf } from './instances.ts';

const CANDLE_KIND: InstanceKind = {
  program: CANDLES,
  stride: 16,
  quads: 2,
  fields: { aOhlc: { format: 'float32x4', offset: 0 } },
};
const OHLC_KIND: InstanceKind = { ...CANDLE_KIND, program: OHLC, quads: 3 };
const FLOATS = 4;

/** Whether a series is drawn by this mesh; all others are drawn by the plot's. */
export const isCandles = ({ kind }: SeriesDraw): boolean => kind === 'candles' || kind === 'hollow' || kind === 'ohlc';

function setColor(target: Float32Array, color: Rgba): void {
  target[0] = (color & 0xff) / 255;
  target[1] = ((color >>> 8) & 0xff) / 255;
  target[2] = ((color >>> 16) & 0xff) / 255;
}

export class CandleMesh {
  readonly instances: InstancedMesh;
  readonly #series: SeriesDraw;
  readonly #up = new Float32Array(4);
  readonly #colorUp = new Float32Array(3);
  readonly #colorDown = new Float32Array(3);
  #revision = -1;

  /** `frame` holds the uniforms all meshes share: size, across, widths. */
  constructor(series: SeriesDraw, frame: UniformGroup) {
    this.#series = series;
    const own = new UniformGroup({
      uUp: { value: this.#up, type: 'vec4<f32>' },
      uColorUp: { value: this.#colorUp, type: 'vec3<f32>' },
      uColorDown: { value: this.#colorDown, type: 'vec3<f32>' },
      uHollow: { value: series.kind === 'hollow' ? 1 : 0, type: 'f32' },
    });
    this.instances = meshOf(series.kind === 'ohlc' ? OHLC_KIND : CANDLE_KIND, series.rows.data, {
      frame,
      own,
    });
  }

  sync(): void {
    const up = this.#up;
    const { up: place, rows, colorUp, colorDown } = this.#series;
    const isHidden = this.#series.to <= this.#series.from;
    up[0] = place.baseY;
    up[1] = place.pxPerValue;
    up[2] = place.clipTop;
    up[3] = place.clipBottom;
    setColor(this.#colorUp, colorUp);
    setColor(this.#colorDown, colorDown);
    const end = rows.count * FLOATS;
    const from = rows.revision === this.#revision ? Math.min(end, rows.patchedFrom * FLOATS) : 0;
    // Footprints take the place of all candles.
    this.instances.set(rows.data, isHidden ? 0 : rows.count, from, end);
    this.#revision = rows.revision;
  }
}
