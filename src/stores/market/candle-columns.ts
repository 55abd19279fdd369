// Candles and indicator lines of one view as growing columns that the chart reads in place.
import type { CandleColumns, ColumnsChange } from '../../../chart/api.ts';
import { CANDLES_FIELD as F, CANDLES_MODE } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';

const COLUMN_NAMES = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
/** Initial capacity in rows: two pages of history. It doubles when full. */
const FIRST_CAPACITY = 1024;

/** What a section changed. `moved`: the arrays were replaced, and lines must be passed to the chart again. */
export interface CandlesChange {
  change: ColumnsChange;
  /** Rows prepended. */
  added: number;
  moved: boolean;
}

/** Candles of one view; `onChange` runs after each section, `onFailed` when the worker could not load the view. */
export class CandleStore implements ViewSink {
  /** Always the same object; its arrays are replaced when full. */
  readonly columns: CandleColumns = { length: 0, ...emptyColumns(FIRST_CAPACITY) };
  readonly onFailed: (reason: string) => void;
  readonly #onChange: (change: CandlesChange) => void;
  #lines: readonly Float64Array[] = [];
  #hasMore = false;

  constructor(onChange: (change: CandlesChange) => void, onFailed: (reason: string) => void) {
    this.#onChange = onChange;
    this.onFailed = onFailed;
  }

  /** Indicator values parallel to the candles, in the order of the view's indicators and their lines. */
  get lines(): readonly Float64Array[] {
    return this.#lines;
  }

  /** Whether the exchange has older candles. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  onSection(source: Float64Array, at: number): void {
    const { columns } = this;
    const mode = source[at + F.mode];
    const first = mode === CANDLES_MODE.prepend ? 0 : (source[at + F.first] ?? 0);
    const count = source[at + F.count] ?? 0;
    const total = source[at + F.total] ?? 0;
    if (mode === CANDLES_MODE.reset) columns.length = 0;
    const shift = mode === CANDLES_MODE.prepend ? count : 0;
    if (first > columns.length || columns.length + shift > total)
      throw new Error('candles section does not continue the columns');
    const change = mode === CANDLES_MODE.reset ? 'reset' : shift > 0 ? 'prepend' : tailOrRefresh(first, columns.length);
    const moved = this.#reserve(total, source[at + F.lines] ?? 0, shift);
    let from = at + F.size;
    for (const name of COLUMN_NAMES) from = copy(columns[name], first, source, from, count);
    for (const line of this.#lines) from = copy(line, first, source, from, count);
    columns.length = total;
    columns.seam = source[at + F.seam] ?? 0;
    columns.seams = readSeams(source, from, source[at + F.seams] ?? 0, columns.seams);
    this.#hasMore = source[at + F.hasMore] === 1;
    this.#onChange({ change, added: shift, moved });
  }

  /**
   * Ensures capacity for `total` rows and `lineCount` lines, moving existing rows to `shift`. Returns whether arrays
   * were replaced.
   */
  #reserve(total: number, lineCount: number, shift: number): boolean {
    const { columns } = this;
    const lines = this.#lines;
    const capacity = columns.time.length;
    const grown = total > capacity ? Math.max(total, capacity * 2) : capacity;
    const moved = grown !== capacity || lineCount !== lines.length;
    if (grown !== capacity)
      for (const name of COLUMN_NAMES) columns[name] = grow(columns[name], grown, shift, columns.length);
    else if (shift > 0) for (const name of COLUMN_NAMES) columns[name].copyWithin(shift, 0, columns.length);
    if (moved)
      this.#lines = Array.from({ length: lineCount }, (_, i) =>
        grow(lines[i] ?? new Float64Array(0), grown, shift, columns.length),
      );
    else if (shift > 0) for (const line of lines) line.copyWithin(shift, 0, columns.length);
    return moved;
  }
}

const NONE: readonly number[] = [];

/** Allocates nothing while there are none. */
function readSeams(source: Float64Array, from: number, count: number, before: readonly number[] = NONE) {
  if (count === 0) return NONE;
  return count === before.length && source[from] === before[0]
    ? before
    : Array.from(source.subarray(from, from + count));
}

/** A tail is the last of `length` rows and later ones; a change of earlier rows is a refresh. */
function tailOrRefresh(first: number, length: number): ColumnsChange {
  return first < length - 1 ? 'refresh' : 'tail';
}

function emptyColumns(capacity: number): Record<(typeof COLUMN_NAMES)[number], Float64Array> {
  const column = (): Float64Array => new Float64Array(capacity);
  return { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

function grow(old: Float64Array, capacity: number, shift: number, length: number): Float64Array {
  const grown = new Float64Array(capacity).fill(NaN);
  grown.set(old.subarray(0, Math.min(length, capacity - shift)), shift);
  return grown;
}

/** Copies without creating a subarray: most sections are one row. Returns where the next column starts. */
function copy(target: Float64Array, first: number, source: Float64Array, from: number, count: number): number {
  for (let i = 0; i < count; i += 1) target[first + i] = source[from + i] ?? NaN;
  return from + count;
}
