// The embedded chart: carries out what the address and the page around it ask for, shows what went wrong, tells what
// happened.
import { type ReadonlySignal, type Signal, computed, effect, signal, untracked } from '@preact/signals-react';
import type { CandleReading, ChartEvent } from '../../../chart/api.ts';
import {
  EMBED_PATH,
  type EmbedAnswer,
  type EmbedCandle,
  type EmbedCommand,
  type EmbedCommandName,
  EmbedFault,
  type EmbedPicture,
  type EmbedState,
  type EmbedTheme,
} from '../../../core/embed/embed-protocol.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ChartInterval } from '../../../core/units/time.ts';
import { link as feed } from '../../stores/market/connection.ts';
import { type Address, type Wish, marketOfSymbol, readLocale } from './frame-address.ts';
import type { FrameView } from './frame-view.ts';
import type { Translate } from './frame-words.ts';
import {
  type AskedIndicator,
  paneOf,
  readIndicator,
  readIndicators,
  withIndicator,
  writeIndicators,
} from './indicator-list.ts';
import { ParentLink, type ParentWindow } from './parent-messages.ts';
import { dataUrlOf, pngSize } from './png-size.ts';

/** A snapshot waits this long for candles. */
const PICTURE_WAIT_MS = 10_000;

/** The chart as the frame needs it. */
export interface EmbedChart {
  readonly phase: ReadonlySignal<'loading' | 'ready' | 'empty' | 'failed'>;
  readonly failure: string;
  readonly chart: { resetView(): void; snapshot(): Promise<Blob> } | null;
  show(shown: {
    instrument: Instrument;
    interval: ChartInterval;
    main: readonly AskedIndicator[];
    sub: readonly AskedIndicator[];
  }): void;
  retry(): void;
  listen(listener: (event: ChartEvent) => void): () => void;
}

export interface FrameParts {
  view: FrameView;
  chart: EmbedChart;
  parent: ParentWindow | null;
  /** Everything that has a market; empty until it is known. */
  markets: ReadonlySignal<readonly Instrument[]>;
  /** The exchange could not be asked for its markets; it is asked again by itself. */
  unreachable: ReadonlySignal<boolean>;
  applyTheme(theme: EmbedTheme): void;
  /** Words of a language, worn by the document. Throws when they cannot be loaded. */
  setLocale(locale: Wish['locale']): Promise<Translate>;
}

export class EmbedFrame {
  /** To the page around it. */
  readonly link: ParentLink;
  private readonly parts: FrameParts;
  private readonly wish: Signal<Wish>;
  private readonly words: Signal<Translate>;
  private readonly note = signal('');
  /** The market asked for; a fault where the symbol has none, null until the list is known. */
  private readonly market = computed<Instrument | EmbedFault | null>(() =>
    findMarket(this.wish.value.symbol, this.parts.markets.value),
  );
  /** Market and interval that the desk was last given, and those that were told to be ready. */
  private readonly shown = signal('');
  private notifiedPhase = '';

  constructor(address: Address, words: Translate, parts: FrameParts) {
    this.parts = parts;
    this.wish = signal(address.wish);
    this.words = signal(words);
    this.link = new ParentLink(parts.parent, address.origin, (command) => this.obey(command));
    parts.applyTheme(address.wish.theme);
    for (const fault of address.faults) this.complain(fault);
    parts.chart.listen((event) => this.onChartEvent(event));
    effect(() => this.show(this.wish.value, this.market.value));
    effect(() => this.describe(this.wish.value, this.words.value));
    effect(() => this.notifyPhase(this.shown.value, parts.chart.phase.value));
    effect(() => parts.view.note(this.note.value));
    effect(() => parts.view.light(feed.fresh.value, lightText(this.words.value)));
  }

