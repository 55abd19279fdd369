// One series of the draw list as an instanced mesh: rows are uploaded when they changed, everything else is uniforms.
import { UniformGroup } from 'pixi.js';
import type { Rgba, SeriesDraw } from '../draw-list.ts';
import { InstancedMesh, type InstanceKind } from './instances.ts';
import { AREAS, BARS, CANDLES, DOTS, LINES, OHLC } from './shaders.ts';

const LINE_KIND: InstanceKind = {
  program: LINES, stride: 4, quads: 1,
  fields: { aFrom: { format: 'float32', offset: 0 }, aTo: { format: 'float32', offset: 4 } },
};
const CANDLE_KIND: InstanceKind = { program: CANDLES, stride: 16, quads: 2, fields: { aOhlc: { format: 'float32x4', offset: 0 } } };
const KINDS: Record<SeriesDraw['kind'], InstanceKind> = {
  candles: CANDLE_KIND,
  hollow: CANDLE_KIND,
  ohlc: { ...CANDLE_KIND, program: OHLC, quads: 3 },
  bars: { program: BARS, stride: 8, quads: 1, fields: { aBar: { format: 'float32x2', offset: 0 } } },
  line: LINE_KIND,
  area: { ...LINE_KIND, program: AREAS },
  dots: { program: DOTS, stride: 8, quads: 1, fields: { aDot: { format: 'float32x2', offset: 0 } } },
};

function setColor(target: Float32Array, color: Rgba): void {
  target[0] = (color & 0xff) / 255;
  target[1] = ((color >>> 8) & 0xff) / 255;
  target[2] = ((color >>> 16) & 0xff) / 255;
}

export class SeriesMesh {
  readonly instances: InstancedMesh;
  private readonly series: SeriesDraw;
  private readonly up = new Float32Array(4);
  private readonly colorUp = new Float32Array(3);
  private readonly colorDown = new Float32Array(3);
  private readonly line = new Float32Array(3);
  private readonly own: UniformGroup;
  private revision = -1;

  /** `frame` holds the uniforms all meshes share: size, across, widths. */
  constructor(series: SeriesDraw, frame: UniformGroup) {
    this.series = series;
    this.own = new UniformGroup({
      uUp: { value: this.up, type: 'vec4<f32>' },
      uColorUp: { value: this.colorUp, type: 'vec3<f32>' },
      uColorDown: { value: this.colorDown, type: 'vec3<f32>' },
      uLine: { value: this.line, type: 'vec3<f32>' },
      uZero: { value: 0, type: 'f32' },
    });
    this.instances = new InstancedMesh(KINDS[series.kind], series.rows.data, { frame, own: this.own });
  }

  sync(): void {
    const { series, up } = this;
    up[0] = series.up.baseY;
    up[1] = series.up.pxPerValue;
    up[2] = series.up.clipTop;
    up[3] = series.up.clipBottom;
    setColor(this.colorUp, series.colorUp);
    setColor(this.colorDown, series.colorDown);
    this.line[0] = series.kind === 'area' ? (series.colorUp >>> 24) / 255 : series.thicknessPx / 2;
    this.line[1] = series.pointsPerRow;
    this.line[2] = series.kind === 'hollow' ? 1 : 0;
    this.own.uniforms['uZero'] = series.zero;
    this.upload();
  }

  private upload(): void {
    const { rows, kind, pointsPerRow } = this.series;
    const floatsPerRow = rows.stride * pointsPerRow;
    const end = rows.count * floatsPerRow;
    const from = rows.revision === this.revision ? Math.min(end, rows.patchedFrom * floatsPerRow) : 0;
    const points = rows.count * pointsPerRow;
    this.instances.set(rows.data, kind === 'line' || kind === 'area' ? Math.max(0, points - 1) : points, from, end);
    this.revision = rows.revision;
  }
}
