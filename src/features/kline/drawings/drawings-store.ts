// Drawings between visits: one entry of the browser's store for each market, checked when it is read.
import * as v from 'valibot';
import type { Anchor, Drawing, DrawingKind } from '../../../../chart/api.ts';
import {
  ANCHOR_COUNT,
  MOST_DRAWINGS,
  MOST_STROKE_POINTS,
  MOST_TEXT_CHARS,
} from '../../../../chart/drawings/drawing-limits.ts';

/**
 * Characters of one market's entry. Drawings that need more are not kept, and the bar says so; what was kept before
 * stays.
 */
export const MOST_STORED_CHARS = 200_000;

const KINDS = [...Object.keys(ANCHOR_COUNT), 'brush'] as DrawingKind[];

/** `at`: time in ms and price of each anchor in turn. Flags are left out when they are not set. */
const stored = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^d\d{1,15}$/)),
    kind: v.picklist(KINDS),
    at: v.pipe(v.array(v.pipe(v.number(), v.finite())), v.maxLength(2 * MOST_STROKE_POINTS)),
    text: v.optional(v.pipe(v.string(), v.maxLength(MOST_TEXT_CHARS)), ''),
    color: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,23}$/)),
    locked: v.optional(v.boolean(), false),
    hidden: v.optional(v.boolean(), false),
  }),
  v.check(({ kind, at }) =>
    kind === 'brush' ? at.length >= 4 && at.length % 2 === 0 : at.length === 2 * ANCHOR_COUNT[kind],
  ),
  v.check(({ at }) => at.every((value, i) => i % 2 === 0 || value > 0)),
);
type Stored = v.InferInput<typeof stored>;
const entry = v.object({ version: v.literal(1), drawings: v.array(v.unknown()) });

export function keyOf(coinInfoId: number): string {
  return `fxproDrawings:${coinInfoId}`;
}

function toStored({ id, kind, anchors, text, color, locked, hidden }: Drawing): Stored {
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

function fromStored({ at, ...rest }: v.InferOutput<typeof stored>): Drawing {
  const anchors: Anchor[] = [];
  for (let i = 0; i < at.length; i += 2) anchors.push({ time: at[i]!, price: at[i + 1]! });
  return { ...rest, anchors };
}

export function writeDrawings(drawings: readonly Drawing[]): string {
  return JSON.stringify({ version: 1, drawings: drawings.map(toStored) });
}

/**
 * What a text of the store holds; drawings that are broken, or have the name of an earlier one, are left out. Throws
 * SyntaxError when it is no JSON.
 */
export function readDrawings(text: string): Drawing[] {
  const whole = v.safeParse(entry, JSON.parse(text));
  if (!whole.success) return [];
  const found = new Map<string, Drawing>();
  for (const each of whole.output.drawings) {
    const checked = v.safeParse(stored, each);
    if (checked.success && !found.has(checked.output.id)) found.set(checked.output.id, fromStored(checked.output));
  }
  return [...found.values()].slice(0, MOST_DRAWINGS);
}

/** The drawings of a market; none where they are absent, broken, or the browser keeps nothing. */
export function loadDrawings(coinInfoId: number): Drawing[] {
  try {
    const text = localStorage.getItem(keyOf(coinInfoId));
    return text === null ? [] : readDrawings(text);
  } catch (cause) {
    console.warn(`drawings of market ${coinInfoId} cannot be read`, cause);
    return [];
  }
}

/**
 * Keeps the drawings of a market; false when they are too large or the store is full or closed: then they live as long
 * as the page.
 */
export function saveDrawings(coinInfoId: number, drawings: readonly Drawing[]): boolean {
  const text = writeDrawings(drawings);
  if (text.length > MOST_STORED_CHARS) return false;
  try {
    if (drawings.length === 0) localStorage.removeItem(keyOf(coinInfoId));
    else localStorage.setItem(keyOf(coinInfoId), text);
    return true;
  } catch (cause) {
    console.warn(`drawings of market ${coinInfoId} cannot be kept`, cause);
    return false;
  }
}
