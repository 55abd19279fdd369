// One line of a benchmark's result.

/**
 * `against` names the peer that was measured in the same run; `ratio` > 1 means that we are better. A `value` of NaN is
 * one that the platform does not report.
 */
export interface Row {
  name: string;
  value: number;
  unit: string;
  against?: string;
  ratio?: number;
  /** When it was measured, where rows of several runs are together. */
  run?: string;
}

/** Rows of earlier runs, those of the same names replaced by the ones of `run`. */
export function mergedRows(before: readonly Row[], after: readonly Row[], run: string): Row[] {
  const names = new Set(after.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...after.map((row) => ({ ...row, run }))];
}

/** The rows that have a figure, and a sentence for each that has none. */
export function reportedRows(rows: readonly Row[]): { reported: Row[]; leftOut: string[] } {
  const has = ({ value }: Row): boolean => !Number.isNaN(value);
  return {
    reported: rows.filter(has),
    leftOut: rows.filter((row) => !has(row)).map(({ name }) => `left out: ${name}, it cannot be measured here`),
  };
}

/** Middle value: what a noisy shared machine leaves of the truth. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The smallest value under which a share (0 to 1) of `values` lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
