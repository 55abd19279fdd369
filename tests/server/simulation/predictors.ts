// Strategies of somebody who has all public data: each says up or down from what is known at a second, fitted on one
// part of a tape and judged on another.
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import type { PublicColumns } from './public-tape.ts';

/**
 * A number for every second, from that second and those before it; its sign says where the price goes, or where not:
 * that is fitted.
 */
export interface Feature {
  name: string;
  values: Float64Array;
}

/** How a strategy did on seconds it was not fitted on: of `tries` that moved at all `hits` went where it said. */
export interface Score {
  strategy: string;
  hits: number;
  tries: number;
}

export interface Horizon {
  periodS: number;
  profitRate: number;
  feeRate: number;
}

/** The longest look back of a feature, in seconds. */
const WARM_S = 600;
const AR_LAGS = 20;

/**
 * Outcome of a contract bought after each second, as its rule decides it: exit less strike, in ticks; NaN where the
 * tape ends.
 */
export function outcomes(index: Float64Array, periodS: number): Float64Array {
  const ticks = windowTicks(periodS);
  const medians = rolling(index, ticks);
  return Float64Array.from(index, (_, at) =>
    at + periodS < index.length ? medians[at + periodS]! - medians[at + ticks]! : Number.NaN,
  );
}

/** Median of each entry with those before it. */
function rolling(values: Float64Array, count: number): Float64Array {
  return Float64Array.from(values, (_, at) =>
    at + 1 < count ? Number.NaN : values.slice(at + 1 - count, at + 1).sort()[(count - 1) / 2]!,
  );
}

/** Everything an attacker knows of one market, and of the others beside it. */
export function featuresOf(id: number, tape: ReadonlyMap<number, PublicColumns>): Feature[] {
  const own = tape.get(id)!;
  const { index, middle, last, nearImbalance, farImbalance, flow, volume } = own;
  const features: Feature[] = [1, 2, 5, 10, 30, 60, 300].map((lag) => ({
    name: `momentum ${lag} s`,
    values: change(index, lag),
  }));
  for (let lag = 1; lag < AR_LAGS; lag += 1)
    features.push({ name: `return ${lag} s ago`, values: delay(change(index, 1), lag) });
  features.push(
    { name: 'middle over index', values: combine(middle, index, (a, b) => a / b - 1) },
    { name: 'last over middle', values: combine(last, middle, (a, b) => a / b - 1) },
    { name: 'imbalance at the best prices', values: nearImbalance },
    { name: 'imbalance of ten levels', values: farImbalance },
    { name: 'change of imbalance', values: combine(farImbalance, delay(farImbalance, 5), (a, b) => a - b) },
    { name: 'flow', values: flow },
    { name: 'flow of 10 s', values: sum(flow, 10) },
    { name: 'flow of 60 s', values: sum(flow, 60) },
    { name: 'flow by volume', values: combine(sum(flow, 30), sum(volume, 30), (a, b) => (b > 0 ? a / b : 0)) },
  );
  const others = [...tape].filter(([other]) => other !== id);
  for (const [at, [other, columns]] of others.entries()) {
    for (const lag of [1, 5, 30])
      features.push({ name: `other market ${at + 1}, ${lag} s`, values: change(columns.middle, lag) });
    features.push({ name: `other market ${at + 1}, flow of 10 s`, values: sum(columns.flow, 10) });
    if (other - id === 100) {
      const basis = combine(columns.middle, index, (a, b) => a / b);
      features.push(
        { name: 'basis', values: basis.map((value) => value - basis[0]!) },
        { name: 'change of basis', values: change(basis, 10) },
      );
    }
  }
  return features;
}

function change(values: Float64Array, lag: number): Float64Array {
  return Float64Array.from(values, (value, at) => (at < lag ? 0 : Math.log(value / values[at - lag]!)));
}

function delay(values: Float64Array, lag: number): Float64Array {
  return Float64Array.from(values, (_, at) => (at < lag ? 0 : values[at - lag]!));
}

function combine(a: Float64Array, b: Float64Array, of: (a: number, b: number) => number): Float64Array {
  return Float64Array.from(a, (value, at) => of(value, b[at]!));
}

function sum(values: Float64Array, count: number): Float64Array {
  let total = 0;
  return Float64Array.from(values, (value, at) => {
    total += value - (at >= count ? values[at - count]! : 0);
    return total;
  });
}

/**
 * Every feature alone, returns by auto-regression, and all features in one linear regression: fitted on the first half,
 * judged on the second, each try half a period after the one before.
 */
