// Entry of the embedded chart: one chart in a foreign frame, without a session, keeping nothing.
import { apiBase, socketUrl, thisPage } from './api/origin.ts';
import { openView } from './api/view.ts';
import { readAddress } from './features/embed/frame-address.ts';
import { EmbedFrame, type EmbedChart } from './features/embed/frame.ts';
import { makeFrameView } from './features/embed/frame-view.ts';
import { type Translate, loadWords } from './features/embed/frame-words.ts';
import { ChartController } from './features/kline/chart/chart-controller.ts';
import { indicatorSpecs } from './features/kline/chosen-indicators.ts';
import { LANGUAGES, type LanguageCode } from './locales/languages.ts';
import { instrumentsFailed, loadInstruments, markets } from './stores/market/instruments.ts';
import { startReceiving } from './stores/market/frame-receiver.ts';
import { dressDocument, themeChoice } from './stores/device/theme.ts';
import './styles/tokens.css';
import './styles/base.css';

const root = document.documentElement;

async function setLocale(code: LanguageCode): Promise<Translate> {
  const words = await loadWords(code);
  root.lang = code;
  root.dir = LANGUAGES[code].dir;
  return words;
}

/** Adapts the chart page's controller to what the frame needs. */
function embedChartOf(chart: ChartController): EmbedChart {
  const plain = { colors: [] };
  return {
    phase: chart.phase,
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
    listen: (listener) => chart.listen(listener),
  };
}

/** Messages that came before the frame could hear. */
function earlyMessages(): () => MessageEvent[] {
  const heard: MessageEvent[] = [];
  const keep = (event: MessageEvent): void => void heard.push(event);
  window.addEventListener('message', keep);
  return () => {
    window.removeEventListener('message', keep);
    return heard;
  };
}

async function start(host: HTMLElement): Promise<void> {
  const early = earlyMessages();
  const address = readAddress(new URLSearchParams(window.location.search), navigator.languages);
  themeChoice.value = address.wish.theme;
  dressDocument(root);
  const page = thisPage();
  startReceiving({ socketUrl: socketUrl(page), apiBase: apiBase(page), language: address.wish.locale });
  void loadInstruments();
  // The feed's heartbeat: the candles of one quiet market are silent for longer than a living feed is.
  openView({ kind: 'tickers' });
  const view = makeFrameView(host);
  const frame = new EmbedFrame(address, await setLocale(address.wish.locale), {
    view,
    chart: embedChartOf(new ChartController(view.chart)),
    markets,
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
