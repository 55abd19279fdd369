// Order flow on a chart: footprints in place of candles, the profile's words in the legend, marks where trades miss.
import { describe, expect, it } from 'vitest';
import type { ChartIndicator, Drawing } from '../../../chart/api.ts';
import { DrawingController } from '../../../chart/drawings/drawing-controller.ts';
import { OrderFlowOverlay } from '../../../chart/order-flow/order-flow-overlay.ts';
import { DAMAGE } from '../../../chart/scene/damage.ts';
import { RectList } from '../../../chart/render/draw-list.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { type ChartFixture, makeChartFixture } from '../chart-fixture.ts';
import { naiveGroup, naiveProfile } from './naive-profile.ts';

const shownOf = (name: string, params: number[], hidden = false): ChartIndicator => ({
  name,
  pane: 'main',
  label: `${name}(${params.join()})`,
  params,
  lines: [],
  ...(hidden && { hidden }),
});
const FOOTPRINT = shownOf('FOOTPRINT', [300, 3, 200]);
const PROFILE = shownOf('VPVR', [70]);

interface FlowFixture extends ChartFixture {
  flow: FlowBars;
  show(...indicators: ChartIndicator[]): void;
  zoom(barCssPx: number): void;
}

/** A chart whose candles from row `from` on have order flow: eight levels each, bought more in the upper half. */
function makeFlowFixture(from = 0): FlowFixture {
  const chart = makeChartFixture();
  const { composer, columns } = chart;
  const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 0.01 });
  for (let row = from; row < columns.length; row++) {
    const [low, high] = [columns.low[row]!, columns.high[row]!];
    for (let step = 0; step < 8; step++) {
      const level = Math.floor(low + ((high - low) * step) / 7);
      flow.add(columns.time[row]!, level, 10 + step, step >= 4);
    }
  }
  composer.orderFlow = new OrderFlowOverlay(composer.view, composer.list);
  composer.orderFlow.flow = flow;
  composer.overlays.unshift(composer.orderFlow);
  return {
    ...chart,
    flow,
    show: (...indicators) => {
      composer.view.data.setIndicators(indicators);
      composer.makePanes();
      chart.frame(DAMAGE.layout);
    },
    zoom: (barCssPx) => {
      composer.view.time.barPx = barCssPx * 3;
      composer.view.time.toNewest();
      chart.frame(DAMAGE.scale);
    },
  };
}

const candlesDrawn = ({ composer: { list, view } }: ChartFixture): number => {
  const series = list.series.find(({ rows }) => rows === view.data.candles)!;
  return series.to - series.from;
};
const textsOf = ({ composer: { list } }: ChartFixture): string[] =>
  list.underTexts.texts.slice(0, list.underTexts.count);
const legendOf = ({ composer: { list } }: ChartFixture): string => list.tags.texts.slice(0, list.tags.count).join('|');

