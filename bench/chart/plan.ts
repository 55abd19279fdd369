// How long a run takes: CHART_BENCH=quick measures everything once, in under two minutes; CHART_ONLY=full,storm some sections alone.

export interface Plan {
  quick: boolean;
  /** Repetitions of each cell of the full layout; medians are taken over them. */
  rounds: number;
  /** Frames of a scene that is traced, and the longest it may take. */
  tracedFrames: number;
  sceneMs: number;
  sizes: readonly number[];
}

export function planOf(env: NodeJS.ProcessEnv): Plan {
  const quick = env['CHART_BENCH'] === 'quick';
  return quick
    ? { quick, rounds: 1, tracedFrames: 30, sceneMs: 700, sizes: [10_000] }
    : { quick, rounds: 3, tracedFrames: 60, sceneMs: 1500, sizes: [10_000, 100_000] };
}

/** A count of candles as it is spoken: 10k, 1M. */
export function spoken(candles: number): string {
  return candles >= 1e6 ? `${candles / 1e6}M` : `${Math.round(candles / 1000)}k`;
}
