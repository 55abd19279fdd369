// When a request to an object store is given up: a fixed time, and more for each byte that moves.

/** On a slower connection nothing is waited for, bytes in a ms: parts of finished days have many megabytes. */
const MIN_BYTES_PER_MS = 128;

export class Deadline {
  readonly #late = new AbortController();
  #atMs: number;
  #timer: NodeJS.Timeout;

  /** `bytes`: those that are sent; whether they move cannot be seen. */
  constructor(ms: number, bytes: number) {
    this.#atMs = performance.now() + ms;
    this.extend(bytes);
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  /** Aborted when it has passed. */
  get signal(): AbortSignal {
    return this.#late.signal;
  }

  extend(bytes: number): void {
    this.#atMs += bytes / MIN_BYTES_PER_MS;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const leftMs = this.#atMs - performance.now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#look(), leftMs);
    else this.#late.abort(new DOMException('no answer before the timeout', 'TimeoutError'));
  }
}