describe('footprints', () => {
  it('take the place of the candles while they are shown and bars are wide enough', () => {
    const chart = makeFlowFixture();
    chart.show();
    expect(candlesDrawn(chart)).toBeGreaterThan(0);
    chart.show(FOOTPRINT);
    expect(candlesDrawn(chart)).toBe(0);
    chart.show(shownOf('FOOTPRINT', [300, 3, 200], true));
    expect(candlesDrawn(chart)).toBeGreaterThan(0);
    chart.show(FOOTPRINT);
    chart.zoom(1.5);
    expect(candlesDrawn(chart)).toBeGreaterThan(0);
  });

  it('have numbers where bars are wide: differences, then both sides, each with the delta of the bar', () => {
    const chart = makeFlowFixture();
    chart.show(FOOTPRINT);
    chart.zoom(20);
    expect(textsOf(chart)).toEqual([]);
    chart.zoom(60);
    expect(textsOf(chart).some((text) => text.startsWith('Δ'))).toBe(true);
    expect(textsOf(chart)).not.toContain('×');
    chart.zoom(110);
    expect(textsOf(chart)).toContain('×');
  });

  it("stay inside the candles' pane, numbers too", () => {
    const chart = makeFlowFixture();
    const { view, list } = chart.composer;
    for (const barCssPx of [3, 8, 20, 60, 110]) {
      chart.show(FOOTPRINT);
      chart.zoom(barCssPx);
      view.time.panBy(barCssPx);
      chart.frame(DAMAGE.scroll);
      const { floats, count } = list.under;
      const { underTexts } = list;
      for (let at = 0; at < count * RectList.STRIDE; at += RectList.STRIDE) {
        expect(floats[at]! + floats[at + 2]!).toBeLessThanOrEqual(view.widthPx);
        expect(floats[at + 3]).toBeGreaterThan(0);
      }
      for (let at = 0; at < underTexts.count; at++) {
        expect(underTexts.x[at]).toBeGreaterThanOrEqual(0);
        expect(underTexts.x[at]! + view.measure.width(underTexts.texts[at]!)).toBeLessThanOrEqual(view.plotRightPx);
      }
    }
  });

  it('writes no number beyond the pane, however the scale is moved', () => {
    const chart = makeFlowFixture();
    chart.show(FOOTPRINT);
    const { list, view } = chart.composer;
    const { scale, topPx, bottomPx } = view.panes[0]!;
    view.style = { ...view.style, autoScale: false };
    chart.zoom(100);
    for (const factor of [1, 4, 4]) {
      scale.stretch(factor, (topPx + bottomPx) / 2);
      for (let step = 0; step < 40; step++) {
        scale.shift(5);
        chart.frame(DAMAGE.scale);
        const { underTexts } = list;
        for (let at = 0; at < underTexts.count; at++) {
          expect(underTexts.baseline[at]).toBeGreaterThan(topPx);
          expect(underTexts.baseline[at]).toBeLessThanOrEqual(bottomPx);
        }
      }
    }
  });

  it('may be zoomed in further than candles', () => {
    const chart = makeFlowFixture();
    const { time } = chart.composer.view;
    chart.show();
    time.zoomAt(1000, 0);
    expect(time.barPx / 3).toBe(48);
    chart.show(FOOTPRINT);
    time.zoomAt(1000, 0);
    expect(time.barPx / 3).toBe(144);
  });
});

describe('the profile', () => {
  it('names its point of control and value area in the legend, and none while it is hidden', () => {
    const chart = makeFlowFixture();
    chart.show(PROFILE);
    expect(legendOf(chart)).toMatch(/VPVR\(70\)\|POC [\d,.]+ {2}VA [\d,.]+–[\d,.]+/);
    chart.show(shownOf('VPVR', [70], true));
    expect(legendOf(chart)).not.toContain('POC');
  });

  it('says how much of the volume was recorded, unless it was nearly all', () => {
    const chart = makeFlowFixture();
    const { columns } = chart;
    for (let row = 0; row < columns.length; row++) columns.volume[row] = 1.08;
    chart.show(PROFILE);
    expect(legendOf(chart)).not.toContain('%');
    for (let row = 0; row < columns.length; row++) columns.volume[row] = 4.32;
    chart.composer.view.time.panBy(60);
    chart.frame(DAMAGE.scroll);
    expect(legendOf(chart)).toContain('(25.00%)');
  });
});

