// Seeded chance: one small generator and the few distributions the market needs; same seed, same numbers everywhere.

/** A stream of chance. Streams of different names under one seed are independent for our purposes. */
export interface Chance {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Whole number in [0, below). */
  below(limit: number): number;
  /** Poisson count for a small mean (under 10). */
  poisson(mean: number): number;
}

/** FNV-1a over UTF-16 units: spreads a stream's name into 32 bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, passes BigCrush. */
function sfc32(seed: number, name: string): () => number {
  let a = hashName(name);
  let b = seed | 0;
  let c = hashName(`${seed}/${name}`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 15; i += 1) next();
  return next;
}

/** The stream called `name` under `seed`. */
export function createChance(seed: number, name: string): Chance {
  const uniform = sfc32(seed, name);
  let spare = Number.NaN;
  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    // Box-Muller gives two at a time; 1 - u keeps the logarithm away from zero.
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const poisson = (mean: number): number => {
    const floor = Math.exp(-mean);
    let count = 0;
    for (let product = uniform(); product > floor; product *= uniform()) count += 1;
    return count;
  };
  return { uniform, normal, below: (limit) => Math.floor(uniform() * limit), poisson };
}
