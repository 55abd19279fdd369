// The clock of this room: closes each day's equity after midnight (UTC), pays inviters their share, and takes out what is forgotten.
import { type EquityParts, closeDay } from './equity.ts';

/** How often the clock is looked at. */
const LOOK_MS = 60_000;

export interface Days {
  /** Lets what is under way finish its batch; nothing is begun after. */
  close(): Promise<void>;
}

/** Starts at once, in the background; a failure is told and tried again at the next look. */
export function startDays(parts: EquityParts, also: () => Promise<void>, log: (error: unknown) => void): Days {
  let open = true;
  let underWay: Promise<void> | null = null;
  const look = (): void => {
    underWay ??= closeDay(parts, () => open).then(() => (open ? also() : undefined)).catch(log).finally(() => { underWay = null; });
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
