// Values over time as lines, areas one above the other, or bars; with axes, a reading, and a table.
import { type PointerEvent, memo, useMemo, useState } from 'react';
import { type PlotAxes, plotAxes } from './plot-axes.ts';
import { PLOT_HEIGHT, PLOT_WIDTH, areaPath, lastKnown, linePath, stack } from './plot-paths.ts';
import { PlotTable } from './plot-table.tsx';
import styles from './plot.module.css';

export type PlotTone = 'accent' | 'warn' | 'green' | 'neutral' | 'up' | 'down';

type PlotKind = 'line' | 'stack' | 'bars';

interface PlotSeries {
  label: string;
  /** As many as there are times. NaN: not measured. */
  values: readonly number[];
  tone?: PlotTone;
}

export interface TimePlotProps {
  label: string;
  /** In ms, ascending. The plot is drawn again when this array or `series` is another one. */
  times: readonly number[];
  series: readonly PlotSeries[];
  kind: PlotKind;
  /** The axis of values begins at 0; always for areas and bars. */
  zero?: boolean;
  /** The values are counts: no tick between two whole numbers. */
  whole?: boolean;
  format: (value: number) => string;
  /** Short form for the axis; `format` where it is absent. */
  formatTick?: (value: number) => string;
  /** For the reading and the table; `formatTimeTick` for the axis, where it is another. */
  formatTime: (ms: number) => string;
  formatTimeTick?: (ms: number) => string;
  /** The times are numbers of events and not ms. */
  counted?: boolean;
  /** "Time" and "As a table". */
  texts: { time: string; table: string };
  /** Shown instead of the plot while there are fewer than two values. */
  empty?: string;
}

/** Room that a bar leaves to the next, as a share of its width. */
const BAR_GAP = 0.25;
/** Bars are no wider than this share of the plot. */
const MAX_BAR = 0.08;

export function TimePlot(props: TimePlotProps) {
  const { label, times, series, kind, format, formatTime, texts, empty } = props;
  const [read, setRead] = useState<number | null>(null);
  const drawn = useDrawn(series, kind);
  const at = read !== null && read < times.length ? read : null;
  const total = drawn.at(-1) ?? [];
  const cell = (value: number): string => (Number.isNaN(value) ? '--' : format(value));
  const text = cell(valueAt(total, at));
  return (
    <figure className={styles.plot}>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        {/* A figure of another length is another element: one that is aligned at its end would move. */}
        <b key={text} className="num">
          {at !== null && <small>{formatTime(times[at]!)} </small>}
          {(kind === 'stack' || series.length === 1) && text}
        </b>
      </figcaption>
      {times.length < 2 ? (
        <p className={styles.empty}>{empty ?? '--'}</p>
      ) : (
        <>
          <PlotBody
            {...props}
            drawn={drawn}
            at={at}
            onRead={setRead}
            name={`${label}: ${text}${boundsText(total, format)}`}
          />
          {series.length > 1 && <Legend series={series} at={at} cell={cell} />}
          <PlotTable
            summary={texts.table}
            heads={[texts.time, ...series.map(({ label: name }) => name)]}
            count={times.length}
            row={(row) => [formatTime(times[row]!), ...series.map(({ values }) => cell(values[row]!))]}
          />
        </>
      )}
    </figure>
  );
}

/** The values of each series as they are drawn: of a stack, with those below. */
function useDrawn(series: readonly PlotSeries[], kind: PlotKind): readonly (readonly number[])[] {
  return useMemo(() => {
    const values = series.map((each) => each.values);
    return kind === 'stack' ? stack(values) : values;
  }, [series, kind]);
}

/** The value that is read; the last known one while none is. */
function valueAt(values: readonly number[], at: number | null): number {
  return at === null ? lastKnown(values) : values[at]!;
}

/** " (1 – 5)"; '' where nothing was measured. */
function boundsText(values: readonly number[], format: (value: number) => string): string {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length > 0 ? ` (${format(Math.min(...known))} – ${format(Math.max(...known))})` : '';
}

interface PlotBodyProps extends TimePlotProps {
  /** Of the picture. */
  name: string;
  drawn: readonly (readonly number[])[];
  at: number | null;
  onRead: (at: number | null) => void;
}

