// When the machine's state is written again: often enough for short replays, seldom where it takes long.

/** Commands between two snapshots. */
const SNAPSHOT_EVERY = 10_000;
/** Snapshots use at most one part in this many of the thread's time. */
const COST_PARTS = 200;
/** From this many commands on (some seconds of replay) they may use more, because a start replays all of them. */
const MANY_COMMANDS = 50_000;
const COST_PARTS_BEYOND = 50;
/** At this many commands one is due whatever it costs, which limits what a start replays. */
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

  /** Takes a snapshot with `make` and measures how long that takes. */
  timed<T>(make: () => T): T {
    const began = performance.now();
    const made = make();
    this.#endedAt = performance.now();
    this.#costMs = this.#endedAt - began;
    return made;
  }
}
