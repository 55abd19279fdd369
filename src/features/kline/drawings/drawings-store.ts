// Drawings in localStorage: one entry per market, validated when read.
import * as v from 'valibot';
import type { Anchor, Drawing, DrawingKind } from '../../../../chart/api.ts';
import {
  ANCHOR_COUNT,
  MAX_DRAWINGS,
  MAX_STROKE_POINTS,
  MAX_TEXT_CHARS,
} from '../../../../chart/drawings/drawing-limits.ts';

/**
 * Most characters of one market's entry. Drawings that need more are not stored, the toolbar shows a
 * warning, and the previous entry stays.
 */
export const MAX_STORED_CHARS = 200_000;

/** Largest time of a Date. */
const MAX_MS = 8.64e15;
const KINDS = [...Object.keys(ANCHOR_COUNT), 'brush'] as DrawingKind[];

/** Stored form. `at`: time in ms and price of each anchor in turn. Flags are omitted when false. */
const storedDrawing = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^d\d{1,15}$/)),
    kind: v.picklist(KINDS),
    at: v.pipe(v.array(v.pipe(v.number(), v.finite())), v.maxLength(2 * MAX_STROKE_POINTS)),
    text: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT_CHARS)), ''),
    color: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,23}$/)),
    locked: v.optional(v.boolean(), false),
    hidden: v.optional(v.boolean(), false),
  }),
  v.check(({ kind, at }) =>
    kind === 'brush' ? at.length >= 4 && at.length % 2 === 0 : at.length === 2 * ANCHOR_COUNT[kind],
  ),
  v.check(({ at }) => at.every((value, i) => (i % 2 === 0 ? Math.abs(value) <= MAX_MS : value > 0))),
);
type StoredDrawing = v.InferInput<typeof storedDrawing>;
const storedEntry = v.object({ version: v.literal(1), drawings: v.array(v.unknown()) });

export function storageKey(coinInfoId: number): string {
  return `fxproDrawings:${coinInfoId}`;
}

function toStored({ id, kind, anchors, text, color, locked, hidden }: Drawing): StoredDrawing {
  return {
    id,
    kind,
    color,
    at: anchors.flatMap(({ time, price }) => [time, price]),
    ...(text !== '' && { text }),
    ...(locked && { locked }),
    ...(hidden && { hidden }),
  };
}

function fromStored({ at, ...rest }: v.InferOutput<typeof storedDrawing>): Drawing {
  const anchors: Anchor[] = [];
  for (let i = 0; i < at.length; i += 2) anchors.push({ time: at[i]!, price: at[i + 1]! });
  return { ...rest, anchors };
}

export function printDrawings(drawings: readonly Drawing[]): string {
  return JSON.stringify({ version: 1, drawings: drawings.map(toStored) });
}

/**
 * Parses an entry; invalid drawings and repeated ids are dropped. Throws SyntaxError for text that is
 * no JSON.
 */
export function parseDrawings(text: string): Drawing[] {
  const whole = v.safeParse(storedEntry, JSON.parse(text));
  if (!whole.success) return [];
  const found = new Map<string, Drawing>();
  for (const each of whole.output.drawings) {
    const checked = v.safeParse(storedDrawing, each);
    if (checked.success && !found.has(checked.output.id)) found.set(checked.output.id, fromStored(checked.output));
  }
  return [...found.values()].slice(0, MAX_DRAWINGS);
}

/** Loads the drawings of a market; none where the entry is absent or unreadable. */
export function loadDrawings(coinInfoId: number): Drawing[] {
  try {
    const text = localStorage.getItem(storageKey(coinInfoId));
    return text === null ? [] : parseDrawings(text);
  } catch (cause) {
    console.warn(`drawings read failed: market ${coinInfoId}`, cause);
    return [];
  }
}

/**
 * Stores the drawings of a market. Returns false when they are too large, or localStorage is full or
 * blocked.
 */
export function saveDrawings(coinInfoId: number, drawings: readonly Drawing[]): boolean {
  const text = printDrawings(drawings);
  if (text.length > MAX_STORED_CHARS) return false;
  try {
    if (drawings.length === 0) localStorage.removeItem(storageKey(coinInfoId));
    else localStorage.setItem(storageKey(coinInfoId), text);
    return true;
  } catch (cause) {
    console.warn(`drawings write failed: market ${coinInfoId}`, cause);
    return false;
  }
}
