// Of several tabs of the app one rings and tells: the first that was opened, then the next.

let first = false;

/** Takes a place in the row. Called once; where a browser has no locks every tab is the first. */
export function joinElection(): void {
  const { locks } = navigator as { locks?: LockManager };
  first = locks === undefined;
  // Held until the tab goes: nothing ends this promise.
  locks
    ?.request('fxproFirstTab', () => {
      first = true;
      return new Promise<never>(() => undefined);
    })
    .catch((cause: unknown) => console.warn('the tabs do not know of each other', cause));
}

export function isTabLeader(): boolean {
  return first;
}
