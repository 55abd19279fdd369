// Counts what is painted on 2D canvases of the page, to know when a library has drawn.

const PAINTS = ['fill', 'stroke', 'fillRect', 'fillText', 'drawImage'] as const;

/** Counts from now on until `stop`, which leaves the canvases as they were. */
export function countShapes(): { count(): number; stop(): void } {
  let shapes = 0;
  const proto = CanvasRenderingContext2D.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = PAINTS.map((name) => proto[name]!);
  PAINTS.forEach((name, at) => {
    proto[name] = function count(this: unknown, ...args: unknown[]): unknown {
      shapes += 1;
      return originals[at]!.apply(this, args);
    };
  });
  return {
    count: () => shapes,
    stop: () =>
      PAINTS.forEach((name, at) => {
        proto[name] = originals[at]!;
      }),
  };
}
