// @vitest-environment happy-dom
// Small plots: what is drawn of which values, the accessible name, the table, and no drawing without a change.
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { plotAxes, timeTicks } from '../../../src/components/plot/plot-axes.ts';
import { LimitPlot } from '../../../src/components/plot/limit-plot.tsx';
import { segmentsOf } from '../../../src/features/operator/views/coin-bars.tsx';
import { PLOT_HEIGHT, areaPath, lastKnown, linePath, stack } from '../../../src/components/plot/plot-paths.ts';
import { rowsShown } from '../../../src/components/plot/plot-table.tsx';
import { TimePlot, type TimePlotProps, nearest } from '../../../src/components/plot/time-plot.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
const SAME = { x: (time: number): number => time, y: (value: number): number => value };
const MINUTE = 60_000;

describe('paths', () => {
  it('stack the stages of a latency; what was not measured adds nothing', () => {
    expect(stack([[1, 2], [NaN, 3], [4, 5]])).toEqual([[1, 2], [1, 5], [5, 10]]); // prettier-ignore
  });

  it('leave a gap where nothing was measured, and a dot for a value between two gaps', () => {
    expect(linePath([0, 1, 2, 3], [5, NaN, 6, 7], SAME)).toBe('M0.0 5.0h0.1M2.0 6.0L3.0 7.0');
    expect(linePath([0, 1], [NaN, NaN], SAME)).toBe('');
    expect(areaPath([0, 1, 2], [NaN, 4, 5], null, SAME)).toBe('M1.0 4.0L2.0 5.0L2.0 100.0L1.0 100.0Z');
    expect(areaPath([0, 1], [4, 5], [1, 2], SAME)).toBe('M0.0 4.0L1.0 5.0L1.0 2.0L0.0 1.0Z');
  });

  it('know the last value that was measured', () => {
    expect(lastKnown([1, 2, NaN])).toBe(2);
    expect(lastKnown([NaN])).toBeNaN();
  });
});

describe('axes', () => {
  it('have at most three whole steps of time, for ten seconds as for ten years', () => {
    for (const span of [10_000, 7 * MINUTE, 600_000, 86_400_000, 30 * 86_400_000, 3_650 * 86_400_000]) {
      const from = 1_790_000_123_456;
      const ticks = timeTicks(from, from + span);
      expect(ticks.length, `${span} ms`).toBeLessThanOrEqual(span > 3_000 * 86_400_000 ? 6 : 3);
      expect(ticks.length, `${span} ms`).toBeGreaterThan(0);
      expect(ticks.every((tick) => tick >= from && tick <= from + span)).toBe(true);
    }
  });

  it.each([
    ['nothing', [], true],
    ['nothing measured', [NaN, NaN], false],
    ['one value', [5], false],
    ['equal values', [5, 5], false],
    ['zeros', [0, 0], true],
    ['losses', [-3, -7], true],
    ['a far outlier', [1, 2, 1e15], true],
  ])('place every value inside the box: %s', (_, values, zero) => {
    const times = values.map((_value, at) => 1_790_000_000_000 + at * 1_000);
    const axes = plotAxes(times, values, { zero });
    for (const y of values.filter((value) => !Number.isNaN(value)).map(axes.y)) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(PLOT_HEIGHT);
    }
    expect(axes.valueTicks.length).toBeGreaterThan(0);
    expect(axes.valueTicks.every(({ share }) => share >= 0 && share <= 1)).toBe(true);
  });

  it('have no tick between two counts', () => {
    expect(plotAxes([0, 1], [0, 1], { zero: true, whole: true }).valueTicks.map(({ value }) => value)).toEqual([0, 1]);
  });

  it('count events instead of time', () => {
    const { timeTicks: ticks } = plotAxes([0, 1, 2, 3, 4], [0, 1, 2, 1, 0], { counted: true });
    expect(ticks.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4]);
  });

  it('find the value nearest to a finger', () => {
    expect([-50, 0, 4, 6, 99].map((x) => nearest([0, 10, 20], (time) => time, x))).toEqual([0, 0, 0, 1, 2]);
  });
});

const TIMES = [0, 1, 2, 3].map((minute) => 1_790_000_040_000 + minute * MINUTE);
const SERIES = [
  { label: 'Wire', values: [1, 2, 3, 4] },
  { label: 'Paint', values: [5, 6, NaN, 8] },
];
const render = (props: Partial<TimePlotProps> = {}): void =>
  act(() =>
    place.root.render(
      <TimePlot
        label="Latency"
        times={TIMES}
        series={SERIES}
        kind="stack"
        format={(value) => `${value} ms`}
        formatTime={(ms) => new Date(ms).toISOString().slice(11, 16)}
        texts={{ time: 'Time', table: 'Show as a table' }}
        {...props}
      />,
    ),
  );

