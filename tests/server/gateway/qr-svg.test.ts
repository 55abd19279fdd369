// QR codes read back by an independent reader: format, mask, interleaving and Reed-Solomon syndromes.
import { describe, expect, it } from 'vitest';
import { qrSvg } from '../../../server/gateway/qr-svg.ts';
import { qrModules } from '../../../src/components/common/qr-image.tsx';

const QUIET = 4;

/** A square of modules, row by row: 1 is dark. */
interface QrCode {
  size: number;
  modules: number[];
}

/** Level M of ISO 18004, table 9: check words of a block, then `[blocks, data words]` twice. */
const TABLE: [number, [number, number], [number, number]][] = [
  [10, [1, 16], [0, 0]],
  [16, [1, 28], [0, 0]],
  [26, [1, 44], [0, 0]],
  [18, [2, 32], [0, 0]],
  [24, [2, 43], [0, 0]],
  [16, [4, 27], [0, 0]],
  [18, [4, 31], [0, 0]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
  [30, [1, 50], [4, 51]],
  [22, [6, 36], [2, 37]],
  [22, [8, 37], [1, 38]],
  [24, [4, 40], [5, 41]],
  [24, [5, 41], [5, 42]],
];
/** ISO 18004, annex E: centres of the alignment patterns. */
const CENTRES = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

const powers: number[] = [];
for (let n = 0, value = 1; n < 255; n += 1, value = value < 128 ? value * 2 : (value * 2) ^ 0x11d) powers.push(value);
const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : powers[(powers.indexOf(a) + powers.indexOf(b)) % 255]!;

function isPattern(version: number, row: number, column: number): boolean {
  const size = version * 4 + 17;
  if (row === 6 || column === 6) return true;
  if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const centres = CENTRES[version - 1]!;
  const last = centres.at(-1);
  return centres.some((r) =>
    centres.some(
      (c) =>
        Math.abs(row - r) <= 2 &&
        Math.abs(column - c) <= 2 &&
        !(r === 6 && (c === 6 || c === last)) &&
        !(c === 6 && r === last),
    ),
  );
}

function read({ size, modules }: QrCode): { text: string; version: number; syndromes: number } {
  const version = (size - 17) / 4;
  const at = (row: number, column: number): number => modules[row * size + column]!;
  const format =
    [0, 1, 2, 3, 4, 5, 7].map((column) => at(8, column)).join('') +
    [8, 7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8)).join('');
  const bits = Number.parseInt(format, 2) ^ 0x5412;
  expect(bits >> 13).toBe(0);
  const mask = MASKS[(bits >> 10) & 7]!;
  let stream = '';
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let n = 0; n < size; n += 1) {
      const row = up ? size - 1 - n : n;
      for (const column of [right, right - 1])
        if (!isPattern(version, row, column)) stream += at(row, column) ^ (mask(row, column) ? 1 : 0);
    }
  }
  const words = (stream.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const [checks, ...groups] = TABLE[version - 1]!;
  const lengths = groups.flatMap(([count, length]) => Array.from({ length: count }, () => length));
  const blocks = lengths.map((): number[] => []);
  let next = 0;
  for (let n = 0; n < Math.max(...lengths); n += 1)
    blocks.forEach((block, index) => {
      if (n < lengths[index]!) block.push(words[next++]!);
    });
  const data = blocks.flat();
  for (let n = 0; n < checks; n += 1) for (const block of blocks) block.push(words[next++]!);
  const wrong = blocks.flatMap((block) =>
    Array.from({ length: checks }, (_, n) => block.reduce((sum, word) => multiply(sum, powers[n]!) ^ word, 0)),
  );
  const content = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  const countBits = version < 10 ? 8 : 16;
  expect(content.slice(0, 4)).toBe('0100');
  const length = Number.parseInt(content.slice(4, 4 + countBits), 2);
  const bytes = (content.slice(4 + countBits).match(/[01]{8}/g) ?? [])
    .slice(0, length)
    .map((byte) => Number.parseInt(byte, 2));
  return {
    text: new TextDecoder().decode(Uint8Array.from(bytes)),
    version,
    syndromes: wrong.filter((value) => value !== 0).length,
  };
}

/** The QR code as modules, with a light border. */
function qrOf(text: string): QrCode {
  const rows = qrModules(text);
  const inner = rows.slice(QUIET, -QUIET).map((row) => row.slice(QUIET, -QUIET));
  const dark = (part: boolean[][]): number => part.flat().filter(Boolean).length;
  expect(dark(rows)).toBe(dark(inner));
  return { size: inner.length, modules: inner.flat().map(Number) };
}

describe('QR codes', () => {
  it('of every length are read back without errors', () => {
    const versions = new Set<number>();
    for (let length = 1; length <= 412; length += length < 60 ? 1 : 13) {
      const text = Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * 7 + length) % 90))).join('');
      const { text: seen, version, syndromes } = read(qrOf(text));
      expect([seen, syndromes]).toEqual([text, 0]);
      versions.add(version);
    }
    expect([...versions]).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
  });

  it('encode addresses and other alphabets', () => {
    for (const text of [
      'otpauth://totp/DeFi:a%40b.cd?secret=ABCDEFGH',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '密碼 €😀',
    ])
      expect(read(qrOf(text)).text).toBe(text);
    expect(() => qrOf('x'.repeat(2332))).toThrow('Capacity overflow');
  });

  it('are drawn as one dark path on white, with a quiet zone', () => {
    const svg = qrSvg('a');
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29" [^<]*><path fill="#fff" d="M0 0h29v29H0z"\/><path d="(M\d+ \d+h1v1h-1z)+"\/><\/svg>$/,
    );
    const dark = [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
      ([, x, y]) => (Number(y) - QUIET) * 21 + Number(x) - QUIET,
    );
    expect(dark).toEqual(qrOf('a').modules.flatMap((module, at) => (module === 1 ? [at] : [])));
  });
});