describe('the profile of each session', () => {
  const SESSIONS = shownOf('SVP', [70, 48]);
  const DAY_MS = 86_400_000;

  /** Two hours a candle would be 40 days; so the 500 minutes are moved over two midnights. */
  function makeDaysFixture(): FlowFixture {
    const chart = makeFlowFixture();
    const { columns, flow, composer } = chart;
    for (let row = 0; row < columns.length; row++) {
      const day = row < 200 ? 0 : row < 400 ? 1 : 2;
      columns.time[row] = 20_000 * DAY_MS + day * DAY_MS + (row % 200) * 60_000;
      flow.time[row] = columns.time[row]!;
    }
    flow.pastRevision += 1;
    flow.revision += 1;
    composer.view.data.setColumns(columns, 'refresh', 0, composer.view.time);
    return chart;
  }

  it('names those of the newest session, or of the one under the crosshair', () => {
    const chart = makeDaysFixture();
    const { composer } = chart;
    chart.show(SESSIONS);
    composer.view.time.barPx = 6;
    composer.view.time.toNewest();
    chart.frame(DAMAGE.scale);
    const newest = legendOf(chart);
    expect(newest).toMatch(/SVP\(70,48\)\|POC [\d,.]+ {2}VA [\d,.]+–[\d,.]+/);
    composer.pointer = { xPx: composer.view.time.xOf(310), yPx: 100 };
    chart.frame(DAMAGE.cursor);
    expect(legendOf(chart)).toContain('POC');
    expect(legendOf(chart)).not.toContain(newest.split('|')[1]!);
    composer.pointer = null;
    chart.frame(DAMAGE.cursor);
    expect(legendOf(chart)).toBe(newest);
    chart.show(shownOf('SVP', [70, 48], true));
    expect(legendOf(chart)).not.toContain('POC');
  });

  it('extends a level that no later candle reached to the axis, with its price there', () => {
    const chart = makeDaysFixture();
    const { columns, flow, composer } = chart;
    const price = Math.floor(Math.max(...columns.high.subarray(0, columns.length))) + 500;
    columns.high[100] = price + 1;
    flow.add(columns.time[100]!, price, 1e6, false);
    composer.view.data.setColumns(columns, 'refresh', 0, composer.view.time);
    chart.show(SESSIONS);
    const { list, view } = composer;
    chart.zoom(view.plotRightPx / 3 / columns.length);
    const { floats, count } = list.over;
    const ends: number[] = [];
    for (let at = 0; at < count * RectList.STRIDE; at += RectList.STRIDE)
      if (floats[at] === view.time.xOf(199.5) && floats[at + 4]! < 0) ends.push(floats[at]! + floats[at + 2]!);
    expect(ends).toContain(view.plotRightPx);
    const priceTags = list.tags.texts
      .slice(list.tags.still, list.tags.count)
      .map((text) => Number(text.replaceAll(',', '')));
    expect(priceTags.some((value) => Math.abs(value - price) < 100)).toBe(true);
  });

  it('is not shown on candles that are longer than a session', () => {
    const chart = makeFlowFixture();
    chart.composer.setMarket({ ...chart.composer.view.market, interval: '1w' });
    chart.show(SESSIONS);
    expect(legendOf(chart)).not.toContain('POC');
  });
});

describe('the market profile', () => {
  const TIMES = shownOf('TPO', [70, 8]);

  it('has letters where rows are high and wide enough, else blocks, and names its levels', () => {
    const chart = makeFlowFixture();
    const { list, view } = chart.composer;
    chart.show(TIMES);
    expect(legendOf(chart)).toMatch(/TPO\(70,8\)\|POC [\d,.]+ {2}VA/);
    expect(textsOf(chart).join('')).toMatch(/[A-Z]{3}/);
    for (let at = 0; at < list.underTexts.count; at++) {
      expect(list.underTexts.x[at]).toBeGreaterThanOrEqual(0);
      expect(list.underTexts.x[at]! + view.measure.width(list.underTexts.texts[at]!)).toBeLessThanOrEqual(
        view.plotRightPx,
      );
    }
    const letters = list.under.count;
    chart.show(shownOf('TPO', [70, 200]));
    expect(textsOf(chart)).toEqual([]);
    expect(list.under.count).toBeGreaterThan(letters + 20);
    chart.show(shownOf('TPO', [70, 8], true));
    expect(legendOf(chart)).not.toContain('POC');
  });
});

