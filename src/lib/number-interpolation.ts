// What scales of numbers need of d3-interpolate, which the bundler replaces by it (vite.config.ts).
// The package also mixes colours, texts, dates and lists, and a scale holds on to all of that.

type Interpolation = (share: number) => number;

export function interpolateNumber(from: number, to: number): Interpolation {
  return (share) => from * (1 - share) + to * share;
}

export function interpolateRound(from: number, to: number): Interpolation {
  return (share) => Math.round(from * (1 - share) + to * share);
}

export { interpolateNumber as interpolate };

/** Of scales with a middle, which nothing here has. */
export function piecewise(): never {
  throw new Error('the scales here are linear');
}
