// One thing after another for each person, so that two at once are not both the first.

/** Runs work for a person after everything that was given for the same person before. */
export type Turns = <T>(uid: number, work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const last = new Map<number, Promise<unknown>>();
  return async (uid, work) => {
    const before = last.get(uid);
    // Whoever was before hears of their own failure.
    const mine = before ? before.then(work, work) : work();
    last.set(uid, mine);
    try {
      return await mine;
    } finally {
      if (last.get(uid) === mine) last.delete(uid);
    }
  };
}
