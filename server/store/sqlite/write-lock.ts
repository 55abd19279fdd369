// Lock between the threads of this process that write into one SQLite file, which would else wait by polling.

/**
 * Indexes into the shared numbers: whether it is held, how many of the main thread wait, whether it is closed, whether
 * another thread waits, and whether it is that one's turn.
 */
const [HELD, WAITING, CLOSED, OTHER_WAITS, OTHER_TURN] = [0, 1, 2, 3, 4];
/** A waiting thread looks again after this long, whatever it was notified of. */
const LOOK_MS = 100;

/** Not yet in the library of this language version. */
type WaitAsync = (
  numbers: Int32Array,
  index: number,
  value: number,
) => { async: false } | { async: true; value: Promise<unknown> };

export class WriteLock {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(buffer = new SharedArrayBuffer(20)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer);
  }

  /** For the main thread. Where both want it all the time, they take turns. */
  async acquire(): Promise<void> {
    if (this.#mayTake() && this.#tryTake()) return;
    const { waitAsync } = Atomics as unknown as { waitAsync: WaitAsync };
    Atomics.add(this.#numbers, WAITING, 1);
    try {
      while (!this.#mayTake() || !this.#tryTake()) {
        const wait = this.#mayTake() ? waitAsync(this.#numbers, HELD, 1) : waitAsync(this.#numbers, OTHER_TURN, 1);
        if (wait.async) await wait.value;
      }
    } finally {
      if (Atomics.sub(this.#numbers, WAITING, 1) === 1) Atomics.notify(this.#numbers, WAITING);
    }
  }

  release(): void {
    if (Atomics.load(this.#numbers, OTHER_WAITS) > 0) Atomics.store(this.#numbers, OTHER_TURN, 1);
    this.#free();
  }

  /** For another thread, which is blocked meanwhile. False: it was closed. */
  acquireBlocking(): boolean {
    Atomics.store(this.#numbers, OTHER_WAITS, 1);
    try {
      for (;;) {
        if (Atomics.load(this.#numbers, CLOSED) !== 0) return false;
        const waiting = Atomics.load(this.#numbers, WAITING);
        if (waiting > 0 && Atomics.load(this.#numbers, OTHER_TURN) === 0)
          Atomics.wait(this.#numbers, WAITING, waiting, LOOK_MS);
        else if (this.#tryTake()) return true;
        else Atomics.wait(this.#numbers, HELD, 1, LOOK_MS);
      }
    } finally {
      Atomics.store(this.#numbers, OTHER_WAITS, 0);
      Atomics.store(this.#numbers, OTHER_TURN, 0);
      Atomics.notify(this.#numbers, OTHER_TURN);
    }
  }

  releaseBlocking(): void {
    this.#free();
  }

  /** Other threads get it no more. */
  close(): void {
    Atomics.store(this.#numbers, CLOSED, 1);
    Atomics.notify(this.#numbers, HELD);
    Atomics.notify(this.#numbers, WAITING);
  }

  /** Once the other thread has ended, perhaps while it held the lock: it is free, and no turn is owed. */
  reset(): void {
    Atomics.store(this.#numbers, OTHER_WAITS, 0);
    Atomics.store(this.#numbers, OTHER_TURN, 0);
    Atomics.notify(this.#numbers, OTHER_TURN);
    this.#free();
  }

  #mayTake(): boolean {
    return Atomics.load(this.#numbers, OTHER_TURN) === 0;
  }

  #tryTake(): boolean {
    return Atomics.compareExchange(this.#numbers, HELD, 0, 1) === 0;
  }

  #free(): void {
    Atomics.store(this.#numbers, HELD, 0);
    Atomics.notify(this.#numbers, HELD);
    // A thread that gives way looks whether it is its turn.
    Atomics.notify(this.#numbers, WAITING);
  }
}
