// Duplicated code: runs of equal tokens at two places of the product.
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/**
 * Shortest run that counts, in tokens. 100 tokens are about 12 lines; shorter runs are mostly signatures, option tables
 * and React scaffolding, whose extraction would cost more than it saves.
 */
export const MIN_TOKENS = 100;

/** A name, a number, a text in one piece, or one other character. */
const TOKEN = /[\w$]+|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[^\s\w]/g;
/** Base and modulus of the rolling hash; a product of two values below the modulus is exact in a double. */
const BASE = 257;
const MODULUS = 67_108_859;

interface Tokens {
  path: string;
  /** Numbers of the token texts, the same text having the same number in all files. */
  ids: number[];
  /** Line of each token, from 1. */
  lines: number[];
}

interface Place {
  tokens: Tokens;
  at: number;
}

/** Text with comments, imports and re-exports blanked out; offsets and line breaks stay. */
function codeOnly({ path, text }: Source): string {
  const { program, comments } = parseSync(path, text);
  const skipped = [
    ...comments,
    ...program.body.filter(({ type }) => type === 'ImportDeclaration' || type === 'ExportAllDeclaration'),
  ].sort((a, b) => a.start - b.start);
  let code = '';
  let end = 0;
  for (const span of skipped) {
    code += text.slice(end, span.start) + text.slice(span.start, span.end).replace(/[^\n]/g, ' ');
    end = span.end;
  }
  return code + text.slice(end);
}

function tokensOf(source: Source, idOf: Map<string, number>): Tokens {
  const tokens: Tokens = { path: source.path, ids: [], lines: [] };
  const code = codeOnly(source);
  let line = 1;
  let from = 0;
  for (const { 0: text, index } of code.matchAll(TOKEN)) {
    for (; from < index; from += 1) if (code.charCodeAt(from) === 10) line += 1;
    if (!idOf.has(text)) idOf.set(text, idOf.size + 1);
    tokens.ids.push(idOf.get(text)!);
    tokens.lines.push(line);
  }
  return tokens;
}

/** Hashes of all windows of `size` tokens, by where they begin. */
function windowHashes(ids: readonly number[], size: number): number[] {
  let top = 1;
  for (let i = 1; i < size; i += 1) top = (top * BASE) % MODULUS;
  const hashes: number[] = [];
  let hash = 0;
  for (const [at, id] of ids.entries()) {
    if (at >= size) hash = (hash + MODULUS * BASE - ((ids[at - size]! * top) % MODULUS)) % MODULUS;
    hash = (hash * BASE + id) % MODULUS;
    if (at >= size - 1) hashes.push(hash);
  }
  return hashes;
}

/** Number of equal tokens from two places on; a run within one file ends where it would overlap itself. */
function equalLength(a: Place, b: Place): number {
  const most = a.tokens === b.tokens ? b.at - a.at : Infinity;
  let length = 0;
  while (
    length < most &&
    a.tokens.ids[a.at + length] !== undefined &&
    a.tokens.ids[a.at + length] === b.tokens.ids[b.at + length]
  )
    length += 1;
  return length;
}

const placeText = ({ tokens, at }: Place, length: number): string =>
  `${tokens.path}:${tokens.lines[at]}-${tokens.lines[at + length - 1]}`;

/** One sentence for every run of at least `minTokens` that was there before, in the order of the files. */
export function duplicateFaults(sources: readonly Source[], minTokens = MIN_TOKENS): string[] {
  const idOf = new Map<string, number>();
  const first = new Map<number, Place>();
  const faults: string[] = [];
  for (const tokens of sources.map((source) => tokensOf(source, idOf))) {
    let covered = 0;
    for (const [at, hash] of windowHashes(tokens.ids, minTokens).entries()) {
      const place = { tokens, at };
      const earlier = first.get(hash);
      if (!earlier) first.set(hash, place);
      else if (at >= covered) {
        const length = equalLength(earlier, place);
        if (length < minTokens) continue;
        faults.push(`${placeText(place, length)} repeats ${placeText(earlier, length)} (${length} tokens)`);
        covered = at + length;
      }
    }
  }
  return faults;
}
