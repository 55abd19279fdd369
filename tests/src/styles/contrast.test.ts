// Contrast of every text colour on every background, in both themes and palettes: WCAG 2.2 AA.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/data/shared-file.ts';

const css = readFileSync(join(ROOT, 'src/styles/tokens.css'), 'utf8');
type Rgb = [number, number, number];
type Tokens = Record<string, string>;

/** Custom properties of the rule with exactly this selector. */
function rule(selector: string): Tokens {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`no rule ${selector}`);
  const body = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
}

const dark = rule(':root');
const light = { ...dark, ...rule(":root[data-theme='light']") };
const themes: Record<string, Tokens> = {
  dark,
  light,
  'dark, safe colours': { ...dark, ...rule(":root[data-palette='safe']") },
  'light, safe colours': { ...light, ...rule(":root[data-theme='light'][data-palette='safe']") },
};

function colour(value: string | undefined, ground: Rgb = [0, 0, 0]): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(value ?? '');
  if (hex) return [1, 2, 3].map((index) => parseInt(hex[index] ?? '', 16)) as Rgb;
  const mixed = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value ?? '');
  if (!mixed) throw new Error(`no colour: ${value}`);
  const share = Number(mixed[4]) / 100;
  return ground.map((under, index) => Number(mixed[index + 1]) * share + under * (1 - share)) as Rgb;
}

function linear(channel: number): number {
  return channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(linear) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** What an eye without green (deuteranopia) or red (protanopia) cones receives, in linear light (Machado 2009). */
const EYES: Record<string, readonly Rgb[]> = {
  'without green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'without red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};
/** Distance in CIELAB from which lines a few pixels wide are seen as two. */
const MIN_DISTANCE = 25;

function labOf(rgb: Rgb, eye: readonly Rgb[]): Rgb {
  const light = rgb.map(linear);
  const [r, g, b] = eye.map((row) =>
    Math.max(
      0,
      row.reduce((sum, part, at) => sum + part * light[at]!, 0),
    ),
  ) as Rgb;
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each(Object.entries(themes))('%s', (_, tokens) => {
  const valueOf = (name: string): string | undefined => {
    const value = tokens[name];
    const other = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
    return other === undefined ? value : valueOf(other);
  };
  const ground = (name: string): Rgb => colour(valueOf(name));
  it.each(['text', 'text-2', 'text-3', 'accent', 'green', 'red', 'warn'])(
    '%s is readable on every background',
    (name) => {
      for (const under of ['bg', 'surface', 'raised'])
        expect(contrast(ground(name), ground(under)), `${name} on ${under}`).toBeGreaterThanOrEqual(4.5);
    },
  );
  it.each(['green', 'red', 'warn'])('%s is readable on its own tint', (name) => {
    for (const under of ['bg', 'surface']) {
      expect(
        contrast(ground(name), colour(tokens[`${name}-soft`], ground(under))),
        `tint over ${under}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
  });
  it.each(['text', 'text-2'])('%s is readable on controls, disabled ones too', (name) => {
    for (const under of ['field', 'quiet'])
      expect(contrast(ground(name), ground(under)), `${name} on ${under}`).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['green-graphic', 'red-graphic', 'warn-graphic'])('%s is seen on every background', (name) => {
    for (const under of ['bg', 'surface'])
      expect(contrast(ground(name), ground(under)), `${name} on ${under}`).toBeGreaterThanOrEqual(3);
  });
  it.runIf(tokens['red'] !== light['red'] && tokens['red'] !== dark['red'])(
    'what lines and bars of the chart mean is seen without red or green',
    () => {
      for (const [eye, parts] of Object.entries(EYES))
        for (const [one, other] of [
          ['green', 'red'],
          ['green', 'warn'],
          ['red', 'warn'],
        ]) {
          const [a, b] = [one, other].map((name) => labOf(ground(`${name}-graphic`), parts)) as [Rgb, Rgb];
          expect(Math.hypot(...a.map((part, at) => part - b[at]!)), `${one} and ${other} ${eye}`).toBeGreaterThan(
            MIN_DISTANCE,
          );
        }
    },
  );
  it('the thumb of a scroller is seen on every background', () => {
    const base = readFileSync(join(ROOT, 'src/styles/base.css'), 'utf8');
    const name = /\nhtml \{[^}]*scrollbar-color: var\(--([\w-]+)\) transparent;/.exec(base)?.[1] ?? '';
    for (const under of ['bg', 'surface', 'raised'])
      expect(contrast(ground(name), ground(under)), `${name} on ${under}`).toBeGreaterThanOrEqual(3);
  });
  it.each(['accent-fill', 'green-fill', 'red-fill'])('text is readable on %s', (name) => {
    expect(contrast(ground('on-fill'), ground(name))).toBeGreaterThanOrEqual(4.5);
  });
});
