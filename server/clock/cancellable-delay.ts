// A delay that an abort signal ends early.

/** Resolves after `waitMs`, or at once when `stopped` aborts; never before the event loop has run once. */
export function cancellableDelay(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || waitMs <= 0) {
      setImmediate(resolve);
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    signal.addEventListener('abort', done);
  });
}
