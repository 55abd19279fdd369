// The parts of Pixi that the chart draws with, each from its own file: the package's front door leads to the whole house.
// The bundler puts this file in the place of `pixi.js` (vite.config.ts); types are still the package's own.
import { extensions } from 'pixi-lib/extensions/Extensions.mjs';
import { GlUboSystem } from 'pixi-lib/rendering/renderers/gl/GlUboSystem.mjs';
import { GlShaderSystem } from 'pixi-lib/rendering/renderers/gl/shader/GlShaderSystem.mjs';
import { GlUniformGroupSystem } from 'pixi-lib/rendering/renderers/gl/shader/GlUniformGroupSystem.mjs';
import { UboSystem } from 'pixi-lib/rendering/renderers/shared/shader/UboSystem.mjs';
import { AbstractRenderer } from 'pixi-lib/rendering/renderers/shared/system/AbstractRenderer.mjs';
import { GlMeshAdaptor } from 'pixi-lib/scene/mesh/gl/GlMeshAdaptor.mjs';
import { MeshPipe } from 'pixi-lib/scene/mesh/shared/MeshPipe.mjs';
import { generateShaderSyncPolyfill } from 'pixi-lib/unsafe-eval/shader/generateShaderSyncPolyfill.mjs';
import { generateUboSyncPolyfillSTD40 } from 'pixi-lib/unsafe-eval/ubo/generateUboSyncPolyfill.mjs';
import { generateUniformsSyncPolyfill } from 'pixi-lib/unsafe-eval/uniforms/generateUniformsSyncPolyfill.mjs';

export { DOMAdapter } from 'pixi-lib/environment/adapter.mjs';
export { WebGLRenderer } from 'pixi-lib/rendering/renderers/gl/WebGLRenderer.mjs';
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
export { Ticker } from 'pixi-lib/ticker/Ticker.mjs';

extensions.add(MeshPipe);

// Every mesh of the chart brings its own shader. The one that Pixi would compile for meshes without any has a new name,
// and so stays in memory for ever, with each renderer.
GlMeshAdaptor.prototype.init = () => undefined;
GlMeshAdaptor.prototype.destroy = () => undefined;

// What `pixi.js/unsafe-eval` does, for the systems that are here: the pages forbid code from text.
AbstractRenderer.prototype._unsafeEvalCheck = () => undefined;
UboSystem.prototype._systemCheck = () => undefined;
GlUniformGroupSystem.prototype._generateUniformsSync = generateUniformsSyncPolyfill;
GlUboSystem.prototype._generateUboSync = generateUboSyncPolyfillSTD40;
GlShaderSystem.prototype._generateShaderSync = generateShaderSyncPolyfill;
