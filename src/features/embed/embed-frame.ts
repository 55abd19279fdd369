// The embedded chart: applies settings and commands, reports faults and events to the parent page.
import { type ReadonlySignal, type Signal, batch, computed, effect, signal, untracked } from '@preact/signals-react';
import { intervalName } from '../../../core/units/bar-interval.ts';
import type { CandleReading, ChartEvent } from '../../../chart/api.ts';
import {
  CHART_PATH,
  type EmbedAnswer,
  type EmbedCandle,
  type EmbedCommand,
  type EmbedCommandName,
  EmbedFault,
  type EmbedPicture,
  type EmbedState,
  type EmbedTheme,
} from '../../../core/embed/embed-protocol.ts';
import type { CoinInfo, Instrument } from '../../../core/instruments/instrument.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ChartInterval } from '../../../core/units/time.ts';
import { connection as feed } from '../../stores/market/connection.ts';
import type { ViewFreshness } from '../../stores/market/view-freshness.ts';
import { momentIn } from '../../lib/local-moment.ts';
import { type FrameAddress, type EmbedSettings, marketOfSymbol, readLocale } from './frame-address.ts';
import type { FrameReplay } from './frame-replay.ts';
import type { FrameView } from './frame-view.ts';
import type { Translate } from './frame-texts.ts';
import {
  type EmbedIndicator,
  paneOfIndicator,
  parseIndicator,
  parseIndicatorList,
  addIndicator,
  printIndicatorList,
} from './indicator-list.ts';
import { ParentLink, type ParentWindow } from './parent-link.ts';
import { dataUrlOf, pngSize } from './png.ts';

/** How long a command waits for markets or candles, in ms. */
const LOADING_TIMEOUT_MS = 10_000;

/** How fresh the candles are: an open connection alone does not make them live. */
type Shown = Pick<ViewFreshness, 'fresh' | 'ageSeconds'>;

/** What the frame needs of a chart controller. */
export interface EmbedChart {
  readonly phase: ReadonlySignal<'loading' | 'ready' | 'empty' | 'failed'>;
  readonly failure: string;
  readonly freshness: Shown;
  readonly chart: { resetView(): void; snapshot(): Promise<Blob> } | null;
  show(shown: {
    instrument: Instrument;
    interval: ChartInterval;
    main: readonly EmbedIndicator[];
    sub: readonly EmbedIndicator[];
  }): void;
  retry(): void;
  onEvent(listener: (event: ChartEvent) => void): () => void;
}

export interface EmbedFrameDeps {
  /** Null: the frame shows the live market. */
  replay: FrameReplay | null;
  view: FrameView;
  chart: EmbedChart;
  parent: ParentWindow | null;
  /** All markets; empty until loaded. */
  markets: ReadonlySignal<readonly Instrument[]>;
  setMarkets(infos: readonly CoinInfo[]): void;
  /** Loading the markets failed; it is retried automatically. */
  unreachable: ReadonlySignal<boolean>;
  applyTheme(theme: EmbedTheme): void;
  /** Loads a language and applies it to the document. Rejects when it cannot be loaded. */
  setLocale(locale: EmbedSettings['locale']): Promise<Translate>;
}

export class EmbedFrame {
  /** Messages to and from the parent page. */
  readonly link: ParentLink;
  readonly #deps: EmbedFrameDeps;
  readonly #settings: Signal<EmbedSettings>;
  readonly #translate: Signal<Translate>;
  readonly #note = signal('');
  /** The market of the symbol; a fault for an unknown one, null until the markets are loaded. */
  readonly #market = computed<Instrument | EmbedFault | null>(() =>
    findMarket(this.#settings.value.symbol, this.#deps.markets.value),
  );
  /** Market and interval that are shown, and those for which `ready` was sent. */
  readonly #shown = signal('');
  /** Moment of a replay; NaN before it is shown. */
  readonly #momentMs = signal(NaN);
  #notifiedPhase = '';
  /** Settled when no change of language is under way. */
  #localeChange: Promise<unknown> = Promise.resolve();
  /** Settled when no command of the replay is under way. */
  #replayChange: Promise<unknown> = Promise.resolve();

