// Inertia after a pan: speed decays exponentially until it is no longer worth a frame.

/** Time in which the speed falls to 1/e. */
const DECAY_MS = 325;
/** Below this speed the view stops. */
const STILL_PX_PER_MS = 0.02;

export class Kinetic {
  #speed = 0;
  #atMs = 0;

  get moving(): boolean {
    return this.#speed !== 0;
  }

  /** `speed` in CSS px a ms. */
  start(speed: number, nowMs: number): void {
    this.#speed = Math.abs(speed) < 4 * STILL_PX_PER_MS ? 0 : speed;
    this.#atMs = nowMs;
  }

  stop(): void {
    this.#speed = 0;
  }

  /** CSS px moved since the last step. */
  step(nowMs: number): number {
    const elapsed = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    const decay = Math.exp(-elapsed / DECAY_MS);
    const moved = this.#speed * DECAY_MS * (1 - decay);
    this.#speed *= decay;
    if (Math.abs(this.#speed) < STILL_PX_PER_MS) this.#speed = 0;
    return moved;
  }
}
