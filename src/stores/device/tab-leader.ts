// Tab leader election: only the leader plays sounds and shows notifications.

let leader = false;

/** Joins the election. Called once; without the Web Locks API every tab is a leader. */
export function joinTabElection(): void {
  const { locks } = navigator as { locks?: LockManager };
  leader = locks === undefined;
  // The lock is held until the tab closes: this promise never resolves.
  locks
    ?.request('fxproFirstTab', () => {
      leader = true;
      return new Promise<never>(() => undefined);
    })
    .catch((cause: unknown) => console.warn('tab lock request failed', cause));
}

export function isTabLeader(): boolean {
  return leader;
}
