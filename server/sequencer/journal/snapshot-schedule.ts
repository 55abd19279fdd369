// When the machine's state is written again: often enough for short replays, seldom where it takes long.

/** Commands between two snapshots. */
const SNAPSHOT_EVERY = 10_000;
/** Taking and writing them uses at most one part in so many of the time. */
const COST_PARTS = 200;

export class SnapshotSchedule {
  /** Number of the newest snapshot's last command; null before this process has written one. */
  seq: number | null;
  #nextAt = 0;

  constructor(seq: number | null) {
    this.seq = seq;
  }

  isDue(seq: number): boolean {
    return this.seq === null || (seq - this.seq >= SNAPSHOT_EVERY && performance.now() >= this.#nextAt);
  }

  /** Runs what makes one, and counts its time. */
  timed<T>(make: () => T): T {
    const began = performance.now();
    const made = make();
    const endedAt = performance.now();
    this.#nextAt = endedAt + COST_PARTS * (endedAt - began);
    return made;
  }
}