  private state(): EmbedState {
    const { symbol, interval, main, sub, theme, locale } = this.wish.peek();
    const market = this.market.peek();
    return {
      symbol: isMarket(market) ? market.info.pair : symbol,
      interval,
      main: writeIndicators(main),
      sub: writeIndicators(sub),
      theme,
      locale,
    };
  }

  /** Carries out a command; what cannot be had is also said in the frame, which goes on showing what it showed. */
  private async obey(command: EmbedCommand): Promise<EmbedAnswer<EmbedCommandName>> {
    try {
      return await this.carryOut(command);
    } catch (cause) {
      if (cause instanceof EmbedFault) this.note.value = cause.message;
      throw cause;
    }
  }

  private async carryOut(command: EmbedCommand): Promise<EmbedAnswer<EmbedCommandName>> {
    switch (command.command) {
      case 'hello':
        break;
      case 'setSymbol':
        await this.known();
        this.change({ symbol: marketOfSymbol(command.symbol, this.parts.markets.peek()).info.pair });
        break;
      case 'setInterval':
        this.change({ interval: command.interval });
        break;
      case 'addIndicator':
        this.addIndicator(readIndicator(command.indicator));
        break;
      case 'removeIndicator':
        this.removeIndicator(readIndicator(command.indicator).name);
        break;
      case 'setIndicators':
        this.change({ main: readIndicators(command.main, 'main'), sub: readIndicators(command.sub, 'sub') });
        break;
      case 'setTheme':
        this.parts.applyTheme(command.theme);
        this.change({ theme: command.theme });
        break;
      case 'setLocale':
        await this.setLocale(command.locale);
        break;
      case 'resetView':
        this.parts.chart.chart?.resetView();
        break;
      case 'snapshot':
        return this.snapshot(command.format === 'dataUrl');
    }
    return this.state();
  }

  private change(part: Partial<Wish>): void {
    this.note.value = '';
    this.wish.value = { ...this.wish.peek(), ...part };
  }

  private addIndicator(spec: AskedIndicator): void {
    const pane = paneOf(spec.name);
    this.change({ [pane]: withIndicator(this.wish.peek()[pane], spec) });
  }

  private removeIndicator(name: string): void {
    const pane = paneOf(name);
    if (!this.wish.peek()[pane].some((spec) => spec.name === name))
      throw new EmbedFault('unknown-indicator', `${name} is not on the chart.`);
    this.change({ [pane]: this.wish.peek()[pane].filter((spec) => spec.name !== name) });
  }

  private async setLocale(text: string): Promise<void> {
    const locale = readLocale(text);
    this.words.value = await this.parts.setLocale(locale);
    this.change({ locale });
  }

  private async snapshot(asText: boolean): Promise<EmbedPicture> {
    const { chart: controller } = this.parts;
    if ((await this.settled()) === 'empty') throw NO_CANDLES;
    const { chart } = controller;
    if (!chart || controller.phase.peek() !== 'ready')
      throw new EmbedFault('no-picture', 'The chart has no picture yet.');
    const png = await chart.snapshot();
    return { png: asText ? await dataUrlOf(png) : png, ...(await pngSize(png)) };
  }

  /** Waits until the exchange has said what can be traded. */
  private async known(): Promise<void> {
    await until(this.parts.markets, (markets) => markets.length > 0);
    if (this.parts.markets.peek().length === 0) throw new EmbedFault('failed', 'The exchange cannot be reached.');
  }

  /** Phase of the chart once it is no longer loading, or when the time is up. */
  private async settled(): Promise<string> {
    const { phase } = this.parts.chart;
    if (isMarket(this.market.peek())) await until(phase, (now) => now !== 'loading');
    return phase.peek();
  }

  private show({ interval, main, sub }: Wish, market: Instrument | EmbedFault | null): void {
    if (market instanceof EmbedFault) return this.complain(market);
    if (market === null) return undefined;
    untracked(() => this.parts.chart.show({ instrument: market, interval, main, sub }));
    this.shown.value = `${market.info.id} ${interval}`;
    return undefined;
  }