describe('the plot', () => {
  it('has a name with the last value and the range, and marks that are not read twice', () => {
    render();
    const picture = place.host.querySelector('[role=img]')!;
    expect(picture.getAttribute('aria-label')).toBe('Latency: 12 ms (3 ms – 12 ms)');
    for (const marks of place.host.querySelectorAll('[data-axis]'))
      expect(marks.getAttribute('aria-hidden')).toBe('true');
  });

  it('lists the same values in a table, newest first, made when it is opened', () => {
    render();
    expect(place.host.querySelector('table')).toBeNull();
    const details = place.host.querySelector('details')!;
    act(() => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    const rows = [...place.host.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/4 ms8 ms$/);
    expect(rows[1]).toMatch(/3 ms--$/);
    expect([...place.host.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
      'Time',
      'Wire',
      'Paint',
    ]);
  });

  it('lists at most sixty rows of a long plot, the last value among them', () => {
    expect(rowsShown(4)).toEqual([3, 2, 1, 0]);
    expect(rowsShown(600)).toHaveLength(60);
    expect(rowsShown(600)[0]).toBe(599);
    expect(rowsShown(0)).toEqual([]);
  });

  it('draws nothing when nothing changed', async () => {
    render();
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(place.host, { attributes: true, childList: true, characterData: true, subtree: true });
    render();
    await Promise.resolve();
    expect(changes).toEqual([]);
    render({ series: [{ label: 'Wire', values: [1, 2, 3, 9] }, SERIES[1]!] });
    await Promise.resolve();
    changes.push(...observer.takeRecords());
    expect(changes.length).toBeGreaterThan(0);
    observer.disconnect();
  });

  it('says that it is too early instead of drawing one point', () => {
    render({ times: TIMES.slice(0, 1), series: [{ label: 'Wire', values: [1] }], empty: 'Too early' });
    expect(place.host.textContent).toContain('Too early');
    expect(place.host.querySelector('svg')).toBeNull();
  });

  it('draws gains above and losses below, in two colours', () => {
    render({ kind: 'bars', series: [{ label: 'Profit', values: [1, -1, 2, -2], tone: 'up' }] });
    const bars = [...place.host.querySelectorAll('path[data-tone]')].map((bar) => bar.getAttribute('data-tone'));
    expect(bars).toEqual(['up', 'down']);
  });
});

describe('a figure below its limit', () => {
  const renderLimit = (values: number[], limit: number | null): HTMLElement => {
    act(() =>
      place.root.render(
        <LimitPlot
          label="Sockets"
          times={values.map((_, at) => at * MINUTE)}
          values={values}
          limit={limit}
          format={String}
          formatTime={String}
          texts={{ time: 'Time', table: 'Show as a table', limit: 'of' }}
        />,
      ),
    );
    return place.host;
  };
  const limitLine = (): string | null => place.host.querySelector('svg > path')?.getAttribute('d') ?? null;

  it('has the limit in its name, and as a line once the values come near it', () => {
    expect(renderLimit([1, 2, 3], 5_000).querySelector('svg')!.getAttribute('aria-label')).toBe('Sockets: 3, of 5000');
    expect(limitLine()).toBeNull();
    renderLimit([1, 4_000], 5_000);
    expect(limitLine()).toBe('M0 0.0H400');
    renderLimit([1, 10_000], 5_000);
    expect(limitLine()).toBe('M0 50.0H400');
    expect(place.host.querySelector('g')!.getAttribute('data-tone')).toBe('warn');
  });

  it('is drawn without a limit, without values, and with gaps', () => {
    expect(renderLimit([], null).querySelector('svg')!.getAttribute('aria-label')).toBe('Sockets: --');
    expect(renderLimit([NaN, 5], null).querySelector('svg')!.getAttribute('aria-label')).toBe('Sockets: 5');
  });
});

it('draws the parts of a coin to both sides of the middle, and never beyond the ends', () => {
  const row = {
    coin: 'USDT',
    users: '20050',
    bots: '100',
    insurance: '0',
    clearing: '-50',
    exchange: '-19950',
    netDeposits: '150',
    sum: '0',
  };
  const segments = segmentsOf(row);
  expect(segments.map(({ part }) => part)).toEqual(['users', 'clearing', 'exchange', 'netDeposits']);
  for (const { from, share } of segments) {
    expect(from).toBeGreaterThanOrEqual(-1e-9);
    expect(from + share).toBeLessThanOrEqual(100 + 1e-9);
  }
  const shareOf = (side: (from: number) => boolean): number =>
    segments.filter(({ from }) => side(from)).reduce((sum, { share }) => sum + share, 0);
  expect(shareOf((from) => from >= 50)).toBeCloseTo(
    shareOf((from) => from < 50),
    6,
  );
  expect(segmentsOf({ ...row, users: '0', bots: '0', clearing: '0', exchange: '0', netDeposits: '0' })).toEqual([]);
});
