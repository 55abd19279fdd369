// Runs the daily jobs: once a minute each checks whether it has something to do.

const CHECK_INTERVAL_MS = 60_000;

export interface DailyJobs {
  /** Lets the current job finish its batch, and starts no other. */
  close(): Promise<void>;
}

/** Calls `shouldContinue` before every batch. Run again, it continues with what is left. */
export type DailyJob = (shouldContinue: () => boolean) => Promise<void>;

/** Starts at once and runs the jobs one after the other; a failure is logged and retried at the next check. */
export function startDailyJobs(jobs: readonly DailyJob[], log: (error: unknown) => void): DailyJobs {
  let open = true;
  let underWay: Promise<void> | null = null;
  const shouldContinue = (): boolean => open;
  const all = async (): Promise<void> => {
    for (const job of jobs) if (open) await job(shouldContinue);
  };
  const check = (): void => {
    underWay ??= all()
      .catch(log)
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  check();
  return {
    async close() {
      open = false;
      clearInterval(timer);
      await underWay;
    },
  };
}
