// Pool of profiles by key: a profile whose key a frame did not use is used again for another key.

export class ProfilePool<K, P> {
  readonly #make: () => P;
  readonly #used = new Map<K, P>();
  readonly #free: P[] = [];
  readonly #current = new Set<K>();

  constructor(make: () => P) {
    this.#make = make;
  }

  get(key: K): P {
    this.#current.add(key);
    let profile = this.#used.get(key);
    if (profile === undefined) this.#used.set(key, (profile = this.#free.pop() ?? this.#make()));
    return profile;
  }

  /** Frees the profiles that were not requested since the last call. Call it once a frame. */
  recycle(): void {
    for (const [key, profile] of this.#used) {
      if (this.#current.has(key)) continue;
      this.#used.delete(key);
      this.#free.push(profile);
    }
    this.#current.clear();
  }
}
