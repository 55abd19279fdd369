// QR codes (ISO/IEC 18004, byte mode, level M): a text becomes modules, the modules one path of an SVG.

/** Largest version made: 15, up to 412 bytes. */
const MOST_VERSION = 15;
/** Level M, by version from 1: check codewords of a block, and blocks. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];
/** Bits of level M in the format. */
const LEVEL_M = 0;
/** Empty modules around the code that readers need. */
const QUIET = 4;
const PENALTY_RUN = 3;
const PENALTY_BOX = 3;
const PENALTY_FINDER = 40;
const PENALTY_BALANCE = 10;

/** A square of modules, row by row: 1 is dark. */
export interface QrCode {
  size: number;
  modules: Uint8Array;
}

interface Canvas extends QrCode {
  /** Modules that belong to the pattern, not to the data. */
  fixed: Uint8Array;
}

/** The code of a text (UTF-8). Throws RangeError when it is longer than 412 bytes. */
export function qrOf(text: string): QrCode {
  const bytes = utf8(text);
  const version = versionFor(bytes.length);
  const words = withChecks(dataWords(bytes, version), version);
  let best: QrCode | null = null;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask += 1) {
    const canvas = drawn(version, words, mask);
    const penalty = penaltyOf(canvas);
    if (penalty < least) [best, least] = [{ size: canvas.size, modules: canvas.modules }, penalty];
  }
  return best!;
}

/** The code as an SVG text: dark modules black, on white, so that it is read in every theme. */
export function qrSvg(text: string): string {
  const { size, modules } = qrOf(text);
  const side = size + 2 * QUIET;
  let path = '';
  modules.forEach((dark, at) => { if (dark) path += `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z`; });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

/** UTF-8 by hand: this room has neither DOM nor Node. */
function utf8(text: string): number[] {
  return [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, sign = '']) => (hex === undefined ? sign.charCodeAt(0) : Number.parseInt(hex, 16)));
}

/** Modules of a version that carry codewords, in bits. */
function rawBits(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const bits = (16 * version + 128) * version + 64 - (version === 1 ? 0 : (25 * alignments - 10) * alignments - 55);
  return version >= 7 ? bits - 36 : bits;
}

function dataBytes(version: number): number {
  return Math.floor(rawBits(version) / 8) - CHECKS[version - 1]! * BLOCKS[version - 1]!;
}

const countBits = (version: number): number => (version < 10 ? 8 : 16);

function versionFor(length: number): number {
  for (let version = 1; version <= MOST_VERSION; version += 1) if (4 + countBits(version) + 8 * length <= 8 * dataBytes(version)) return version;
  throw new RangeError(`a QR code of ${length} bytes is not made`);
}

/** Mode, length, bytes, terminator, then the two filling words in turn. */
function dataWords(bytes: readonly number[], version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number): void => { for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1); };
  put(0b0100, 4);
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  const most = 8 * dataBytes(version);
  put(0, Math.min(4, most - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) words.push(bits.slice(at, at + 8).reduce((word, bit) => (word << 1) | bit, 0));
  for (let fill = 0xec; words.length * 8 < most; fill ^= 0xec ^ 0x11) words.push(fill);
  return words;
}

/** Multiplication in GF(256) with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let at = 7; at >= 0; at -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> at) & 1) * a);
  return product;
}

/** Divisor of the Reed-Solomon code with so many checks, highest power left out. */
function divisor(checks: number): number[] {
  const result = [...Array.from({ length: checks - 1 }, () => 0), 1];
  for (let n = 0, root = 1; n < checks; n += 1, root = times(root, 2)) {
    for (let at = 0; at < checks; at += 1) result[at] = times(result[at]!, root) ^ (result[at + 1] ?? 0);
  }
  return result;
}

function remainder(data: readonly number[], by: readonly number[]): number[] {
  const rest = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    by.forEach((coefficient, at) => { rest[at]! ^= times(coefficient, factor); });
  }
  return rest;
}

/** Data in blocks, each with its checks, word by word in turn. */
function withChecks(data: readonly number[], version: number): number[] {
  const checks = CHECKS[version - 1]!;
  const count = BLOCKS[version - 1]!;
  const all = Math.floor(rawBits(version) / 8);
  const short = count - (all % count);
  const shortLength = Math.floor(all / count) - checks;
  const by = divisor(checks);
  const blocks: { data: number[]; checks: number[] }[] = [];
  for (let n = 0, at = 0; n < count; n += 1) {
    const part = data.slice(at, at + shortLength + (n < short ? 0 : 1));
    at += part.length;
    blocks.push({ data: part, checks: remainder(part, by) });
  }
  const words: number[] = [];
  for (let at = 0; at <= shortLength; at += 1) for (const block of blocks) if (at < block.data.length) words.push(block.data[at]!);
  for (let at = 0; at < checks; at += 1) for (const block of blocks) words.push(block.checks[at]!);
  return words;
}

