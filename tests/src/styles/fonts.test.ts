// The font files: made from the package, within their limit, with a glyph for every letter of the texts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTS, charactersOf, fontFile } from '../../../src/styles/fonts/subset-fonts.mjs';
import { ROOT } from '../../support/data/shared-file.ts';

/** All files together, in bytes: what a slow line carries in a third of a second. */
const MAX_BYTES = 60 * 1024;
/** Written in fonts of the device: arrows and comparisons, Arabic, Asia. */
const OF_THE_DEVICE = /[←→≈≤≥\s]|[\u0600-\u06ff\u200e\u200f]|[\u2e80-\u{3ffff}]/u;

const fonts = join(ROOT, 'src/styles/fonts');
const file = (script: string): Buffer => readFileSync(join(fonts, `inter-${script}.woff2`));

describe('the font', () => {
  it.each(SCRIPTS)('of %s is made from the package', { timeout: 30_000 }, async (script) => {
    expect((await fontFile(script)).equals(file(script))).toBe(true);
  });

  it('fits its limit, all scripts together', () => {
    const bytes = SCRIPTS.map((script) => file(script).length).reduce((sum, length) => sum + length, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('has every letter of the texts that is not of a script of the device', () => {
    const letters = new Set(SCRIPTS.flatMap((script) => [...charactersOf(script)]));
    const locales = join(ROOT, 'src/locales');
    const texts = readdirSync(locales, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(locales, name), 'utf8'));
    const used = new Set(texts.join(''));
    const missing = [...used].filter((letter) => !letters.has(letter) && !OF_THE_DEVICE.test(letter));
    expect(missing).toEqual([]);
  });

  it('has the arrows of the code, which uses no shapes that each device draws in its own size', () => {
    const code = ['src', 'chart']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
      )
      .filter((name) => /\.(tsx?|css)$/.test(name));
    expect(code.filter((name) => /[\u25a0-\u27bf\u2b00-\u2bff]/u.test(readFileSync(name, 'utf8')))).toEqual([]);
    expect(charactersOf('latin')).toContain('↑');
    expect(charactersOf('latin')).toContain('↓');
  });
});
