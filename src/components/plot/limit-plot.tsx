// A figure over time below its limit, without an axis: the limit is a line where the values come near it.
import { useMemo } from 'react';
import { PLOT_HEIGHT, PLOT_WIDTH, areaPath, lastKnown, linePath } from './plot-paths.ts';
import { PlotTable } from './plot-table.tsx';
import styles from './plot.module.css';

export interface LimitPlotProps {
  label: string;
  /** In ms, ascending. */
  times: readonly number[];
  /** As many as there are times. NaN: not measured. */
  values: readonly number[];
  /** Null: none is known. */
  limit: number | null;
  format: (value: number) => string;
  formatTime: (ms: number) => string;
  texts: { time: string; table: string; limit: string };
}

/** The limit is drawn from this share of it on; below, the plot ends above its highest value. */
const NEAR = 0.25;
/** Where the limit is not drawn, the top is this times the highest value. */
const HEADROOM = 1.25;

export function LimitPlot({ label, times, values, limit, format, formatTime, texts }: LimitPlotProps) {
  const last = lastKnown(values);
  const peak = values.reduce((most, value) => (value > most ? value : most), 0);
  const top = limit !== null && peak > limit * NEAR ? Math.max(limit, peak) : peak * HEADROOM || 1;
  const over = limit !== null && last > limit;
  const paths = useMemo(() => {
    const [from = 0] = times;
    const span = Math.max(1, (times.at(-1) ?? 0) - from);
    const scales = {
      x: (time: number) => ((time - from) / span) * PLOT_WIDTH,
      y: (value: number) => PLOT_HEIGHT - (value / top) * PLOT_HEIGHT,
    };
    return { line: linePath(times, values, scales), area: areaPath(times, values, null, scales) };
  }, [times, values, top]);
  const text = Number.isNaN(last) ? '--' : format(last);
  const limitText = limit === null ? '' : `${texts.limit} ${format(limit)}`;
  return (
    <figure className={styles.plot}>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        <b className="num" data-tone={over ? 'warn' : undefined}>
          {text} <small>{limitText}</small>
        </b>
      </figcaption>
      <svg
        className={styles.strip}
        viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={[`${label}: ${text}`, limitText].filter((part) => part !== '').join(', ')}
      >
        <g data-tone={over ? 'warn' : 'accent'}>
          <path className={styles.area} d={paths.area} />
          <path className={styles.line} d={paths.line} vectorEffect="non-scaling-stroke" />
        </g>
        {limit !== null && limit <= top && (
          <path
            className={styles.limit}
            d={`M0 ${(PLOT_HEIGHT - (limit / top) * PLOT_HEIGHT).toFixed(1)}H${PLOT_WIDTH}`}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {times.length > 1 && (
        <PlotTable
          summary={texts.table}
          heads={[texts.time, label]}
          count={times.length}
          row={(at) => [formatTime(times[at]!), Number.isNaN(values[at]!) ? '--' : format(values[at]!)]}
        />
      )}
    </figure>
  );
}