  constructor(address: FrameAddress, translate: Translate, deps: EmbedFrameDeps) {
    this.#deps = deps;
    this.#settings = signal(address.settings);
    this.#translate = signal(translate);
    this.link = new ParentLink(deps.parent, address.origin, (command) => this.#handleCommand(command));
    deps.applyTheme(address.settings.theme);
    for (const fault of address.faults) this.#reportFault(fault);
    deps.replay?.onChange(
      (replay) => {
        this.#momentMs.value = replay.time;
        this.link.post({ event: 'replay', replay });
      },
      (fault) => this.#reportFault(fault),
    );
    deps.chart.onEvent((event) => this.#onChartEvent(event));
    effect(() => this.#showMarket(this.#settings.value, this.#market.value));
    effect(() => this.#render(this.#settings.value, this.#translate.value));
    effect(() => this.#notifyPhase(this.#shown.value, deps.chart.phase.value));
    effect(() => deps.view.setNote(this.#note.value));
    const { freshness } = deps.chart;
    effect(() => {
      // A past price is never seen without its time.
      if (deps.replay) deps.view.setFeedStatus('stale', momentIn(this.#settings.value.locale, this.#momentMs.value));
      else deps.view.setFeedStatus(freshness.fresh.value, feedStatusText(freshness, this.#translate.value));
    });
  }

  #state(): EmbedState {
    const { symbol, interval, main, sub, theme, locale } = this.#settings.peek();
    const market = this.#market.peek();
    return {
      symbol: isMarket(market) ? market.info.pair : symbol,
      interval,
      main: printIndicatorList(main),
      sub: printIndicatorList(sub),
      theme,
      locale,
    };
  }

  /** Executes a command. A fault is also shown in the frame, whose chart stays as it was. */
  async #handleCommand(command: EmbedCommand): Promise<EmbedAnswer<EmbedCommandName>> {
    try {
      return await this.#execute(command);
    } catch (cause) {
      if (cause instanceof EmbedFault) this.#note.value = cause.message;
      throw cause;
    }
  }

  async #execute(command: EmbedCommand): Promise<EmbedAnswer<EmbedCommandName>> {
    switch (command.command) {
      case 'hello':
        break;
      case 'setSymbol':
        await this.#awaitMarkets();
        this.#update({ symbol: marketOfSymbol(command.symbol, this.#deps.markets.peek()).info.pair });
        break;
      case 'setInterval':
        this.#update({ interval: command.interval });
        break;
      case 'addIndicator':
        this.#addIndicator(parseIndicator(command.indicator));
        break;
      case 'removeIndicator':
        this.#removeIndicator(parseIndicator(command.indicator).name);
        break;
      case 'setIndicators':
        this.#update({ main: parseIndicatorList(command.main, 'main'), sub: parseIndicatorList(command.sub, 'sub') });
        break;
      case 'setTheme':
        this.#deps.applyTheme(command.theme);
        this.#update({ theme: command.theme });
        break;
      case 'setLocale':
        await this.#setLocale(command.locale);
        break;
      case 'resetView':
        this.#deps.chart.chart?.resetView();
        break;
      case 'replayAt':
        await this.#moveReplay((replay) => replay.goTo(command.time));
        break;
      case 'replayPlay':
        await this.#moveReplay((replay) => replay.play());
        break;
      case 'replayPause':
        await this.#moveReplay((replay) => replay.pause());
        break;
      case 'replayStep':
        await this.#moveReplay((replay) => replay.step(command.by, this.#settings.peek().interval));
        break;
      case 'replaySpeed':
        await this.#moveReplay((replay) => replay.setSpeed(command.speed));
        break;
      case 'replayFile':
        await this.#changeReplay((replay) => this.#openFile(replay, new Blob([command.file as BlobPart])));
        break;
      case 'snapshot':
        return this.#snapshot(command.format === 'dataUrl');
    }
    return this.#state();
  }

  /** One change after another: a pause that follows a play does so here, too. Throws EmbedFault in a live frame. */
  #changeReplay(change: (replay: FrameReplay) => Promise<void>): Promise<void> {
    const { replay } = this.#deps;
    if (!replay)
      throw new EmbedFault('no-replay', 'This chart shows the live market: its address or element has no "replay".');
    const changing = this.#replayChange.then(() => {
      this.#note.value = '';
      return change(replay);
    });
    this.#replayChange = changing.catch(() => undefined);
    return changing;
  }

  /** Moves the replay once it has a market. Throws EmbedFault where there is none, and as `#changeReplay` does. */
  #moveReplay(move: (replay: FrameReplay) => Promise<void> | void): Promise<void> {
    return this.#changeReplay(async (replay) => {
      await this.#awaitMarkets();
      const market = this.#market.peek();
      if (market instanceof EmbedFault) throw market;
      await move(replay);
    });
  }

  /** Shows the market that is shown, where it was recorded, or else that with the most messages. */
  async #openFile(replay: FrameReplay, file: Blob): Promise<void> {
    const { infos, markets } = await replay.open(file);
    batch(() => {
      this.#deps.setMarkets(infos);
      const shown = this.#market.peek();
      const id = isMarket(shown) && markets.includes(shown.info.id) ? shown.info.id : markets[0];
      this.#update({ symbol: infos.find((info) => info.id === id)?.pair ?? '' });
    });
  }

  #update(part: Partial<EmbedSettings>): void {
    this.#note.value = '';
    this.#settings.value = { ...this.#settings.peek(), ...part };
  }

