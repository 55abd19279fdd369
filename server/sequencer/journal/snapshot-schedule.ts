// When the machine's state is written again: often enough for short replays, seldom where it takes long.

/** Commands between two snapshots. */
const SNAPSHOT_EVERY = 10_000;
/** Taking and writing them uses at most one part in this many of the time. */
const COST_PARTS = 200;
/** Beyond this many commands, some seconds of a replay, they may cost more: a start waits for all of them. */
const MANY_COMMANDS = 50_000;
const COST_PARTS_BEYOND = 50;
/** Here one is due whatever it costs: no start replays more than this, and the rows that were missing. */
export const MAX_COMMANDS = 200_000;

export class SnapshotSchedule {
  /** Number of the newest snapshot's last command. */
  seq: number;
  #costMs = 0;
  #endedAt = 0;

  constructor(seq: number) {
    this.seq = seq;
  }

  isDue(seq: number): boolean {
    const commands = seq - this.seq;
    if (commands >= MAX_COMMANDS) return true;
    const parts = commands < MANY_COMMANDS ? COST_PARTS : COST_PARTS_BEYOND;
    return commands >= SNAPSHOT_EVERY && performance.now() >= this.#endedAt + parts * this.#costMs;
  }

  /** Runs what makes one, and counts its time. */
  timed<T>(make: () => T): T {
    const began = performance.now();
    const made = make();
    this.#endedAt = performance.now();
    this.#costMs = this.#endedAt - began;
    return made;
  }
}