/** The picture with its axes; a pointer on it reads the values of a time. */
function PlotBody(props: PlotBodyProps) {
  const {
    name,
    times,
    series,
    kind,
    zero = kind !== 'line',
    whole = false,
    counted = false,
    drawn,
    at,
    onRead,
  } = props;
  const axes = useMemo(
    () => plotAxes(times, drawn.flat(), { zero, whole, counted }),
    [times, drawn, zero, whole, counted],
  );
  const readAt = ({ nativeEvent: { clientX }, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onRead(nearest(times, axes.x, ((clientX - left) / width) * PLOT_WIDTH));
  };
  return (
    <div className={styles.body}>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={name}
        onPointerMove={readAt}
        onPointerDown={readAt}
        onPointerLeave={() => onRead(null)}
      >
        <Picture kind={kind} times={times} series={series} drawn={drawn} axes={axes} />
        {at !== null && (
          <path
            className={styles.cursor}
            d={`M${axes.x(times[at]!)} 0V${PLOT_HEIGHT}`}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <Ticks
        axes={axes}
        format={props.formatTick ?? props.format}
        formatTime={props.formatTimeTick ?? props.formatTime}
      />
    </div>
  );
}

interface LegendProps {
  series: readonly PlotSeries[];
  at: number | null;
  cell: (value: number) => string;
}

function Legend({ series, at, cell }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {series.map(({ label, tone = 'accent', values }) => (
        <li key={label}>
          <i data-tone={tone} />
          {label} <b className="num">{cell(valueAt(values, at))}</b>
        </li>
      ))}
    </ul>
  );
}

interface PictureProps extends Pick<TimePlotProps, 'kind' | 'times' | 'series'> {
  drawn: readonly (readonly number[])[];
  axes: PlotAxes;
}

const Picture = memo(function Picture({ kind, times, series, drawn, axes }: PictureProps) {
  return (
    <>
      {axes.valueTicks.map(({ value, share }) => (
        <path
          key={value}
          className={styles.grid}
          d={`M0 ${(share * PLOT_HEIGHT).toFixed(1)}H${PLOT_WIDTH}`}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {series.map(({ label, tone = 'accent' }, at) => {
        const values = drawn[at]!;
        if (kind === 'bars') return <Bars key={label} times={times} values={values} axes={axes} tone={tone} />;
        return (
          <g key={label} data-tone={tone} className={styles.series}>
            {(kind === 'stack' || series.length === 1) && (
              <path className={styles.area} d={areaPath(times, values, drawn[at - 1] ?? null, axes)} />
            )}
            <path className={styles.line} d={linePath(times, values, axes)} vectorEffect="non-scaling-stroke" />
          </g>
        );
      })}
    </>
  );
});

interface BarsProps {
  times: readonly number[];
  values: readonly number[];
  axes: PlotAxes;
  tone: PlotTone;
}

/** One path for what is above 0 and one for what is below, so that the direction is in the shape and in the colour. */
function Bars({ times, values, axes: { x, y }, tone }: BarsProps) {
  const width = Math.min(MAX_BAR, (1 - BAR_GAP) / Math.max(1, times.length)) * PLOT_WIDTH;
  const bars = (side: number): string =>
    values
      .map((value, at) => {
        if (Number.isNaN(value) || Math.sign(value) !== side) return '';
        const left = Math.min(PLOT_WIDTH - width, Math.max(0, x(times[at]!) - width / 2));
        return `M${left.toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}h${width.toFixed(1)}V${y(0).toFixed(1)}Z`;
      })
      .join('');
  const ownTones = tone === 'up' || tone === 'down';
  return (
    <>
      <path className={styles.bar} data-tone={ownTones ? 'up' : tone} d={bars(1)} />
      <path className={styles.bar} data-tone={ownTones ? 'down' : tone} d={bars(-1)} />
    </>
  );
}

interface TicksProps {
  axes: PlotAxes;
  format: (value: number) => string;
  formatTime: (ms: number) => string;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/**
 * The picture's name and the table say the same, so the marks are for the eye alone. A mark at another place is another
 * one: those of a running plot go with their lines, and nothing of the page has moved.
 */
function Ticks({ axes, format, formatTime }: TicksProps) {
  return (
    <>
      <div className={styles.ticks} data-axis="values" aria-hidden="true">
        {axes.valueTicks.map(({ value, share }) => (
          <span key={percent(share)} className="num" style={{ top: percent(share) }}>
            {format(value)}
          </span>
        ))}
      </div>
      <div className={styles.ticks} data-axis="times" aria-hidden="true">
        {axes.timeTicks.map(({ value, share }) => (
          <span key={percent(share)} className="num" style={{ left: percent(share) }} data-edge={edgeOf(share)}>
            {formatTime(value)}
          </span>
        ))}
      </div>
    </>
  );
}

/** Marks near an end are aligned to it instead of centred. */
const edgeOf = (share: number): 'start' | 'end' | undefined =>
  share < 0.12 ? 'start' : share > 0.88 ? 'end' : undefined;

/** Index of the time whose place is nearest to `x`. */
export function nearest(times: readonly number[], place: (time: number) => number, x: number): number {
  let best = 0;
  for (let at = 1; at < times.length; at++)
    if (Math.abs(place(times[at]!) - x) < Math.abs(place(times[best]!) - x)) best = at;
  return best;
}
