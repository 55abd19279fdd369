// Linked charts: the same span of time on both, the same moment under the crosshair, no echo between them.
import { describe, expect, it, vi } from 'vitest';
import type { ChartEvent, TimeSpan } from '../../../chart/api.ts';
import { DAMAGE } from '../../../chart/scene/damage.ts';
import { rowOfMoment, showSpan, spanOf } from '../../../chart/scene/time-span.ts';
import { ViewReports } from '../../../chart/view-reports.ts';
import { ChartLink, type LinkedChart } from '../../../src/components/chart/chart-link.ts';
import { emptyComposer, makeChartFixture } from '../chart-fixture.ts';

/** A fixture moved into its candles, so that both edges lie within them. */
function movedChart() {
  const chart = makeChartFixture();
  chart.composer.view.time.panBy(600);
  return chart;
}

describe('a span of time', () => {
  it('is shown again as it was', () => {
    const { view } = movedChart().composer;
    const span = spanOf(view)!;
    const before = [view.time.right, view.time.barPx];
    view.time.panBy(900);
    view.time.zoomAt(2, 100);
    showSpan(view, span);
    expect(view.time.right).toBeCloseTo(before[0]!, 6);
    expect(view.time.barPx).toBeCloseTo(before[1]!, 6);
  });

  it('asked for before the first frame, and before there are candles, is shown as it was', () => {
    const { view } = movedChart().composer;
    const span = spanOf(view)!;
    const { columns } = view.data;
    const composer = emptyComposer();
    composer.wantedSpan = span;
    composer.compose(DAMAGE.full, 0);
    expect(composer.wantedSpan).toBe(span);
    composer.view.time.reset(columns.length);
    composer.view.data.setColumns(columns, 'reset', 0, composer.view.time);
    composer.compose(DAMAGE.data, 0);
    expect(composer.wantedSpan).toBeNull();
    expect(composer.view.time.right).toBeCloseTo(view.time.right, 6);
    expect(composer.view.time.barPx).toBeCloseTo(view.time.barPx, 6);
    // The next frame leaves the view to the user.
    composer.view.time.panBy(300);
    const moved = composer.view.time.right;
    composer.compose(DAMAGE.full, 0);
    expect(composer.view.time.right).toBe(moved);
  });

  it('lies at the times of the candles at its edges', () => {
    const { composer, columns } = movedChart();
    const { view } = composer;
    const { toMs } = spanOf(view)!;
    expect(rowOfMoment(view, toMs)).toBe(Math.floor(view.time.right));
    expect(toMs).toBeGreaterThan(columns.time[0]!);
    expect(toMs).toBeLessThan(columns.time[columns.length - 1]!);
  });

  it('beyond the candles or backwards is refused or brought within them', () => {
    const { composer, columns } = movedChart();
    const { view } = composer;
    const before = view.time.right;
    showSpan(view, { fromMs: 5, toMs: 5 });
    expect(view.time.right).toBe(before);
    const last = columns.time[columns.length - 1]!;
    showSpan(view, { fromMs: last + 1e9, toMs: last + 2e9 });
    expect(view.time.firstRow).toBeLessThan(columns.length);
  });
});

describe('the crosshair of a linked chart', () => {
  it('marks the candle that holds the moment, without a height, and yields to the own pointer', () => {
    const { composer, columns, frame } = makeChartFixture();
    const row = columns.length - 5;
    composer.momentMs = columns.time[row]! + 1;
    frame();
    expect(composer.view.crosshair).toEqual({ row, yPx: NaN });
    composer.pointer = { xPx: 100, yPx: 50 };
    frame();
    expect(composer.view.crosshair?.yPx).toBe(50);
  });

  it('is not reported, so that it does not come back', () => {
    const { composer, columns, frame, emit, events } = makeChartFixture();
    const reports = new ViewReports(composer.view, emit);
    composer.momentMs = columns.time[columns.length - 5]!;
    frame();
    reports.report();
    expect(events.filter(({ kind }) => kind === 'crosshair')).toEqual([]);
  });
});

it('the crosshair that rests is reported again when other candles come under it', () => {
  vi.useFakeTimers();
  const { composer, columns, frame, emit, events } = makeChartFixture();
  const { view } = composer;
  const reports = new ViewReports(view, emit);
  composer.pointer = { xPx: 100, yPx: 50 };
  frame();
  reports.report();
  const { row } = view.crosshair!;
  const other = columns.close.map((price) => price / 2);
  view.data.setColumns({ ...columns, close: other }, 'reset', 0, view.time);
  frame();
  expect(view.crosshair!.row).toBe(row);
  reports.report();
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  const reported = events.flatMap((event) => (event.kind === 'crosshair' ? [event.candle?.close] : []));
  expect(reported).toEqual([columns.close[row], other[row]]);
});

describe('the reported span', () => {
  it('follows the user alone, and ends when the view follows another chart', () => {
    const { composer, emit, events } = movedChart();
    const reports = new ViewReports(composer.view, emit);
    const spans = (): ChartEvent[] => events.filter(({ kind }) => kind === 'span');
    reports.grabbed();
    reports.report();
    // No other chart shows it.
    expect(spans()).toHaveLength(0);
    reports.isSpanShared = true;
    reports.release();
    reports.report();
    expect(spans()).toHaveLength(0);
    reports.grabbed();
    reports.report();
    reports.report();
    expect(spans()).toHaveLength(1);
    reports.release();
    composer.view.time.panBy(100);
    reports.report();
    expect(spans()).toHaveLength(1);
  });
});

describe('a link', () => {
  interface FakeChart extends LinkedChart {
    fire(event: ChartEvent): void;
    /** Whether it shares its span, each time it was set. */
    shared: boolean[];
    shown: (TimeSpan | number | null)[];
  }
  function fakeChart(): FakeChart {
    const listeners = new Set<(event: ChartEvent) => void>();
    const shown: (TimeSpan | number | null)[] = [];
    const shared: boolean[] = [];
    return {
      shown,
      shared,
      set: (_, isShared) => shared.push(isShared),
      fire: (event) => listeners.forEach((listener) => listener(event)),
      onEvent(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      chart: { showSpan: (span) => shown.push(span), showMoment: (atMs) => shown.push(atMs) },
    };
  }
  const span = { fromMs: 1, toMs: 2 };
  const candle = { time: 7, open: 1, high: 1, low: 1, close: 1, volume: 1 };

  it('passes on what is linked, to the others alone', () => {
    const link = new ChartLink({ crosshair: true, time: false });
    const [one, two] = [fakeChart(), fakeChart()];
    link.add(one);
    const stop = link.add(two);
    one.fire({ kind: 'crosshair', candle });
    one.fire({ kind: 'span', span });
    one.fire({ kind: 'crosshair', candle: null });
    expect(two.shown).toEqual([7, null]);
    expect(one.shown).toEqual([]);
    link.setParts({ crosshair: false, time: true });
    expect([one.shown, two.shown.slice(2)]).toEqual([[null], [null]]);
    two.fire({ kind: 'span', span });
    two.fire({ kind: 'crosshair', candle });
    expect(one.shown).toEqual([null, span]);
    stop();
    one.fire({ kind: 'span', span });
    expect(two.shown).toHaveLength(3);
    expect([one.shared, two.shared]).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it('leave no moment of a chart that is removed under the crosshair', () => {
    const link = new ChartLink({ crosshair: true, time: false });
    const [one, two] = [fakeChart(), fakeChart()];
    link.add(one);
    const stop = link.add(two);
    two.fire({ kind: 'crosshair', candle });
    stop();
    expect(one.shown).toEqual([7, null]);
  });
});
