// Waiting that can be called off.

/**
 * Resolves after `waitMs`, or at once when `stopped` fires; always after a turn of the event loop, so that others get
 * theirs.
 */
export function pauseUntil(waitMs: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted || waitMs <= 0) {
      setImmediate(resolve);
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    stopped.addEventListener('abort', done);
  });
}
