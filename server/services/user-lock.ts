// Runs the operations of a user one at a time, so that concurrent calls do not pass the same limit.

/** Runs `work` after all earlier work of the same user. */
export type UserLock = <T>(uid: number, work: () => Promise<T>) => Promise<T>;

export function createUserLock(): UserLock {
  const last = new Map<number, Promise<unknown>>();
  return async (uid, work) => {
    const before = last.get(uid);
    // Earlier failures are reported to their own callers.
    const mine = before ? before.then(work, work) : work();
    last.set(uid, mine);
    try {
      return await mine;
    } finally {
      if (last.get(uid) === mine) last.delete(uid);
    }
  };
}
