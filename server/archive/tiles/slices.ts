// Cuts long work into slices, so that calls and the feed run in between.
import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';

/** A function to be awaited often: once `sliceMs` are used up it lets others run, and rests as long as it worked. */
export function pauseAfter(sliceMs: number): () => Promise<void> {
  let began = performance.now();
  return async () => {
    const usedMs = performance.now() - began;
    if (usedMs < sliceMs) return;
    await rest(usedMs);
    began = performance.now();
  };
}

/** The same without rest: for work that a caller waits for. */
export function turnAfter(sliceMs: number): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await nextTurn();
    began = performance.now();
  };
}