export function scores(features: readonly Feature[], outcome: Float64Array, periodS: number): Score[] {
  const half = Math.floor(outcome.length / 2);
  const scaled = features.map(({ name, values }) => ({ name, values: standardised(values, half) }));
  const alone = scaled.map(({ name, values }) =>
    judged(name, values, covariance(values, outcome, half), outcome, half, periodS),
  );
  const lags = scaled.filter(({ name }) => name === 'momentum 1 s' || name.endsWith('s ago'));
  return [
    ...alone,
    regression(`auto-regression of ${AR_LAGS} s`, lags, outcome, half, periodS),
    regression('regression on everything', scaled, outcome, half, periodS),
  ];
}

/** Mean 0, deviation 1 by the first half; what lies more than five deviations away counts as five. */
function standardised(values: Float64Array, half: number): Float64Array {
  let [total, squares] = [0, 0];
  for (let at = WARM_S; at < half; at += 1) {
    total += values[at]!;
    squares += values[at]! ** 2;
  }
  const mean = total / (half - WARM_S);
  const deviation = Math.sqrt(squares / (half - WARM_S) - mean * mean) || 1;
  return values.map((value) => Math.max(-5, Math.min(5, (value - mean) / deviation)));
}

function covariance(values: Float64Array, outcome: Float64Array, half: number): number {
  let total = 0;
  for (let at = WARM_S; at < half; at += 1) if (!Number.isNaN(outcome[at])) total += values[at]! * outcome[at]!;
  return total;
}

function judged(
  strategy: string,
  values: Float64Array,
  sign: number,
  outcome: Float64Array,
  half: number,
  periodS: number,
): Score {
  const score: Score = { strategy, hits: 0, tries: 0 };
  for (let at = half + WARM_S; at + periodS < outcome.length; at += periodS / 2) {
    const says = Math.sign(values[at]!) * Math.sign(sign);
    if (says === 0 || outcome[at] === 0) continue;
    score.tries += 1;
    if (says === Math.sign(outcome[at]!)) score.hits += 1;
  }
  return score;
}

/** Least squares with a little weight against large coefficients. */
function regression(
  strategy: string,
  features: readonly Feature[],
  outcome: Float64Array,
  half: number,
  periodS: number,
): Score {
  const size = features.length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (let at = WARM_S; at < half; at += 1) {
    const wanted = outcome[at]!;
    if (Number.isNaN(wanted)) continue;
    for (let row = 0; row < size; row += 1) {
      const value = features[row]!.values[at]!;
      const line = matrix[row]!;
      for (let column = row; column < size; column += 1) line[column]! += value * features[column]!.values[at]!;
      line[size]! += value * wanted;
    }
  }
  for (let row = 0; row < size; row += 1) {
    matrix[row]![row]! += (half - WARM_S) * 1e-3;
    for (let column = 0; column < row; column += 1) matrix[row]![column] = matrix[column]![row]!;
  }
  const weights = solved(matrix);
  const says = Float64Array.from(outcome, (_, at) =>
    features.reduce((total, { values }, row) => total + values[at]! * weights[row]!, 0),
  );
  return judged(strategy, says, 1, outcome, half, periodS);
}

/** Gauss with pivots; the last column is the right side. */
function solved(matrix: Float64Array[]): Float64Array {
  const size = matrix.length;
  for (let at = 0; at < size; at += 1) {
    let best = at;
    for (let row = at + 1; row < size; row += 1)
      if (Math.abs(matrix[row]![at]!) > Math.abs(matrix[best]![at]!)) best = row;
    [matrix[at], matrix[best]] = [matrix[best]!, matrix[at]!];
    for (let row = 0; row < size; row += 1) {
      const factor = row === at ? 0 : matrix[row]![at]! / matrix[at]![at]!;
      if (factor !== 0)
        for (let column = at; column <= size; column += 1) matrix[row]![column]! -= factor * matrix[at]![column]!;
    }
  }
  return Float64Array.from(matrix, (row, at) => row[size]! / row[at]!);
}

/** The same strategies in several markets, counted together. */
export function together(markets: readonly (readonly Score[])[]): Score[] {
  const sums = new Map<string, Score>();
  for (const { strategy, hits, tries } of markets.flat()) {
    const known = sums.get(strategy) ?? { strategy, hits: 0, tries: 0 };
    sums.set(strategy, { strategy, hits: known.hits + hits, tries: known.tries + tries });
  }
  return [...sums.values()].filter(({ tries }) => tries > 0);
}

/** Mean profit per stake of 1, draws left out, and the bound it lies under with 99 % confidence. */
export function profitOf({ hits, tries }: Score, { profitRate, feeRate }: Horizon): { mean: number; most: number } {
  const share = hits / tries;
  const won = profitRate - feeRate;
  const lost = -1 - feeRate;
  const deviation = Math.sqrt(share * (1 - share)) * (won - lost);
  const mean = share * won + (1 - share) * lost;
  return { mean, most: mean + (2.326 * deviation) / Math.sqrt(tries) };
}
