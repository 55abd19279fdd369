// Keeps the identity of a flat object while its values are the same.
import { useState } from 'react';

/** What is derived from the object in memos is computed again only after a change of a value. */
export function useStable<T extends object>(next: T): T {
  const [stable, setStable] = useState(next);
  const same = (Object.keys(next) as (keyof T)[]).every((key) => Object.is(next[key], stable[key]));
  if (!same) setStable(next);
  return same ? stable : next;
}