describe('the profile of a drawn range', () => {
  const RANGES = shownOf('FRVP', [70, 48]);
  const drawn: Drawing = {
    id: 'd1',
    kind: 'profile',
    anchors: [],
    text: '',
    color: 'accent',
    locked: false,
    hidden: false,
  };
  const rowsOf = (chart: FlowFixture, from: number, to: number): Drawing => ({
    ...drawn,
    anchors: [from, to].map((row) => ({ time: chart.columns.time[row]!, price: chart.columns.close[row]! })),
  });
  const draw = (chart: FlowFixture, drawing: Drawing): string[] => {
    const { composer } = chart;
    const controller = new DrawingController(composer.view, composer.list, chart.mark, chart.emit);
    composer.overlays.push(controller);
    controller.setDrawings([drawing]);
    chart.frame();
    composer.overlays.pop();
    const { labels } = composer.list;
    const accent = composer.view.palette.named('accent');
    return labels.texts.slice(0, labels.count).filter((_, at) => labels.colors[at] === accent);
  };

  it('has the point of control of its candles, whichever end was placed first', () => {
    const chart = makeFlowFixture();
    chart.show(RANGES);
    const { flow, composer } = chart;
    const naive = naiveProfile(flow, 460, 481, naiveGroup(flow, 460, 481, 48), 70);
    const group = naiveGroup(flow, 460, 481, 48);
    const expected = composer.view.prices.format((naive.control + 0.5) * group - flow.tickPrice / 2);
    expect(draw(chart, rowsOf(chart, 460, 480))).toEqual([expected]);
    expect(draw(chart, rowsOf(chart, 480, 460))).toEqual([expected]);
    flow.add(flow.time[470]!, flow.firstLevel[470]!, 1e6, true);
    const changed = naiveProfile(flow, 460, 481, group, 70);
    expect(draw(chart, rowsOf(chart, 460, 480))).toContain(
      composer.view.prices.format((changed.control + 0.5) * group - flow.tickPrice / 2),
    );
  });

  it('is only its frame while the indicator is not shown, and where nothing was recorded', () => {
    const chart = makeFlowFixture(470);
    expect(draw(chart, rowsOf(chart, 471, 490))).toEqual([]);
    chart.show(RANGES);
    expect(draw(chart, rowsOf(chart, 440, 460))).toEqual([]);
    expect(draw(chart, rowsOf(chart, 471, 490))).toHaveLength(1);
  });
});

describe('candles whose trades are missing', () => {
  const dashesOf = ({ composer: { list, view } }: ChartFixture): [from: number, to: number][] => {
    const { floats, count } = list.under;
    const found: [number, number][] = [];
    for (let at = 0; at < count * RectList.STRIDE; at += RectList.STRIDE) {
      const isFoot = view.panes[0]!.bottomPx === floats[at + 1]! + floats[at + 3]!;
      if (floats[at + 4]! < 0 && isFoot) found.push([floats[at]!, floats[at]! + floats[at + 2]!]);
    }
    return found;
  };

  it('are marked at their foot, and stay candles among footprints', () => {
    const chart = makeFlowFixture(480);
    const { view } = chart.composer;
    chart.show(PROFILE);
    const [[from, to] = [NaN, NaN], ...more] = dashesOf(chart);
    expect(more).toEqual([]);
    expect(from).toBe(0);
    expect(to).toBe(view.time.xOf(479.5));
    chart.flow.markPart(chart.columns.time[490]!);
    chart.frame(DAMAGE.tick);
    expect(dashesOf(chart).at(-1)).toEqual([view.time.xOf(489.5), view.time.xOf(490.5)]);
  });

  it('are not those in which nothing was traded', () => {
    const chart = makeFlowFixture(480);
    chart.columns.volume.fill(0, 0, 480);
    chart.show(PROFILE);
    expect(dashesOf(chart)).toEqual([]);
  });
});
