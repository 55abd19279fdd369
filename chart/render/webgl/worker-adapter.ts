// Pixi's environment adapter for a worker.
// Canvases without a page. (Pixi's own brings an XML parser along.)
import type { Adapter, ICanvas } from 'pixi.js';

const refuse = (): never => {
  throw new Error('the chart gives Pixi no documents to read');
};

export const WORKER_ADAPTER: Adapter = {
  createCanvas: (width, height) => new OffscreenCanvas(width ?? 1, height ?? 1) as unknown as ICanvas,
  createImage: refuse,
  getCanvasRenderingContext2D: () =>
    OffscreenCanvasRenderingContext2D as unknown as ReturnType<Adapter['getCanvasRenderingContext2D']>,
  // WebGL 1: Pixi distinguishes the two by it.
  getWebGLRenderingContext: () => WebGLRenderingContext,
  getNavigator: () => navigator,
  getBaseUrl: () => location.href,
  getFontFaceSet: () => null,
  fetch: refuse,
  parseXML: refuse,
};
