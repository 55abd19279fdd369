// BENCH=quick: every bench in its short form, to see that all of it runs.
// Figures are rough, and no page quotes them.

export const QUICK = process.env['BENCH'] === 'quick';

/** A number of the long form, or of the short one. */
export function formed(long: number, short: number): number {
  return QUICK ? short : long;
}
