// Bundler aliases that have the chart draw through WebGPU: the whole of Pixi, and the files here for those that speak
// WebGL.
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const WEBGPU_ALIAS = [
  { find: /^\.\/webgl\/pixi-backend\.ts$/, replacement: here('./webgpu-backend.ts') },
  { find: /^\.\/instances\.ts$/, replacement: here('./instances.ts') },
];
