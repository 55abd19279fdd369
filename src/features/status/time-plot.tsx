// A figure over the last minutes as a line, or several as areas one above the other, with their greatest value.
import { scaleLinear } from 'd3-scale';
import styles from './status.module.css';

export interface TimePlotProps {
  label: string;
  /** Oldest first; each has as many values as the others. NaN: not measured. */
  series: readonly (readonly number[])[];
  format: (value: number) => string;
}

const WIDTH = 300;
const HEIGHT = 56;

export function TimePlot({ label, series, format }: TimePlotProps) {
  const sums = stack(series);
  const most = Math.max(0, ...(sums.at(-1) ?? []));
  const now = sums.at(-1)?.at(-1) ?? NaN;
  const text = Number.isNaN(now) ? '--' : format(now);
  return (
    <figure className={styles.plot}>
      <figcaption>
        <span>{label}</span>
        <b>{text}</b>
      </figcaption>
      <svg
        viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} ${text} / ${format(most)}`}
      >
        {areas(sums, most).map((path, at) => (
          <path key={at} d={path} className={styles.area} data-layer={at} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <small>{format(most)}</small>
    </figure>
  );
}

/** Each series on top of those before it. */
export function stack(series: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = [];
  for (const values of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, at) => (Number.isNaN(value) ? 0 : value) + (below?.[at] ?? 0)));
  }
  return sums;
}

/** Closed paths, the highest first, so that the lower ones are drawn over it. */
function areas(sums: readonly (readonly number[])[], most: number): string[] {
  const y = scaleLinear([0, most || 1], [HEIGHT, 0]);
  return sums
    .map((values) => {
      const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, WIDTH]);
      const line = values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
      return values.length < 2 ? '' : `M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`;
    })
    .reverse();
}
