// Depth chart and book joined: one view of the whole book while it is shown, and the texts that follow the picture.
import { type ReadonlySignal, type Signal, batch, effect, signal } from '@preact/signals-react';
import type { Translate } from '../../../locales/use-translation.ts';
import type { DepthBook } from '../../../../chart/depth/depth-book.ts';
import { DepthChart } from '../../../../chart/depth/depth-chart.ts';
import type { DepthReading, DepthScene } from '../../../../chart/depth/depth-scene.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../../../core/worker-protocol/worker-protocol.ts';
import { type OpenView, openView } from '../../../api/view.ts';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { UNKNOWN, stepsText } from '../../../stores/market/number-format.ts';
import { type ViewFreshness, createFreshness } from '../../../stores/market/view-freshness.ts';
import { lookVersion } from '../../../stores/device/theme.ts';
import { readChartTheme } from '../../../lib/chart-theme.ts';
import { averageText, lotsText, midText, moneyText, percentText, rangeText } from './depth-text.ts';

/**
 * Levels a side: the deepest cut book that the exchange sends. Deltas come at a calm pace: areas are looked at, not
 * read.
 */
const LEVELS = 1000;
const PACE_MS = 250;

/** loading: no book yet. repairing: the last good book, greyed. empty: nobody offers anything. */
export type DepthPhase = 'loading' | 'live' | 'repairing' | 'empty' | 'failed';

/** What stands under the crosshair, as text; `place` is the side of the plot with room for it. */
const READING_CELLS = ['price', 'base', 'quote', 'average', 'slippage'] as const;
export type ReadingCell = (typeof READING_CELLS)[number];

export class DepthController {
  readonly phase: Signal<DepthPhase> = signal('loading');
  readonly shown: ViewFreshness = createFreshness();
  readonly mid = signal(UNKNOWN);
  readonly spread = signal(UNKNOWN);
  readonly range = signal(UNKNOWN);
  readonly cells: Record<ReadingCell, Signal<string>>;
  readonly side: Signal<'bid' | 'ask' | ''> = signal('');
  readonly place: Signal<'left' | 'right'> = signal('right');
  /** Said to those who do not see the picture: the whole of it, and the crosshair when a key moved it. */
  readonly summary: Signal<string>;
  readonly spoken = signal('');
  /** Grows with every book that came. */
  private readonly books = signal(0);
  readonly bookVersion: ReadonlySignal<number> = this.books;
  private readonly instrument: Instrument;
  private readonly t: Translate;
  private readonly chart: DepthChart;
  private readonly view: OpenView;
  private readonly stops: (() => void)[];
  private notified = -1;

  constructor(canvas: HTMLCanvasElement, instrument: Instrument, t: Translate) {
    this.instrument = instrument;
    this.t = t;
    this.summary = signal(t('book.loading'));
    this.cells = Object.fromEntries(READING_CELLS.map((cell) => [cell, signal('')])) as Record<
      ReadingCell,
      Signal<string>
    >;
    this.chart = new DepthChart(canvas, {
      grids: instrument,
      theme: readChartTheme(document.documentElement),
      onDrawn: (scene, byKey) => batch(() => this.drawn(scene, byKey)),
    });
    this.stops = follow(this.chart, canvas, this.shown);
    this.view = openView(
      { kind: 'book', coinInfoId: instrument.info.id, depth: LEVELS, interval: PACE_MS, groupTicks: 1, rows: LEVELS },
      {
        section: (columns, at) => this.update(columns, at),
        failed: () => {
          this.phase.value = 'failed';
        },
        pane: this.shown.update,
      },
    );
  }

  get book(): DepthBook {
    return this.chart.book;
  }

  zoomStep(inwards: boolean): void {
    this.chart.zoomStep(inwards);
  }

  destroy(): void {
    this.view.close();
    for (const stop of this.stops) stop();
    this.chart.destroy();
  }

