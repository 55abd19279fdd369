// A canvas that is never shown: one of the page in a browser without OffscreenCanvas.

/** What a page has that no worker has; its canvas can all that is called of an OffscreenCanvas here. */
interface Page {
  document: { createElement(name: 'canvas'): OffscreenCanvas };
}

export function scratchCanvas(width: number, height: number): OffscreenCanvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign((globalThis as unknown as Page).document.createElement('canvas'), { width, height });
}
