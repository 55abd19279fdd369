// Times of the animation frames of one thread, and of the scripts that run in them.

export interface FrameLog {
  /** From one frame in which something ran to the next, ms. */
  readonly betweenMs: number[];
  /** Wall time of the scripts of each frame, ms; painting comes after them. */
  readonly scriptMs: number[];
}

let betweenMs: number[] = [];
let scriptMs: number[] = [];
let frameAt = -1;

/** Writes down every frame of this thread from now on. */
export function watchFrames(): void {
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (run) =>
    request((at) => {
      const from = performance.now();
      run(at);
      const ms = performance.now() - from;
      if (at === frameAt) {
        scriptMs[scriptMs.length - 1]! += ms;
        return;
      }
      if (frameAt >= 0) betweenMs.push(at - frameAt);
      frameAt = at;
      scriptMs.push(ms);
    });
}

/** The frames since the last call. */
export function takeFrames(): FrameLog {
  const log = { betweenMs, scriptMs };
  betweenMs = [];
  scriptMs = [];
  frameAt = -1;
  return log;
}
