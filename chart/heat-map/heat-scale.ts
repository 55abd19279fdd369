// Colours of sizes: a ramp from the usual size to the largest ones in sight, by their share of all.
import type { Rgba } from '../render/draw-list.ts';
import type { Palette } from '../scene/palette.ts';
import type { HeatTile } from './heat-tiles.ts';

/** A size as its exponent and the first three bits behind it: eight steps to the double, read off the float's bits. */
export const CODE_SHIFT = 20;
export const CODES = 1 << 11;
/** Share of cells that are no larger than what has the strongest colour. */
const TOP_SHARE = 0.995;
/** One known column of this many is looked at. */
const SAMPLED = 5;
/** The colours stay while both ends move by less: repainting every tile costs more than a frame has. */
const HYSTERESIS = 3;
/** Least steps between both ends: four doublings. */
const MIN_SPAN = 32;
/** Opacity of sizes below the ramp, and where it begins. */
const FAINT = 0.1;

/** Red, green, blue and opacity of 0 to 1. Brightness runs one way, so that no two colours have to be distinguished. */
type Stop = readonly [red: number, green: number, blue: number, opacity: number];
const ON_DARK: readonly Stop[] = [
  [32, 60, 112, 0.35],
  [56, 88, 140, 0.75],
  [128, 126, 120, 0.85],
  [214, 184, 72, 0.92],
  [255, 240, 150, 1],
];
const ON_LIGHT: readonly Stop[] = [
  [244, 226, 150, 0.45],
  [226, 196, 92, 0.75],
  [142, 134, 118, 0.85],
  [66, 92, 140, 0.92],
  [18, 38, 84, 1],
];
const HALF_BRIGHT = 128;

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Code of a size. */
export function codeOf(lots: number): number {
  float[0] = lots;
  return bits[0]! >>> CODE_SHIFT;
}

/** Smallest size of a code. */
export function sizeOf(code: number): number {
  bits[0] = code << CODE_SHIFT;
  return float[0]!;
}

/** Sizes as bits, of which `CODE_SHIFT` give the code. */
export function bitsOf(lots: Float32Array): Uint32Array {
  return new Uint32Array(lots.buffer, lots.byteOffset, lots.length);
}

export class HeatScale {
  /** Colour of each code, as bytes of an image. */
  readonly colors = new Uint32Array(CODES);
  /** Grows when the colours changed. */
  revision = 0;
  low = 0;
  high = 0;
  readonly #counts = new Uint32Array(CODES);
  #contrast = NaN;
  #isDark = true;

  /**
   * Fits to the sizes between two prices, in ticks. `contrast`: percentage of them that stay faint. Returns whether the
   * colours changed.
   */
  fit(tiles: readonly HeatTile[], lowTicks: number, highTicks: number, contrast: number, palette: Palette): boolean {
    const [low, high] = this.#range(tiles, lowTicks, highTicks, contrast / 100);
    const isDark = brightness(palette.bg) < HALF_BRIGHT;
    const isNear = Math.abs(low - this.low) < HYSTERESIS && Math.abs(high - this.high) < HYSTERESIS;
    if ((isNear || high === 0) && contrast === this.#contrast && isDark === this.#isDark) return false;
    if (high > 0) {
      this.low = low;
      this.high = high;
    }
    this.#contrast = contrast;
    this.#isDark = isDark;
    this.#paint(isDark ? ON_DARK : ON_LIGHT);
    return true;
  }

  /** Colour at a share of the ramp, for the legend. */
  colorAt(share: number): Rgba {
    return this.colors[Math.round(this.low + share * (this.high - this.low))]!;
  }

  /** Codes at both ends; 0 without any size. */
  #range(
    tiles: readonly HeatTile[],
    lowTicks: number,
    highTicks: number,
    lowShare: number,
  ): [low: number, high: number] {
    const counts = this.#counts.fill(0);
    let total = 0;
    for (const { lots, lowLevel, levels, levelTicks, columns, known } of tiles) {
      const codes = bitsOf(lots);
      const from = Math.max(0, Math.floor(lowTicks / levelTicks) - lowLevel);
      const to = Math.min(levels, Math.ceil(highTicks / levelTicks) - lowLevel);
      let seen = 0;
      for (let column = 0; column < columns; column++) {
        if (known[column] === 0 || seen++ % SAMPLED > 0) continue;
        for (let at = column * levels + from; at < column * levels + to; at++) {
          const code = codes[at]! >>> CODE_SHIFT;
          if (code === 0) continue;
          counts[code]!++;
          total++;
        }
      }
    }
    if (total === 0) return [0, 0];
    const low = this.#quantile(total * lowShare);
    return [low, Math.max(low + MIN_SPAN, this.#quantile(total * TOP_SHARE))];
  }

  #quantile(rank: number): number {
    let seen = 0;
    for (let code = 1; code < CODES; code++) {
      seen += this.#counts[code]!;
      if (seen >= rank) return code;
    }
    return CODES - 1;
  }

  #paint(stops: readonly Stop[]): void {
    for (let code = 1; code < CODES; code++) {
      const share = (code - this.low) / (this.high - this.low);
      this.colors[code] = share < 0 ? colorBetween(stops, 0, FAINT / stops[0]![3]) : colorBetween(stops, share, 1);
    }
    this.revision++;
  }
}

function colorBetween(stops: readonly Stop[], share: number, opacity: number): Rgba {
  const place = Math.min(1, share) * (stops.length - 1);
  const at = Math.min(stops.length - 2, Math.floor(place));
  const rest = place - at;
  const [red, green, blue, alpha] = [0, 1, 2, 3].map(
    (part) => stops[at]![part]! * (1 - rest) + stops[at + 1]![part]! * rest,
  ) as [number, number, number, number];
  const alphaByte = Math.round(alpha * opacity * 255);
  return ((alphaByte << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}

function brightness(color: Rgba): number {
  return ((color & 0xff) * 3 + ((color >>> 8) & 0xff) * 6 + ((color >>> 16) & 0xff)) / 10;
}
