// For bundlers: puts pixi-parts.mjs in the place of `pixi.js`, and leads `pixi-lib/` to the package's own files.
import { fileURLToPath } from 'node:url';

export const PIXI_ALIAS = [
  { find: /^pixi\.js$/, replacement: fileURLToPath(new URL('./pixi-parts.mjs', import.meta.url)) },
  { find: /^pixi-lib\//, replacement: fileURLToPath(new URL('../../node_modules/pixi.js/lib/', import.meta.url)) },
];
