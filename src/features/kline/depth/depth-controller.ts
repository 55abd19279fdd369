// Connects the depth chart with market data: one view of the book, and the texts beside the chart.
import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals-react';
import type { Translate } from '../../../locales/use-translation.ts';
import type { DepthBook } from '../../../../chart/depth/depth-book.ts';
import { DepthChart } from '../../../../chart/depth/depth-chart.ts';
import type { DepthReading, DepthScene } from '../../../../chart/depth/depth-scene.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../../../core/worker-protocol/worker-protocol.ts';
import { type OpenView, openView } from '../../../api/view-subscription.ts';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { UNKNOWN, moneyText, stepsText } from '../../../stores/market/number-format.ts';
import { ViewFreshness } from '../../../stores/market/view-freshness.ts';
import { syncChart } from '../../../components/chart/sync-chart.ts';
import { readChartTheme } from '../../../lib/chart-theme.ts';
import { averageText, shortLotsText, midText, ppmText, rangeText } from './depth-text.ts';

/**
 * Levels per side: the deepest book that the exchange publishes. Updates are slow, because areas
 * change little.
 */
const LEVELS = 1000;
const UPDATE_INTERVAL_MS = 250;

/** loading: no book yet. repairing: the last valid book, greyed out. empty: no orders. */
export type DepthPhase = 'loading' | 'live' | 'repairing' | 'empty' | 'failed';

/** Texts of the level under the crosshair; `place` is the side of the plot with room for them. */
const READING_FIELDS = ['price', 'base', 'quote', 'average', 'slippage'] as const;
export type ReadingField = (typeof READING_FIELDS)[number];

export class DepthController {
  readonly phase: Signal<DepthPhase> = signal('loading');
  readonly freshness = new ViewFreshness();
  readonly mid = signal(UNKNOWN);
  readonly spread = signal(UNKNOWN);
  readonly range = signal(UNKNOWN);
  readonly readingTexts: Record<ReadingField, Signal<string>>;
  readonly side: Signal<'bid' | 'ask' | ''> = signal('');
  readonly readingPlace: Signal<'left' | 'right'> = signal('right');
  /** For screen readers: the whole chart, and the level under a crosshair that was moved by keys. */
  readonly summary: Signal<string>;
  readonly announcement = signal('');
  /** Increases with every received book. */
  readonly #receivedBooks = signal(0);
  readonly bookVersion: ReadonlySignal<number> = this.#receivedBooks;
  readonly #instrument: Instrument;
  readonly #t: Translate;
  readonly #chart: DepthChart;
  readonly #view: OpenView;
  readonly #stopSync: () => void;
  #summarisedBook = -1;

  constructor(canvas: HTMLCanvasElement, instrument: Instrument, t: Translate) {
    this.#instrument = instrument;
    this.#t = t;
    this.summary = signal(t('book.loading'));
    this.readingTexts = Object.fromEntries(READING_FIELDS.map((cell) => [cell, signal('')])) as Record<
      ReadingField,
      Signal<string>
    >;
    this.#chart = new DepthChart(canvas, {
      grids: instrument,
      theme: readChartTheme(document.documentElement),
      onDrawn: (scene, byKey) => batch(() => this.#onDrawn(scene, byKey)),
    });
    this.#stopSync = syncChart(this.#chart, canvas, this.freshness);
    this.#view = openView(
      {
        kind: 'book',
        coinInfoId: instrument.info.id,
        depth: LEVELS,
        interval: UPDATE_INTERVAL_MS,
        groupTicks: 1,
        rows: LEVELS,
      },
      {
        onSection: (columns, at) => this.#update(columns, at),
        onFailed: () => {
          this.phase.value = 'failed';
        },
        onStatus: this.freshness.update,
      },
    );
  }

  get book(): DepthBook {
    return this.#chart.book;
  }

  zoomStep(inwards: boolean): void {
    this.#chart.zoomStep(inwards);
  }

  dispose(): void {
    this.#view.close();
    this.#stopSync();
    this.#chart.dispose();
  }

  #update(columns: Float64Array, at: number): void {
    this.#chart.setBook(columns, at);
    const { book } = this;
    batch(() => {
      this.#receivedBooks.value += 1;
      this.phase.value = phaseOf(book);
      const two = book.bids.count > 0 && book.asks.count > 0;
      this.mid.value = two
        ? midText(book.bids.bestTicks, book.asks.bestTicks, this.#instrument)
        : stepsText(book.midTicks, this.#instrument.price);
      this.spread.value = two ? stepsText(book.asks.bestTicks - book.bids.bestTicks, this.#instrument.price) : UNKNOWN;
    });
  }

  #onDrawn(scene: DepthScene, byKey: boolean): void {
    const { reading } = scene;
    this.range.value = rangeText(scene.share);
    this.side.value = reading?.side ?? '';
    if (reading) this.#updateReading(reading, scene.widthPx);
    if (byKey && reading) this.announcement.value = this.#announcementText(reading);
    this.#summarise(scene);
  }

  #updateReading({ priceTicks, cost, xPx }: DepthReading, widthPx: number): void {
    const { readingTexts } = this;
    const instrument = this.#instrument;
    this.readingPlace.value = xPx < widthPx / 2 ? 'right' : 'left';
    readingTexts.price.value = stepsText(priceTicks, instrument.price);
    readingTexts.base.value = cost ? `${shortLotsText(cost.lots, instrument)} ${baseSymbol(instrument.info)}` : UNKNOWN;
    readingTexts.quote.value = cost ? `${moneyText(cost.quoteUnits)} ${quoteSymbol(instrument.info)}` : UNKNOWN;
    readingTexts.average.value = cost ? averageText(cost, instrument) : UNKNOWN;
    readingTexts.slippage.value = cost ? `${ppmText(cost.slippagePpm)} · ${moneyText(cost.slippageUnits)}` : UNKNOWN;
  }

  #announcementText({ side }: DepthReading): string {
    const { price, base, average, slippage } = this.readingTexts;
    return this.#t(side === 'bid' ? 'depth.spokenBid' : 'depth.spokenAsk', {
      price: price.peek(),
      base: base.peek(),
      average: average.peek(),
      slippage: slippage.peek(),
    });
  }

  /** Updated once per book: the summary does not depend on the crosshair. */
  #summarise(scene: DepthScene): void {
    if (this.#summarisedBook === this.#receivedBooks.peek()) return;
    this.#summarisedBook = this.#receivedBooks.peek();
    const { book } = scene;
    const coin = baseSymbol(this.#instrument.info);
    this.summary.value = this.#t('depth.summary', {
      pair: this.#instrument.info.pair,
      range: this.range.peek(),
      mid: this.mid.peek(),
      spread: this.spread.peek(),
      bids: `${shortLotsText(book.bids.totalTo(scene.ticksAt(0)), this.#instrument)} ${coin}`,
      asks: `${shortLotsText(book.asks.totalTo(scene.ticksAt(scene.widthPx)), this.#instrument)} ${coin}`,
    });
  }
}

function phaseOf({ state, bids, asks }: DepthBook): DepthPhase {
  if (state === BOOK_STATE.loading) return 'loading';
  if (state === BOOK_STATE.repairing) return 'repairing';
  return bids.count + asks.count === 0 ? 'empty' : 'live';
}
