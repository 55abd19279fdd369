// Reads a signal in a component that re-renders when it changes; live cells use LiveText instead.
import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useSyncExternalStore } from 'react';

export function useSignalValue<T>(source: ReadonlySignal<T>): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      // A signal calls a new subscriber at once; React expects only later changes.
      let first = true;
      return source.subscribe(() => {
        if (first) first = false;
        else changed();
      });
    },
    [source],
  );
  const read = useCallback(() => source.peek(), [source]);
  return useSyncExternalStore(subscribe, read, read);
}
