// The clock of this room: looks, once a minute, whether there is something to close, to pay or to forget.

/** How often the clock is looked at. */
const LOOK_MS = 60_000;

export interface Days {
  /** Lets what is under way finish its batch; nothing is begun after. */
  close(): Promise<void>;
}

/** A duty that says by `goOn` whether it may begin its next batch; done again, it finds what is left. */
export type Duty = (goOn: () => boolean) => Promise<void>;

/** Starts at once, in the background, one duty after the other; a failure is told and tried again at the next look. */
export function startDays(duties: readonly Duty[], log: (error: unknown) => void): Days {
  let open = true;
  let underWay: Promise<void> | null = null;
  const goOn = (): boolean => open;
  const all = async (): Promise<void> => {
    for (const duty of duties) if (open) await duty(goOn);
  };
  const look = (): void => {
    underWay ??= all()
      .catch(log)
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();
  return {
    async close() {
      open = false;
      clearInterval(timer);
      await underWay;
    },
  };
}
