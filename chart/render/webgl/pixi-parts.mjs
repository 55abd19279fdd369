// Deep imports of the parts of Pixi that the chart uses.
// The package entry point would bundle all of Pixi. The bundler resolves `pixi.js` to this file (pixi-alias.mjs); types
// are still the package's own.
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
import { AbstractRenderer } from 'pixi-lib/rendering/renderers/shared/system/AbstractRenderer.mjs';
import { ViewSystem } from 'pixi-lib/rendering/renderers/shared/view/ViewSystem.mjs';
import { RendererType } from 'pixi-lib/rendering/renderers/types.mjs';
import { generateShaderSyncPolyfill } from 'pixi-lib/unsafe-eval/shader/generateShaderSyncPolyfill.mjs';
import { generateUniformsSyncPolyfill } from 'pixi-lib/unsafe-eval/uniforms/generateUniformsSyncPolyfill.mjs';

export { DOMAdapter } from 'pixi-lib/environment/adapter.mjs';
export { getTestContext } from 'pixi-lib/rendering/renderers/gl/shader/program/getTestContext.mjs';
export { CLEAR } from 'pixi-lib/rendering/renderers/gl/const.mjs';
export { GlProgram } from 'pixi-lib/rendering/renderers/gl/shader/GlProgram.mjs';
export { Buffer } from 'pixi-lib/rendering/renderers/shared/buffer/Buffer.mjs';
export { BufferUsage } from 'pixi-lib/rendering/renderers/shared/buffer/const.mjs';
export { Geometry } from 'pixi-lib/rendering/renderers/shared/geometry/Geometry.mjs';
export { Shader } from 'pixi-lib/rendering/renderers/shared/shader/Shader.mjs';
export { UniformGroup } from 'pixi-lib/rendering/renderers/shared/shader/UniformGroup.mjs';
export { State } from 'pixi-lib/rendering/renderers/shared/state/State.mjs';
export { CanvasSource } from 'pixi-lib/rendering/renderers/shared/texture/sources/CanvasSource.mjs';

const named = (parts) => parts.map((value) => ({ name: value.extension.name, value }));

/**
 * In the place of Pixi's collector of unused buffers, and of the ticker that would run it for ever: the chart gives
 * back what it made.
 */
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

/**
 * Takes a WebGL 2 context as it is: all that Pixi asks for is there, but for the stencil buffer, which masks alone
 * would need.
 */
class Context extends GlContextSystem {
  validateContext() {
    for (const part of [
      'uint32Indices',
      'uniformBufferObject',
      'vertexArrayObject',
      'srgbTextures',
      'nonPowOf2wrapping',
      'nonPowOf2mipmaps',
      'msaa',
    ])
      this.supports[part] = true;
  }
}

/** Pixi's WebGL renderer with the systems that draw geometries, and no others: no scene, no pipes. */
export class WebGLRenderer extends AbstractRenderer {
  constructor() {
    super({
      name: 'webgl',
      type: RendererType.WEBGL,
      systems: named([
        BackgroundSystem,
        ViewSystem,
        NoCollector,
        NoBackBuffer,
        Context,
        GlLimitsSystem,
        GlBufferSystem,
        GlTextureSystem,
        GlRenderTargetSystem,
        GlGeometrySystem,
        GlUniformGroupSystem,
        GlShaderSystem,
        GlEncoderSystem,
        GlStateSystem,
      ]),
      renderPipes: [],
      renderPipeAdaptors: [],
    });
  }
}

// What `pixi.js/unsafe-eval` does, for the systems that are here: the pages forbid code from text.
AbstractRenderer.prototype._unsafeEvalCheck = () => undefined;
GlUniformGroupSystem.prototype._generateUniformsSync = generateUniformsSyncPolyfill;
GlShaderSystem.prototype._generateShaderSync = generateShaderSyncPolyfill;
