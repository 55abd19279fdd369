// Bundler aliases that lead the imports of Pixi to the parts which the chart uses.
// `pixi.js` to pixi-parts.mjs, `pixi-lib/` to the package's files, unused ones to pixi-absent.mjs.
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Files of Pixi by name; pixi-absent.mjs exports what each of them does. */
const ABSENT = [
  'CanvasPool',
  'Color',
  'Container',
  'GenerateShaderSyncCode',
  'GpuProgram',
  'TexturePool',
  'generateUniformsSync',
  'glUploadCompressedTextureResource',
  'glUploadCubeTextureResource',
  'glUploadVideoResource',
];

export const PIXI_ALIAS = [
  { find: /^pixi\.js$/, replacement: here('./pixi-parts.mjs') },
  { find: /^pixi-lib\//, replacement: here('../../../node_modules/pixi.js/lib/') },
  { find: new RegExp(`^\\.{1,2}/(?:.*/)?(${ABSENT.join('|')})\\.mjs$`), replacement: here('./pixi-absent.mjs') },
];
