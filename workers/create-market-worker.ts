// The calls of the market worker: those of the page that started it, and of further pages over the same connection.
import type { ChartNo, MarketConfig, MarketWorker } from '../core/worker-protocol/worker-protocol.ts';
import type { FrameClock } from './frames/frame-scheduler.ts';
import type { ChartPort, LazyModules } from './lazy-modules.ts';
import { MarketPipeline } from './pipeline.ts';
import type { FramePort, Platform } from './platform.ts';
import type { ServedPage } from './served-page.ts';
import type { EarlyStart } from './tickers/expected-tickers.ts';

/** The market worker as a platform runs it: ports are those of the platform. */
export interface PlatformMarketWorker extends Omit<MarketWorker<FramePort>, 'hostChart'> {
  hostChart(chart: ChartNo, port: ChartPort): Promise<void>;
  /** The market worker of a further page, over the same connection. */
  join(): FurtherPage;
}

/**
 * A further page hosts no charts here: a worker draws at the pace of the first page, whose session it has.
 */
interface FurtherPage extends Omit<PlatformMarketWorker, 'hostChart' | 'join' | 'setSession'> {
  /** The page is gone: releases its views. */
  leave(): void;
}

/**
 * The market worker on a given platform: the browser's, a replay's or a test's. With `early` it connects, fetches the
 * instruments and subscribes to the tickers at once, before a page starts it with the same addresses.
 */
export function createMarketWorker(platform: Platform & LazyModules, early?: EarlyStart): PlatformMarketWorker {
  let pipeline = early ? new MarketPipeline(platform, early, early) : null;
  let isStarted = false;
  const started = (): MarketPipeline => {
    if (!pipeline) throw new Error('the market is not started');
    return pipeline;
  };
  const { leave: _, ...first } = pageOf(started, (config, port) => {
    if (isStarted) throw new Error('the market is started already');
    if (early && (early.socketUrl !== config.socketUrl || early.apiBase !== config.apiBase))
      throw new Error('the market was connected early to another exchange');
    isStarted = true;
    pipeline ??= new MarketPipeline(platform, config);
    pipeline.setLanguage(config.language);
    return pipeline.addPage(platform, port);
  });
  return {
    ...first,
    setSession: async (token) => started().setSession(token),
    hostChart: async (chart, port) => started().hostChart(chart, port),
    join: () => pageOf(started, (_config, port) => started().addPage(timerClock(platform), port)),
  };
}

/** Display tick of further pages, ms. */
const TICK_MS = 16;

/** Paces further pages by a timer: display ticks stop while the page that started this thread is hidden. */
function timerClock(platform: Platform): FrameClock {
  return {
    stampMs: () => platform.stampMs(),
    after: (delayMs, run) => platform.after(delayMs, run),
    onDisplayTick: (run) => void platform.after(TICK_MS, run),
  };
}

/** The calls of one page; `start` adds the page to the pipeline. */
function pageOf(
  started: () => MarketPipeline,
  start: (config: MarketConfig, port: FramePort) => ServedPage,
): FurtherPage {
  let page: ServedPage | null = null;
  let hasLeft = false;
  const own = (): ServedPage => {
    if (!page) throw new Error('the market is not started');
    return page;
  };
  return {
    start: async (config, port) => {
      if (page || hasLeft) throw new Error('the page has started already');
      page = start(config, port);
    },
    instruments: async () => started().instruments(),
    open: async (id, view) => own().views.open(id, view),
    change: async (id, view) => own().views.change(id, view),
    close: async (id) => own().close(id),
    older: async (id) => own().older(id),
    showHeat: async (id, span) => own().views.showHeat(id, span),
    wake: async (reason) => started().wake(own(), reason),
    call: async (call) => started().call(call),
    setSaving: async (saving) => {
      own().scheduler.saving = saving;
    },
    recording: async () => started().recording(),
    leave: () => {
      hasLeft = true;
      if (page) started().removePage(page);
      page = null;
    },
  };
}
