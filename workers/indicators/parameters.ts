// What parameters of indicators may be (INDICATORS.md 3), and the sentences that refuse the others.

/** Longest window. */
const MAX_PERIOD = 1000;
/** Most lines of one indicator. */
const MAX_LINES = 10;

/** One parameter: whole numbers of `step` from `min` to `max`; `step` is 1 or 0.1. */
export interface Range {
  label: string;
  min: number;
  max: number;
  step: 1 | 0.1;
}

export function whole(label: string, min: number, max: number): Range {
  return { label, min, max, step: 1 };
}

export function tenths(label: string, min: number, max: number): Range {
  return { label, min, max, step: 0.1 };
}

/** The rule of MA, EMA, VOL and their like: 1 to 10 different whole periods from 1 to 1000. */
export function refusePeriods(name: string, params: readonly number[]): string | null {
  return refuseWindows(name, params, 1, MAX_LINES) ?? (new Set(params).size === params.length ? null : `The periods of ${name} must differ.`);
}

/** From `fewest` to `most` whole periods from 1 to 1000, equal ones allowed. */
export function refuseWindows(name: string, params: readonly number[], fewest: number, most: number): string | null {
  if (params.length < fewest || params.length > most) return `${name} takes ${fewest} to ${most} periods.`;
  const good = params.every((period) => Number.isInteger(period) && period >= 1 && period <= MAX_PERIOD);
  return good ? null : `A period of ${name} is a whole number from 1 to ${MAX_PERIOD}.`;
}

/** One parameter for each range, in its order. */
export function refuseRanges(name: string, params: readonly number[], ranges: readonly Range[]): string | null {
  if (params.length !== ranges.length) return ranges.length === 0 ? `${name} takes no parameters.` : `${name} takes ${ranges.length} parameter${ranges.length === 1 ? '' : 's'}: ${ranges.map(({ label }) => label).join(', ')}.`;
  for (const [i, range] of ranges.entries()) {
    if (!within(params[i], range)) return `The ${range.label} of ${name} is ${range.step === 1 ? 'a whole number' : 'a number in steps of 0.1'} from ${range.min} to ${range.max}.`;
  }
  return null;
}

function within(value: unknown, { min, max, step }: Range): boolean {
  if (typeof value !== 'number' || !(value >= min && value <= max)) return false;
  const steps = step === 1 ? value : value * 10;
  // 0.7 * 10 is not 7 in doubles.
  return step === 1 ? Number.isInteger(steps) : Math.abs(steps - Math.round(steps)) < 1e-9;
}
