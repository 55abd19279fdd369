// Makes the font files of the app from the npm package of Inter: the needed letters, weights 400 to 700, equal digits.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

const HERE = import.meta.dirname;
const PACKAGE = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'));
const WEIGHTS = { wght: { min: 400, max: 700 } };

/** Scripts with a file of their own; the languages of Asia and Arabic use the fonts of the device. */
export const SCRIPTS = ['latin', 'vietnamese', 'cyrillic'];

/** Characters of words that the font has a tabular form of. */
const PLAIN = ' -()/:';

/** Characters of a file: those of its `unicode-range` in inter.css. */
export function charactersOf(script) {
  const css = readFileSync(join(HERE, 'inter.css'), 'utf8');
  const range = new RegExp(`inter-${script}\\.woff2[^}]*unicode-range:([^;]+);`).exec(css)?.[1];
  if (!range) throw new Error(`no unicode-range for ${script}`);
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, from, to = from]) => {
      const first = parseInt(from, 16);
      return Array.from({ length: parseInt(to, 16) - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Offset of a table of a TrueType file. */
function tableAt(font, tag) {
  return font.readUInt32BE(font.indexOf(tag) + 8);
}

/** Glyph of a character, from the segments of the character map (format 4). */
function glyphOf(font, character) {
  const cmap = tableAt(font, 'cmap');
  const map = cmap + font.readUInt32BE(cmap + 8);
  const code = character.codePointAt(0);
  // Arrays of one length: ends, 2 bytes of padding, starts, differences, offsets.
  const bytes = font.readUInt16BE(map + 6);
  let at = map + 14;
  while (font.readUInt16BE(at) < code) at += 2;
  const [start, delta, offset] = [1, 2, 3].map((array) => font.readUInt16BE(at + 2 + array * bytes));
  if (offset === 0) return (code + delta) & 0xffff;
  return (font.readUInt16BE(at + 2 + 3 * bytes + offset + 2 * (code - start)) + delta) & 0xffff;
}

/** Glyphs of a coverage table, in order: listed (format 1) or as ranges (format 2). */
function coveredGlyphs(font, table) {
  const list = (from, step) =>
    Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => table + from + index * step);
  if (font.readUInt16BE(table) === 1) return list(4, 2).map((at) => font.readUInt16BE(at));
  return list(4, 6).flatMap((at) => {
    const [first, last] = [font.readUInt16BE(at), font.readUInt16BE(at + 2)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** The file's one lookup (single substitution, format 2): the offset of each glyph's substitute. */
function substitutesOf(font) {
  const gsub = tableAt(font, 'GSUB');
  const lookups = gsub + font.readUInt16BE(gsub + 8);
  const lookup = lookups + font.readUInt16BE(lookups + 2);
  const table = lookup + font.readUInt16BE(lookup + 6);
  if (font.readUInt16BE(table) !== 2) throw new Error('the lookup has another format');
  const glyphs = coveredGlyphs(font, table + font.readUInt16BE(table + 2));
  return new Map(glyphs.map((glyph, index) => [glyph, table + 6 + index * 2]));
}

/**
 * Makes tabular figures the default. A canvas cannot ask for a font feature, so the feature `tnum` of the TrueType
 * file is renamed to `ccmp`, which is always applied. Characters of words keep their width.
 */
function withTabularDigits(font) {
  const substitutes = substitutesOf(font);
  for (const character of PLAIN) {
    const glyph = glyphOf(font, character);
    const at = substitutes.get(glyph);
    if (at !== undefined) font.writeUInt16BE(glyph, at);
  }
  let at = font.indexOf('tnum');
  if (at < 0) throw new Error('the font has no tabular figures');
  for (; at >= 0; at = font.indexOf('tnum', at)) font.write('ccmp', at);
  return font;
}

/** The WOFF2 file of a script. */
export async function fontFile(script) {
  const source = readFileSync(join(PACKAGE, `files/inter-${script}-wght-normal.woff2`));
  const options = { variationAxes: WEIGHTS, noHinting: true, targetFormat: 'truetype' };
  const font = await subset(source, charactersOf(script), { ...options, keepFeatures: ['tnum', 'kern'] });
  const tabular = script === 'latin' ? withTabularDigits(font) : font;
  return subset(tabular, '', { keepAllGlyphs: true, keepFeatures: ['ccmp', 'kern'], targetFormat: 'woff2' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const script of SCRIPTS) {
    const file = await fontFile(script);
    writeFileSync(join(HERE, `inter-${script}.woff2`), file);
    console.log(`${script} ${file.length} bytes`);
  }
  writeFileSync(join(HERE, 'LICENSE'), readFileSync(join(PACKAGE, 'LICENSE')));
}