  #addIndicator(spec: EmbedIndicator): void {
    const pane = paneOfIndicator(spec.name);
    this.#update({ [pane]: addIndicator(this.#settings.peek()[pane], spec) });
  }

  #removeIndicator(name: string): void {
    const pane = paneOfIndicator(name);
    if (!this.#settings.peek()[pane].some((spec) => spec.name === name))
      throw new EmbedFault('unknown-indicator', `${name} is not on the chart.`);
    this.#update({ [pane]: this.#settings.peek()[pane].filter((spec) => spec.name !== name) });
  }

  async #setLocale(text: string): Promise<void> {
    const locale = readLocale(text);
    // One after another: the texts of the first may come last.
    const loading = this.#localeChange.then(() => this.#deps.setLocale(locale));
    this.#localeChange = loading.catch(() => undefined);
    this.#translate.value = await loading;
    this.#update({ locale });
  }

  async #snapshot(asText: boolean): Promise<EmbedPicture> {
    const { chart: controller } = this.#deps;
    if ((await this.#awaitLoading()) === 'empty') throw NO_CANDLES;
    const { chart } = controller;
    // A chart without a size has candles and no picture.
    const png = controller.phase.peek() === 'ready' ? await chart?.snapshot().catch(() => null) : null;
    if (!png) throw new EmbedFault('no-picture', 'The chart has no picture yet.');
    return { png: asText ? await dataUrlOf(png) : png, ...(await pngSize(png)) };
  }

  /** Waits for the markets. Throws EmbedFault when they are not loaded in time. */
  async #awaitMarkets(): Promise<void> {
    await until(this.#deps.markets, (markets) => markets.length > 0);
    if (this.#deps.markets.peek().length === 0) throw new EmbedFault('failed', 'The exchange cannot be reached.');
  }

  /** Phase of the chart after loading, or when the time is up. */
  async #awaitLoading(): Promise<string> {
    const { phase } = this.#deps.chart;
    if (isMarket(this.#market.peek())) await until(phase, (now) => now !== 'loading');
    return phase.peek();
  }

  #showMarket({ interval, main, sub }: EmbedSettings, market: Instrument | EmbedFault | null): void {
    if (market instanceof EmbedFault) return this.#reportFault(market);
    if (market === null) return undefined;
    untracked(() => this.#deps.replay?.show(market.info.id));
    untracked(() => this.#deps.chart.show({ instrument: market, interval, main, sub }));
    this.#shown.value = `${market.info.id} ${interval}`;
    return undefined;
  }

  /** Shows a fault in the frame and sends it to the parent page. */
  #reportFault(fault: EmbedFault): void {
    this.#note.value = fault.message;
    this.link.reportFault(null, fault);
  }

  /** Renders header and state. */
  #render({ symbol, interval }: EmbedSettings, t: Translate): void {
    const { view, chart, unreachable } = this.#deps;
    const market = this.#market.value;
    const pair = isMarket(market) ? market.info.pair : symbol;
    view.setHeader(
      pair,
      intervalName(interval),
      isMarket(market) ? `${CHART_PATH}?coinInfoId=${market.info.id}&interval=${interval}` : '/',
      t('embed.toExchange', { pair }),
    );
    view.setLabel(t('kline.chartOf', { pair, interval: intervalName(interval) }));
    const phase = chart.phase.value;
    if (market instanceof EmbedFault) view.setState('message', t('kline.noMarket'), symbol);
    else if (market === null && unreachable.value) view.setState('message', t('failure.network'));
    else if (phase === 'failed')
      view.setState('message', t('kline.chartFailed'), chart.failure, {
        label: t('app.retry'),
        act: () => chart.retry(),
      });
    else if (phase === 'empty') view.setState('message', t('kline.noCandles'));
    else view.setState(phase === 'ready' ? 'none' : 'loading', phase === 'ready' ? '' : t('app.loading'));
  }

  /** Sends `ready` once per market and interval, and every failure. */
  #notifyPhase(shown: string, phase: EmbedChart['phase']['value']): void {
    if (phase === 'failed')
      this.link.reportFault(
        null,
        new EmbedFault('failed', `The chart could not be loaded: ${this.#deps.chart.failure}`),
      );
    if (phase === 'empty') this.link.reportFault(null, NO_CANDLES);
    // Another market was requested in between and never ready: this one is loaded once more.
    if (phase !== 'ready' && this.#notifiedPhase !== shown) this.#notifiedPhase = '';
    if (phase !== 'ready' || this.#notifiedPhase === shown) return;
    this.#notifiedPhase = shown;
    this.link.post({ event: 'ready', state: this.#state() });
  }

  #onChartEvent(event: ChartEvent): void {
    if (event.kind === 'crosshair')
      this.link.post({ event: 'crosshair', candle: event.candle && this.#candle(event.candle) });
    else if (event.kind === 'candle') this.link.post({ event: 'candle', candle: this.#candle(event.candle) });
  }

  #candle({ time, open, high, low, close, volume }: CandleReading): EmbedCandle {
    const value = (number: number): number | null => (Number.isNaN(number) ? null : number);
    const { symbol, interval } = this.#state();
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

/** Text of the feed status; '' while the candles are live. */
function feedStatusText({ fresh, ageSeconds }: Shown, t: Translate): string {
  if (fresh.value === 'live') return '';
  if (ageSeconds.value > 0) return t('link.stale', { seconds: ageSeconds.value });
  return feed.state.value === LINK.closed ? t('link.closed') : t('link.connecting');
}

/** Resolves when `source` meets the condition, or after LOADING_TIMEOUT_MS. */
function until<T>(source: ReadonlySignal<T>, wanted: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => done(), LOADING_TIMEOUT_MS);
    const done = (): void => {
      clearTimeout(timer);
      // subscribe() calls the listener before it returns `stop`.
      queueMicrotask(() => stop());
      resolve();
    };
    stop = source.subscribe((value) => {
      if (wanted(value)) done();
    });
  });
}