  /** Something that cannot be had: said in the frame, and to the page. */
  private complain(fault: EmbedFault): void {
    this.note.value = fault.message;
    this.link.refuse(null, fault);
  }

  /** Head and state of the frame, as everything stands. */
  private describe({ symbol, interval }: Wish, t: Translate): void {
    const { view, chart, unreachable } = this.parts;
    const market = this.market.value;
    const pair = isMarket(market) ? market.info.pair : symbol;
    view.head(
      pair,
      interval,
      isMarket(market) ? `${EMBED_PATH}?coinInfoId=${market.info.id}&interval=${interval}` : '/',
      t('embed.toExchange', { pair }),
    );
    view.label(t('kline.chartOf', { pair, interval }));
    const phase = chart.phase.value;
    if (market instanceof EmbedFault) view.state('message', t('kline.noMarket'), symbol);
    else if (market === null && unreachable.value) view.state('message', t('failure.network'));
    else if (phase === 'failed')
      view.state('message', t('kline.chartFailed'), chart.failure, { label: t('app.retry'), act: () => chart.retry() });
    else if (phase === 'empty') view.state('message', t('kline.noCandles'));
    else view.state(phase === 'ready' ? 'none' : 'loading', phase === 'ready' ? '' : t('app.loading'));
  }

  /** The page hears once of each market and interval that stands, and of each failure. */
  private notifyPhase(shown: string, phase: EmbedChart['phase']['value']): void {
    if (phase === 'failed')
      this.link.refuse(null, new EmbedFault('failed', `The chart could not be loaded: ${this.parts.chart.failure}`));
    if (phase === 'empty') this.link.refuse(null, NO_CANDLES);
    if (phase !== 'ready' || this.notifiedPhase === shown) return;
    this.notifiedPhase = shown;
    this.link.notify({ event: 'ready', state: this.state() });
  }

  private onChartEvent(event: ChartEvent): void {
    if (event.kind === 'crosshair')
      this.link.notify({ event: 'crosshair', candle: event.candle && this.candle(event.candle) });
    else if (event.kind === 'candle') this.link.notify({ event: 'candle', candle: this.candle(event.candle) });
  }

  private candle({ time, open, high, low, close, volume }: CandleReading): EmbedCandle {
    const value = (number: number): number | null => (Number.isNaN(number) ? null : number);
    const { symbol, interval } = this.state();
    return {
      symbol,
      interval,
      time,
      open: value(open),
      high: value(high),
      low: value(low),
      close: value(close),
      volume: value(volume),
    };
  }
}

const NO_CANDLES = new EmbedFault('no-candles', 'This market has no candles at this interval yet.');

function findMarket(symbol: string, markets: readonly Instrument[]): Instrument | EmbedFault | null {
  if (markets.length === 0) return null;
  try {
    return marketOfSymbol(symbol, markets);
  } catch (cause) {
    if (cause instanceof EmbedFault) return cause;
    throw cause;
  }
}

function isMarket(found: Instrument | EmbedFault | null): found is Instrument {
  return found !== null && !(found instanceof EmbedFault);
}

/** What the feed's light says; nothing while all is well. */
function lightText(t: Translate): string {
  if (feed.fresh.value === 'live') return '';
  if (feed.ageSeconds.value > 0) return t('link.stale', { seconds: feed.ageSeconds.value });
  return feed.state.value === LINK.closed ? t('link.closed') : t('link.connecting');
}

/** Resolves when `source` is as wanted, or after the time for a picture. */
function until<T>(source: ReadonlySignal<T>, wanted: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => done(), PICTURE_WAIT_MS);
    const done = (): void => {
      clearTimeout(timer);
      // Not inside the subscription's own first call, where there is nothing to stop yet.
      queueMicrotask(() => stop());
      resolve();
    };
    stop = source.subscribe((value) => {
      if (wanted(value)) done();
    });
  });
}
