// The theme's colours packed for the draw list, and the colours that names of tokens stand for.
import type { ChartTheme } from '../api.ts';
import type { Rgba } from '../render/draw-list.ts';

/**
 * "#rgb" or "#rrggbb" with an opacity 0..1, packed as 0xAABBGGRR. Anything else is magenta, so that a broken token is
 * seen.
 */
export function packColor(css: string, opacity = 1): Rgba {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(css);
  const hex = short ? `${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : css.slice(1);
  const value = /^[0-9a-f]{6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0xff00ff;
  const alpha = Math.round(opacity * 255);
  return ((alpha << 24) | ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
}

/** The colour at an opacity 0..1. */
export function fade(color: Rgba, opacity: number): Rgba {
  return ((color & 0xffffff) | (Math.round(opacity * 255) << 24)) >>> 0;
}

/** `color` at `opacity` over `ground`, opaque. */
export function blend(color: Rgba, ground: Rgba, opacity: number): Rgba {
  const mix = (shift: number): number => {
    const over = (color >>> shift) & 0xff;
    const under = (ground >>> shift) & 0xff;
    return Math.round(over * opacity + under * (1 - opacity)) << shift;
  };
  return (0xff000000 | mix(16) | mix(8) | mix(0)) >>> 0;
}

/** Opacity of volume bars on the background, and of the grid. */
const BAR_OPACITY = 0.62;
const GRID_OPACITY = 0.65;
/** Opacity of the fill below an area's line. */
const AREA_OPACITY = 0.14;
const GROUND_OPACITY = 0.8;
const BAND_OPACITY = 0.07;
/** Past the theme's lines the same colours follow, each time with so much less of their own beside the text's. */
const UNTINTED = 0.55;

export class Palette {
  readonly bg: Rgba;
  readonly raised: Rgba;
  readonly line: Rgba;
  readonly grid: Rgba;
  readonly text: Rgba;
  readonly text2: Rgba;
  readonly text3: Rgba;
  readonly up: Rgba;
  readonly down: Rgba;
  readonly upText: Rgba;
  readonly downText: Rgba;
  readonly accent: Rgba;
  /** Behind text over candles. */
  readonly ground: Rgba;
  /** Between the two bounds of an oscillator. */
  readonly band: Rgba;
  readonly areaFill: Rgba;
  readonly barUp: Rgba;
  readonly barDown: Rgba;
  readonly onTag: Rgba = 0xffffffff;
  readonly #theme: ChartTheme;
  readonly #known = new Map<string, Rgba>();

  constructor(theme: ChartTheme) {
    this.#theme = theme;
    this.bg = packColor(theme.bg);
    this.raised = packColor(theme.raised);
    this.line = packColor(theme.line);
    this.grid = blend(this.line, this.bg, GRID_OPACITY);
    this.text = packColor(theme.text);
    this.text2 = packColor(theme.text2);
    this.text3 = packColor(theme.text3);
    this.up = packColor(theme.up);
    this.down = packColor(theme.down);
    this.upText = packColor(theme.upText);
    this.downText = packColor(theme.downText);
    this.accent = packColor(theme.accent);
    this.ground = packColor(theme.bg, GROUND_OPACITY);
    this.band = packColor(theme.accent, BAND_OPACITY);
    this.areaFill = packColor(theme.accent, AREA_OPACITY);
    this.barUp = blend(this.up, this.bg, BAR_OPACITY);
    this.barDown = blend(this.down, this.bg, BAR_OPACITY);
  }

  /** Colour of a token name ("line-1", "up", "accent"); unknown names get the second text colour. */
  named(token: string): Rgba {
    let color = this.#known.get(token);
    if (color === undefined) {
      color = this.#find(token);
      this.#known.set(token, color);
    }
    return color;
  }

  #find(token: string): Rgba {
    const line = /^line-(\d+)$/.exec(token);
    const { lines } = this.#theme;
    if (line && lines.length > 0) {
      const at = Number(line[1]) - 1;
      const color = packColor(lines[at % lines.length]!);
      return at < lines.length ? color : blend(this.text, color, 1 - UNTINTED ** Math.floor(at / lines.length));
    }
    const css = (this.#theme as unknown as Record<string, unknown>)[token];
    return typeof css === 'string' && css.startsWith('#') ? packColor(css) : this.text2;
  }
}
