// Predictors of the price direction from public data, fitted on one half and scored on the other.
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import type { PublicColumns } from './public-data.ts';

/**
 * One number per second, computed from that second and earlier ones; the sign predicts the direction, and whether it is
 * inverted is fitted.
 */
export interface Feature {
  name: string;
  values: Float64Array;
}

/** Score on data that was not fitted: of `tries` with a move, `hits` went in the predicted direction. */
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

/** Longest lag of a feature, in seconds. */
const WARM_S = 600;
const AR_LAGS = 20;

/** Outcome of an option bought after each second: exit less strike, in ticks; NaN at the end of the data. */
export function outcomes(index: Float64Array, periodS: number): Float64Array {
  const ticks = windowTicks(periodS);
  const medians = rolling(index, ticks);
  return Float64Array.from(index, (_, at) =>
    at + periodS < index.length ? medians[at + periodS]! - medians[at + ticks]! : Number.NaN,
  );
}

/** Median over a window that ends at each entry. */
function rolling(values: Float64Array, count: number): Float64Array {
  return Float64Array.from(values, (_, at) =>
    at + 1 < count ? Number.NaN : values.slice(at + 1 - count, at + 1).sort()[(count - 1) / 2]!,
  );
}

/** All features of one market, with those of the other markets. */
export function featuresOf(id: number, data: ReadonlyMap<number, PublicColumns>): Feature[] {
  const own = data.get(id)!;
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
  const others = [...data].filter(([other]) => other !== id);
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
 * Scores of every single feature, of an auto-regression of returns, and of a linear regression on all features; fitted
 * on the first half, scored on the second, one try every half period.
 */
export function scores(features: readonly Feature[], outcome: Float64Array, periodS: number): Score[] {
  const half = Math.floor(outcome.length / 2);
  const scaled = features.map(({ name, values }) => ({ name, values: standardised(values, half) }));
  const alone = scaled.map(({ name, values }) =>
    scoreOf(name, values, covariance(values, outcome, half), outcome, half, periodS),
  );
  const lags = scaled.filter(({ name }) => name === 'momentum 1 s' || name.endsWith('s ago'));
  return [
    ...alone,
    regression(`auto-regression of ${AR_LAGS} s`, lags, outcome, half, periodS),
    regression('regression on everything', scaled, outcome, half, periodS),
  ];
}

/** Standardized by the first half to mean 0 and deviation 1; clipped to five deviations. */
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

function scoreOf(
  strategy: string,
  values: Float64Array,
  sign: number,
  outcome: Float64Array,
  half: number,
  periodS: number,
): Score {
  const score: Score = { strategy, hits: 0, tries: 0 };
  for (let at = half + WARM_S; at + periodS < outcome.length; at += periodS / 2) {
    const prediction = Math.sign(values[at]!) * Math.sign(sign);
    if (prediction === 0 || outcome[at] === 0) continue;
    score.tries += 1;
    if (prediction === Math.sign(outcome[at]!)) score.hits += 1;
  }
  return score;
}

/** Ridge regression with a small penalty. */
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
  const weights = solve(matrix);
  const prediction = Float64Array.from(outcome, (_, at) =>
    features.reduce((total, { values }, row) => total + values[at]! * weights[row]!, 0),
  );
  return scoreOf(strategy, prediction, 1, outcome, half, periodS);
}

/** Gaussian elimination with pivoting; the last column is the right-hand side. */
function solve(matrix: Float64Array[]): Float64Array {
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

/** The same predictors summed over several markets. */
export function combinedScores(markets: readonly (readonly Score[])[]): Score[] {
  const sums = new Map<string, Score>();
  for (const { strategy, hits, tries } of markets.flat()) {
    const known = sums.get(strategy) ?? { strategy, hits: 0, tries: 0 };
    sums.set(strategy, { strategy, hits: known.hits + hits, tries: known.tries + tries });
  }
  return [...sums.values()].filter(({ tries }) => tries > 0);
}

/** Mean profit per stake of 1 without draws, and its upper bound with 99 % confidence. */
export function profitOf({ hits, tries }: Score, { profitRate, feeRate }: Horizon): { mean: number; most: number } {
  const share = hits / tries;
  const won = profitRate - feeRate;
  const lost = -1 - feeRate;
  const deviation = Math.sqrt(share * (1 - share)) * (won - lost);
  const mean = share * won + (1 - share) * lost;
  return { mean, most: mean + (2.326 * deviation) / Math.sqrt(tries) };
}
