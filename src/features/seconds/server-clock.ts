// The server's clock as a signal that is updated while a component is mounted.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../stores/market/connection.ts';

/** Often enough for a smooth ring and punctual seconds. */
const UPDATE_INTERVAL_MS = 200;

/** Server time in ms. */
export function useServerClock(): ReadonlySignal<number> {
  const [clock] = useState(() => signal(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => {
      clock.value = serverNow();
    }, UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return clock;
}
