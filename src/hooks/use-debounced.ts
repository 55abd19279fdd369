// A value that has come to rest: several changes in a row (a filled order changes often) are one.
import { useEffect, useState } from 'react';

const SETTLE_MS = 300;

export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