  private update(columns: Float64Array, at: number): void {
    this.chart.setBook(columns, at);
    const { book } = this;
    batch(() => {
      this.books.value += 1;
      this.phase.value = phaseOf(book);
      const two = book.bids.count > 0 && book.asks.count > 0;
      this.mid.value = two
        ? midText(book.bids.best, book.asks.best, this.instrument)
        : stepsText(book.mid, this.instrument.price);
      this.spread.value = two ? stepsText(book.asks.best - book.bids.best, this.instrument.price) : UNKNOWN;
    });
  }

  private drawn(scene: DepthScene, byKey: boolean): void {
    const { reading } = scene;
    this.range.value = rangeText(scene.share);
    this.side.value = reading?.side ?? '';
    if (reading) this.write(reading, scene.widthPx);
    if (byKey && reading) this.spoken.value = this.words(reading);
    this.summarise(scene);
  }

  private write({ priceTicks, cost, xPx }: DepthReading, widthPx: number): void {
    const { cells, instrument } = this;
    this.place.value = xPx < widthPx / 2 ? 'right' : 'left';
    cells.price.value = stepsText(priceTicks, instrument.price);
    cells.base.value = cost ? `${lotsText(cost.lots, instrument)} ${baseSymbol(instrument.info)}` : UNKNOWN;
    cells.quote.value = cost ? `${moneyText(cost.quoteUnits)} ${quoteSymbol(instrument.info)}` : UNKNOWN;
    cells.average.value = cost ? averageText(cost, instrument) : UNKNOWN;
    cells.slippage.value = cost ? `${percentText(cost.slippagePpm)} · ${moneyText(cost.slippageUnits)}` : UNKNOWN;
  }

  private words({ side }: DepthReading): string {
    const { price, base, average, slippage } = this.cells;
    return this.t(side === 'bid' ? 'depth.spokenBid' : 'depth.spokenAsk', {
      price: price.peek(),
      base: base.peek(),
      average: average.peek(),
      slippage: slippage.peek(),
    });
  }

  /** Once for each book: nothing in it follows the crosshair. */
  private summarise(scene: DepthScene): void {
    if (this.notified === this.books.peek()) return;
    this.notified = this.books.peek();
    const { book } = scene;
    const coin = baseSymbol(this.instrument.info);
    this.summary.value = this.t('depth.summary', {
      pair: this.instrument.info.pair,
      range: this.range.peek(),
      mid: this.mid.peek(),
      spread: this.spread.peek(),
      bids: `${lotsText(book.bids.totalTo(scene.ticksAt(0)), this.instrument)} ${coin}`,
      asks: `${lotsText(book.asks.totalTo(scene.ticksAt(scene.widthPx)), this.instrument)} ${coin}`,
    });
  }
}

function phaseOf({ state, bids, asks }: DepthBook): DepthPhase {
  if (state === BOOK_STATE.loading) return 'loading';
  if (state === BOOK_STATE.repairing) return 'repairing';
  return bids.count + asks.count === 0 ? 'empty' : 'live';
}

/** What the picture follows: its size, the look of the page, the freshness of the feed, whether it is in sight. */
function follow(chart: DepthChart, canvas: HTMLCanvasElement, shown: ViewFreshness): (() => void)[] {
  const fit = (): void => chart.resize(canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio);
  const sizes = new ResizeObserver(fit);
  sizes.observe(canvas);
  const off = new AbortController();
  window.addEventListener('resize', fit, { signal: off.signal });
  let inSight = true;
  const look = (): void => chart.setVisible(inSight && document.visibilityState === 'visible');
  const sight = new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting ?? true;
    look();
  });
  sight.observe(canvas);
  document.addEventListener('visibilitychange', look, { signal: off.signal });
  fit();
  return [
    () => sizes.disconnect(),
    () => sight.disconnect(),
    () => off.abort(),
    effect(() => {
      if (lookVersion.value > 0) chart.setTheme(readChartTheme(document.documentElement));
    }),
    effect(() => chart.setStale(shown.fresh.value !== 'live')),
  ];
}
