// The server's clock as a signal that ticks while a component is on screen.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../stores/market/connection.ts';

/** Often enough for a ring that moves, and for whole seconds that come in time. */
const EVERY_MS = 200;

/** Server time in ms. */
export function useServerClock(): ReadonlySignal<number> {
  const [clock] = useState(() => signal(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => {
      clock.value = serverNow();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return clock;
}
