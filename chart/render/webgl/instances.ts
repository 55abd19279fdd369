// Instanced meshes as WebGL draws them: one program a kind.
import { GlProgram, Shader, type Texture, type UniformGroup } from 'pixi.js';
import { InstancedMesh, type InstanceKind } from './instanced-mesh.ts';

export function meshOf(
  kind: InstanceKind,
  data: Float32Array,
  resources: Record<string, UniformGroup | Texture['source']>,
): InstancedMesh {
  return new InstancedMesh(kind, data, () => new Shader({ glProgram: GlProgram.from(kind.program), resources }));
}
