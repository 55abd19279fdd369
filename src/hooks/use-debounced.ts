// A value that changes only after 300 ms without a change (an order that fills changes often).
import { useEffect, useState } from 'react';

const DELAY_MS = 300;

export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
