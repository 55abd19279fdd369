// Stubs for parts of Pixi that its files import and this chart never reaches (pixi-alias.mjs).
// They are colours by name, programs for WebGPU, uniform buffers, pooled textures, scenes, videos and compressed
// pictures, code from text. Types are still the package's own. A stub that is reached throws at once.

function absent(part) {
  throw new Error(`the chart's Pixi has no ${part}`);
}

// color/Color.mjs: a colour is a number 0xRRGGBB, or another colour.
export class Color {
  static shared = new Color();
  #rgb = 0;
  /** Shares of red, green, blue and opacity: the renderer asks for them at every draw. */
  #shares = [0, 0, 0, 1];
  constructor(value = 0xffffff) {
    this.setValue(value);
  }
  get alpha() {
    return this.#shares[3];
  }
  setAlpha(alpha) {
    this.#shares[3] = alpha;
    return this;
  }
  setValue(value) {
    const rgb = value instanceof Color ? value.#rgb : value;
    if (!Number.isInteger(rgb)) absent('colours by name');
    this.#rgb = rgb;
    for (let channel = 0; channel < 3; channel += 1) this.#shares[channel] = ((rgb >> (16 - 8 * channel)) & 0xff) / 255;
    return this;
  }
  toArray() {
    return this.#shares;
  }
  toBgrNumber() {
    return ((this.#rgb & 0xff) << 16) | (this.#rgb & 0xff00) | (this.#rgb >> 16);
  }
}

// rendering/renderers/gpu/shader/GpuProgram.mjs
export const GpuProgram = { from: () => absent('WebGPU programs') };

// rendering/renderers/gl/shader/: the pages forbid code from text, and nothing here lies in a uniform buffer.
export const generateShaderSyncCode = () => absent('code from text');
export const generateUniformsSync = () => absent('code from text');

// rendering/renderers/shared/texture/: there is one canvas and no pooled texture.
const pool = (name) => ({
  setScreenSize: () => undefined,
  removeScreen: () => undefined,
  getOptimalTexture: () => absent(name),
  returnTexture: () => absent(name),
});
export const TexturePool = pool('pool of textures');
export const CanvasPool = pool('pool of canvases');

// scene/container/Container.mjs: meshes are drawn without a scene.
export function Container() {
  absent('scenes');
}

// rendering/renderers/gl/texture/uploaders/: the one texture comes from a canvas.
const uploader = (id) => ({ id, upload: () => absent(`upload of a ${id}`) });
export const glUploadVideoResource = uploader('video');
export const glUploadCompressedTextureResource = uploader('compressed');
export const createGlUploadCubeTextureResource = () => uploader('cube');