function drawn(version: number, words: readonly number[], mask: number): Canvas {
  const size = version * 4 + 17;
  const canvas: Canvas = { size, modules: new Uint8Array(size * size), fixed: new Uint8Array(size * size) };
  drawPatterns(canvas, version);
  drawFormat(canvas, mask);
  drawVersion(canvas, version);
  drawWords(canvas, words, mask);
  return canvas;
}

function fix({ size, modules, fixed }: Canvas, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  modules[y * size + x] = dark ? 1 : 0;
  fixed[y * size + x] = 1;
}

/** Timing lines, the three finders with their white edge, and the alignments. */
function drawPatterns(canvas: Canvas, version: number): void {
  const { size } = canvas;
  for (let n = 0; n < size; n += 1) {
    fix(canvas, 6, n, n % 2 === 0);
    fix(canvas, n, 6, n % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(canvas, cx, cy, 4, (ring) => ring !== 2 && ring !== 4);
  const places = alignments(version);
  const last = places.length - 1;
  places.forEach((x, i) => places.forEach((y, j) => {
    if (!((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0))) rings(canvas, x, y, 2, (ring) => ring !== 1);
  }));
}

function rings(canvas: Canvas, cx: number, cy: number, radius: number, dark: (ring: number) => boolean): void {
  for (let dy = -radius; dy <= radius; dy += 1) for (let dx = -radius; dx <= radius; dx += 1) fix(canvas, cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const size = version * 4 + 17;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, n) => size - 7 - step * (count - 2 - n))];
}

function drawFormat(canvas: Canvas, mask: number): void {
  const { size } = canvas;
  const data = (LEVEL_M << 3) | mask;
  const bits = ((data << 10) | checkBits(data, 10, 0x537)) ^ 0x5412;
  const bit = (at: number): boolean => ((bits >> at) & 1) === 1;
  for (let at = 0; at <= 5; at += 1) fix(canvas, 8, at, bit(at));
  fix(canvas, 8, 7, bit(6));
  fix(canvas, 8, 8, bit(7));
  fix(canvas, 7, 8, bit(8));
  for (let at = 9; at < 15; at += 1) fix(canvas, 14 - at, 8, bit(at));
  for (let at = 0; at < 8; at += 1) fix(canvas, size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at += 1) fix(canvas, 8, size - 15 + at, bit(at));
  fix(canvas, 8, size - 8, true);
}

function drawVersion(canvas: Canvas, version: number): void {
  if (version < 7) return;
  const bits = (version << 12) | checkBits(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    const far = canvas.size - 11 + (at % 3);
    fix(canvas, far, Math.floor(at / 3), dark);
    fix(canvas, Math.floor(at / 3), far, dark);
  }
}

/** Remainder of a BCH code. */
function checkBits(data: number, count: number, polynomial: number): number {
  let rest = data;
  for (let n = 0; n < count; n += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * polynomial);
  return rest;
}

/** Codewords in two-module columns from the right, up and down in turn; each module flipped where the mask says so. */
function drawWords({ size, modules, fixed }: Canvas, words: readonly number[], mask: number): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let n = 0; n < size; n += 1) {
      const y = up ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (fixed[y * size + x]) continue;
        const bit = at < words.length * 8 ? (words[at >> 3]! >> (7 - (at & 7))) & 1 : 0;
        at += 1;
        modules[y * size + x] = bit ^ (masked(mask, x, y) ? 1 : 0);
      }
    }
  }
}

function masked(mask: number, x: number, y: number): boolean {
  switch (mask) {
    case 0: return (x + y) % 2 === 0;
    case 1: return y % 2 === 0;
    case 2: return x % 3 === 0;
    case 3: return (x + y) % 3 === 0;
    case 4: return (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0;
    case 5: return ((x * y) % 2) + ((x * y) % 3) === 0;
    case 6: return (((x * y) % 2) + ((x * y) % 3)) % 2 === 0;
    default: return (((x + y) % 2) + ((x * y) % 3)) % 2 === 0;
  }
}

/** How hard a code is to read: long runs, boxes, what looks like a finder, more dark than light. */
function penaltyOf({ size, modules }: QrCode): number {
  let penalty = 0;
  let dark = 0;
  for (let n = 0; n < size; n += 1) {
    let row = '';
    let column = '';
    for (let m = 0; m < size; m += 1) {
      row += modules[n * size + m];
      column += modules[m * size + n];
      dark += modules[n * size + m]!;
      if (n > 0 && m > 0) penalty += isBox(modules, n * size + m, size) ? PENALTY_BOX : 0;
    }
    penalty += linePenalty(row) + linePenalty(column);
  }
  return penalty + Math.floor((Math.abs(dark * 2 - size * size) * 10) / (size * size)) * PENALTY_BALANCE;
}

function isBox(modules: Uint8Array, at: number, size: number): boolean {
  const color = modules[at];
  return modules[at - 1] === color && modules[at - size] === color && modules[at - size - 1] === color;
}

function linePenalty(line: string): number {
  const runs = line.match(/0{5,}|1{5,}/g) ?? [];
  const finders = line.match(/(?=00001011101|10111010000)/g) ?? [];
  return runs.reduce((sum, run) => sum + PENALTY_RUN + run.length - 5, 0) + finders.length * PENALTY_FINDER;
}
