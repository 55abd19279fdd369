// Instanced meshes for WebGPU, in the place of chart/render/webgl/instances.ts: WGSL instead of GLSL.
import { type Buffer, BufferUsage, GpuProgram, Shader, type Texture, type UniformGroup } from 'pixi.js';
import { InstancedMesh, type InstanceKind } from '../../../chart/render/webgl/instanced-mesh.ts';
import { CANDLES, OHLC } from './candle-shaders.ts';
import { PLOT } from './plot-shader.ts';
import { QUAD_SHADER } from './quad-shader.ts';
import { QUADS, SEGMENTS } from './shape-shaders.ts';

const WGSL: Record<string, string> = {
  'chart-candles': CANDLES,
  'chart-ohlc': OHLC,
  'chart-plot': PLOT,
  'chart-ink': QUAD_SHADER,
  'chart-quads': QUADS,
  'chart-segments': SEGMENTS,
};

function programOf(name: string): GpuProgram {
  const source = WGSL[name]!;
  return GpuProgram.from({
    name,
    vertex: { source, entryPoint: 'vertexMain' },
    fragment: { source, entryPoint: 'fragmentMain' },
  });
}

export function meshOf(
  kind: InstanceKind,
  data: Float32Array,
  resources: Record<string, UniformGroup | Texture['source']>,
): InstancedMesh {
  const gpuProgram = programOf(kind.program.name);
  // Points of the plot are read by number.
  if (kind.program.name !== 'chart-plot')
    return new InstancedMesh(kind, data, () => new Shader({ gpuProgram, resources }));
  const shaderOf = (points: Buffer): Shader => new Shader({ gpuProgram, resources: { ...resources, points } });
  return new InstancedMesh({ ...kind, fields: {} }, data, shaderOf, BufferUsage.STORAGE);
}
