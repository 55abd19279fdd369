// Entry of the embedded chart: one chart in a frame of another site, without session or storage.
import { apiBase, socketUrl, thisPage } from './api/origin.ts';
import { openView } from './api/view-subscription.ts';
import { readFrameAddress } from './features/embed/frame-address.ts';
import type { MarketWorkerClient } from './api/market-worker.ts';
import { EmbedFrame, type EmbedChart } from './features/embed/embed-frame.ts';
import type { FrameReplay } from './features/embed/frame-replay.ts';
import { FrameView } from './features/embed/frame-view.ts';
import { type Translate, loadFrameTexts } from './features/embed/frame-texts.ts';
import { ChartController } from './components/chart/chart-controller.ts';
import { indicatorSpecs } from './features/kline/selected-indicators.ts';
import { LANGUAGES, type LanguageCode } from './locales/languages.ts';
import { instrumentsFailed, loadInstruments, markets, setInstruments } from './stores/market/instruments.ts';
import { startReceiving } from './stores/market/frame-receiver.ts';
import { applyTheme, themeChoice } from './stores/device/theme.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/fonts/inter.css';

const root = document.documentElement;

async function setLocale(code: LanguageCode): Promise<Translate> {
  const words = await loadFrameTexts(code);
  root.lang = code;
  root.dir = LANGUAGES[code].dir;
  return words;
}

/** Adapts the chart page's controller to the interface of the frame. */
function embedChartOf(chart: ChartController): EmbedChart {
  const plain = { colors: [] };
  return {
    phase: chart.phase,
    freshness: chart.freshness,
    get failure() {
      return chart.failure;
    },
    get chart() {
      return chart.chart;
    },
    show: ({ main, sub, ...shown }) =>
      chart.show({
        ...shown,
        indicators: indicatorSpecs(
          main.map((asked) => ({ ...asked, ...plain })),
          sub.map((asked) => ({ ...asked, ...plain })),
        ),
      }),
    retry: () => chart.retry(),
    onEvent: (listener) => chart.onEvent(listener),
  };
}

/** The past in place of the live market; loaded for frames that show it alone. */
async function replayOf(ms: number): Promise<{ market: MarketWorkerClient; replay: FrameReplay }> {
  const [{ pastMarket }, { ReplayPlayers }] = await Promise.all([
    import('./app/startup/past-market.ts'),
    import('./app/startup/embed-replay.ts'),
  ]);
  const market = pastMarket();
  return { market, replay: new ReplayPlayers(market, ms) };
}

/** Collects messages until the returned function is called. */
function earlyMessages(): () => MessageEvent[] {
  const events: MessageEvent[] = [];
  const collect = (event: MessageEvent): void => void events.push(event);
  window.addEventListener('message', collect);
  return () => {
    window.removeEventListener('message', collect);
    return events;
  };
}

async function start(host: HTMLElement): Promise<void> {
  const early = earlyMessages();
  const address = readFrameAddress(new URLSearchParams(window.location.search), navigator.languages);
  themeChoice.value = address.settings.theme;
  applyTheme(root);
  const page = thisPage();
  const past = address.replayMs === null ? null : await replayOf(address.replayMs);
  const config = { socketUrl: socketUrl(page), apiBase: apiBase(page), language: address.settings.locale };
  startReceiving(config, ...(past ? [past.market] : []));
  void loadInstruments();
  // Tickers keep the feed status live: candles of one quiet market may be older than a live feed's
  // messages.
  openView({ kind: 'tickers' });
  const view = new FrameView(host);
  const frame = new EmbedFrame(address, await setLocale(address.settings.locale), {
    view,
    chart: embedChartOf(new ChartController(view.chart)),
    replay: past?.replay ?? null,
    markets,
    setMarkets: setInstruments,
    unreachable: instrumentsFailed,
    setLocale,
    parent: window.parent === window ? null : window.parent,
    applyTheme: (theme) => {
      themeChoice.value = theme;
    },
  });
  for (const event of early()) frame.link.receive(event);
  window.addEventListener('message', (event) => frame.link.receive(event));
}

const host = document.getElementById('root');
if (host) void start(host);
