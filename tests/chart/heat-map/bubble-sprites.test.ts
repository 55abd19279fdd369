// Bubbles of trades: painted once for each look, copied from then on.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BubbleSprites, LARGEST_CSS_PX } from '../../../chart/heat-map/bubble-sprites.ts';
import type { Context2d } from '../../../chart/render/context-2d.ts';
import { Palette } from '../../../chart/scene/palette.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { THEMES } from '../../support/data/chart-data.ts';

type Call = [name: string, args: number[]];
const recorder = (calls: Call[]): Context2d =>
  new Proxy({} as Context2d, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        calls.push([String(name), args.filter((arg) => typeof arg === 'number')]),
    set: () => true,
  });

const painted: Call[] = [];
let size = { width: 0, height: 0 };
class Canvas {
  constructor(width: number, height: number) {
    size = { width, height };
  }
  getContext = (): Context2d => recorder(painted);
}

beforeEach(() => {
  painted.length = 0;
  vi.stubGlobal('OffscreenCanvas', Canvas);
});
afterEach(() => vi.unstubAllGlobals());

const RATIO = 3;
const MAX_RADIUS_PX = LARGEST_CSS_PX * RATIO;
const arcs = (): number[][] => painted.filter(([name]) => name === 'arc').map(([, args]) => args);

it('draws no arc twice, each bubble as one copy of its size around its point, whole ones of one colour', () => {
  const sprites = new BubbleSprites(new Palette(THEMES.dark), RATIO);
  const random = seeded(5);
  const bubbles = Array.from({ length: 500 }, () => [
    Math.floor(random() * 900),
    Math.floor(random() * 900),
    1.5 * RATIO + random() * (MAX_RADIUS_PX - 1.5 * RATIO),
    random() < 0.2 ? Math.round(random()) : random(),
  ]) as [number, number, number, number][];
  for (const frame of [0, 1]) {
    painted.length = 0;
    const copies: Call[] = [];
    for (const bubble of bubbles) sprites.add(...bubble);
    sprites.flush(recorder(copies));
    expect(copies.length).toBe(bubbles.length);
    expect(arcs().length > 0).toBe(frame === 0);
    for (const [at, [name, [left, top, width, height, toLeft, toTop]]] of copies.entries()) {
      const [x, y, radius] = bubbles[at]!;
      expect(name).toBe('drawImage');
      expect(width).toBe(height);
      expect(Math.abs(width! / 2 - 2 - radius)).toBeLessThanOrEqual(0.5);
      expect([toLeft! + width! / 2, toTop! + height! / 2]).toEqual([x, y]);
      // Within the picture.
      expect(left! + width!).toBeLessThanOrEqual(size.width);
      expect(top! + height!).toBeLessThanOrEqual(size.height);
    }
  }
});

it('looks do not overlap in the picture', () => {
  const sprites = new BubbleSprites(new Palette(THEMES.dark), RATIO);
  for (let radius = 1; radius <= MAX_RADIUS_PX; radius++)
    for (let share = 0; share <= 32; share++) sprites.add(0, 0, radius, share / 32);
  const copies: Call[] = [];
  sprites.flush(recorder(copies));
  const taken = new Uint8Array(size.width * size.height);
  for (const [, [left, top, width, height]] of copies)
    for (let y = top!; y < top! + height!; y++)
      for (let x = left!; x < left! + width!; x++) taken[y * size.width + x]!++;
  expect(taken.reduce((most, count) => Math.max(most, count), 0)).toBe(1);
});

it('a chart of another look has pictures of its own, one of the same look shares them', () => {
  const sprites = new BubbleSprites(new Palette(THEMES.dark), RATIO);
  expect(sprites.fits(new Palette({ ...THEMES.dark, accent: '#123456' }), RATIO)).toBe(true);
  expect(sprites.fits(new Palette(THEMES.light), RATIO)).toBe(false);
  expect(sprites.fits(new Palette(THEMES.dark), 2)).toBe(false);
});
