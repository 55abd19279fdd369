// The parts of Pixi that the chart draws with, each from its own file: the package's front door leads to the whole house.
// The bundler puts this file in the place of `pixi.js` (pixi-alias.mjs); types are still the package's own.
import { ColorMaskPipe } from 'pixi-lib/rendering/mask/color/ColorMaskPipe.mjs';
import { GlColorMaskSystem } from 'pixi-lib/rendering/renderers/gl/GlColorMaskSystem.mjs';
import { GlEncoderSystem } from 'pixi-lib/rendering/renderers/gl/GlEncoderSystem.mjs';
import { GlLimitsSystem } from 'pixi-lib/rendering/renderers/gl/GlLimitsSystem.mjs';
import { GlBufferSystem } from 'pixi-lib/rendering/renderers/gl/buffer/GlBufferSystem.mjs';
import { GlContextSystem } from 'pixi-lib/rendering/renderers/gl/context/GlContextSystem.mjs';
import { GlGeometrySystem } from 'pixi-lib/rendering/renderers/gl/geometry/GlGeometrySystem.mjs';
import { GlRenderTargetSystem } from 'pixi-lib/rendering/renderers/gl/renderTarget/GlRenderTargetSystem.mjs';
import { GlShaderSystem } from 'pixi-lib/rendering/renderers/gl/shader/GlShaderSystem.mjs';
import { GlUniformGroupSystem } from 'pixi-lib/rendering/renderers/gl/shader/GlUniformGroupSystem.mjs';
import { GlStateSystem } from 'pixi-lib/rendering/renderers/gl/state/GlStateSystem.mjs';
import { GlTextureSystem } from 'pixi-lib/rendering/renderers/gl/texture/GlTextureSystem.mjs';
import { BackgroundSystem } from 'pixi-lib/rendering/renderers/shared/background/BackgroundSystem.mjs';
import { BlendModePipe } from 'pixi-lib/rendering/renderers/shared/blendModes/BlendModePipe.mjs';
import { GlobalUniformSystem } from 'pixi-lib/rendering/renderers/shared/renderTarget/GlobalUniformSystem.mjs';
import { AbstractRenderer } from 'pixi-lib/rendering/renderers/shared/system/AbstractRenderer.mjs';
import { ViewSystem } from 'pixi-lib/rendering/renderers/shared/view/ViewSystem.mjs';
import { RendererType } from 'pixi-lib/rendering/renderers/types.mjs';
import { RenderGroupSystem } from 'pixi-lib/scene/container/RenderGroupSystem.mjs';
import { MeshPipe } from 'pixi-lib/scene/mesh/shared/MeshPipe.mjs';
import { generateShaderSyncPolyfill } from 'pixi-lib/unsafe-eval/shader/generateShaderSyncPolyfill.mjs';
import { generateUniformsSyncPolyfill } from 'pixi-lib/unsafe-eval/uniforms/generateUniformsSyncPolyfill.mjs';

export { DOMAdapter } from 'pixi-lib/environment/adapter.mjs';
export { getTestContext } from 'pixi-lib/rendering/renderers/gl/shader/program/getTestContext.mjs';
export { GlProgram } from 'pixi-lib/rendering/renderers/gl/shader/GlProgram.mjs';
export { Buffer } from 'pixi-lib/rendering/renderers/shared/buffer/Buffer.mjs';
export { BufferUsage } from 'pixi-lib/rendering/renderers/shared/buffer/const.mjs';
export { Geometry } from 'pixi-lib/rendering/renderers/shared/geometry/Geometry.mjs';
export { Shader } from 'pixi-lib/rendering/renderers/shared/shader/Shader.mjs';
export { UniformGroup } from 'pixi-lib/rendering/renderers/shared/shader/UniformGroup.mjs';
export { CanvasSource } from 'pixi-lib/rendering/renderers/shared/texture/sources/CanvasSource.mjs';
export { Container } from 'pixi-lib/scene/container/Container.mjs';
export { Mesh } from 'pixi-lib/scene/mesh/shared/Mesh.mjs';

const named = (parts) => parts.map((value) => ({ name: value.extension.name, value }));

/** In the place of Pixi's batcher, which joins sprites: the chart has none, each of its meshes is one draw. */
class NoBatcher {
  static extension = { name: 'batch' };
  buildStart() {}
  buildEnd() {}
  upload() {}
  break() {}
  destroy() {}
}

/** In the place of Pixi's collector of unused buffers, and of the ticker that would run it for ever: the chart gives back what it made. */
class NoCollector {
  static extension = { name: 'gc' };
  now = 0;
  enabled = false;
  init() {}
  addResource() {}
  addResourceHash() {}
  addCollection() {}
  destroy() {}
}

/** In the place of the buffer that Pixi would draw on before the canvas. */
class NoBackBuffer {
  static extension = { name: 'backBuffer' };
  useBackBuffer = false;
  init() {}
  destroy() {}
}

/** Draws a mesh with the shader it brings; Pixi's own would compile one for meshes without, and keep its words with every renderer. */
class MeshAdaptor {
  static extension = { name: 'mesh' };
  init() {}
  execute({ renderer, localUniformsBindGroup }, { _geometry: geometry, _shader: shader, state }) {
    shader.groups[100] = renderer.globalUniforms.bindGroup;
    shader.groups[101] = localUniformsBindGroup;
    renderer.encoder.draw({ geometry, shader, state });
  }
  destroy() {}
}

/** Pixi's WebGL renderer with the systems that draw meshes, and no others. */
export class WebGLRenderer extends AbstractRenderer {
  constructor() {
    super({
      name: 'webgl',
      type: RendererType.WEBGL,
      systems: named([
        BackgroundSystem, GlobalUniformSystem, ViewSystem, RenderGroupSystem, NoCollector, NoBackBuffer, GlContextSystem, GlLimitsSystem,
        GlBufferSystem, GlTextureSystem, GlRenderTargetSystem, GlGeometrySystem, GlUniformGroupSystem, GlShaderSystem, GlEncoderSystem, GlStateSystem, GlColorMaskSystem,
      ]),
      renderPipes: named([BlendModePipe, ColorMaskPipe, NoBatcher, MeshPipe]),
      renderPipeAdaptors: named([MeshAdaptor]),
    });
  }
}

// What `pixi.js/unsafe-eval` does, for the systems that are here: the pages forbid code from text.
AbstractRenderer.prototype._unsafeEvalCheck = () => undefined;
GlUniformGroupSystem.prototype._generateUniformsSync = generateUniformsSyncPolyfill;
GlShaderSystem.prototype._generateShaderSync = generateShaderSyncPolyfill;
