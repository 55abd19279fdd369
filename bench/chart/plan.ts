// How long a run takes: BENCH=quick measures everything once, in two to three minutes; CHART_ONLY=full,load some
// sections alone.

export interface Plan {
  quick: boolean;
  /** Histories of the full layout, and how often each cell of theirs is measured; medians are taken over that. */
  sizes: readonly { candles: number; rounds: number }[];
  /** Frames of a scene that is traced, and the longest it may take. */
  tracedFrames: number;
  sceneMs: number;
}

export function planOf(env: NodeJS.ProcessEnv): Plan {
  const quick = env['BENCH'] === 'quick';
  return quick
    ? { quick, tracedFrames: 30, sceneMs: 600, sizes: [{ candles: 10_000, rounds: 1 }] }
    : {
        quick,
        tracedFrames: 60,
        sceneMs: 1000,
        sizes: [
          { candles: 10_000, rounds: 3 },
          { candles: 100_000, rounds: 2 },
        ],
      };
}

/** A count of candles in short form: 10k, 1M. */
export function spoken(candles: number): string {
  return candles >= 1e6 ? `${candles / 1e6}M` : `${Math.round(candles / 1000)}k`;
}
