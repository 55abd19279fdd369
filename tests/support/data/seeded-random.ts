// Repeatable random numbers for tests and benchmarks (mulberry32), and the seed of a run.

/** Numbers in [0, 1) that depend on `seed` alone. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Seed of a test run, printed so that a failure can be repeated with SEED=n. */
export function seedOf(name: string): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`${name}: SEED=${seed}`);
  return seed;
}
