// Damage levels: how much of the picture a change touches.
// They are merged until the one animation frame draws the worst of them.

/** Ordered from least to most; a level includes everything below it. */
export const DAMAGE = {
  none: 0,
  /** Crosshair, legend, countdown: scales and series stay as they are. */
  cursor: 1,
  /** The running candle changed or candles were appended. */
  tick: 2,
  /** The time scale moved. */
  scroll: 3,
  /** Zoom or price range. */
  scale: 4,
  /** Columns or indicators were replaced: windows are refilled. */
  data: 5,
  /** Panes moved: size, indicators in panes of their own, price precision. */
  layout: 6,
  /** Everything, colours and glyphs included. */
  full: 7,
} as const;

export type DamageLevel = (typeof DAMAGE)[keyof typeof DAMAGE];

/** The worst level since it was last taken. */
export class Damage {
  #level: DamageLevel = DAMAGE.none;

  add(level: DamageLevel): void {
    if (level > this.#level) this.#level = level;
  }

  /** Reads the level and starts over. */
  consume(): DamageLevel {
    const level = this.#level;
    this.#level = DAMAGE.none;
    return level;
  }

  get pending(): boolean {
    return this.#level !== DAMAGE.none;
  }
}
