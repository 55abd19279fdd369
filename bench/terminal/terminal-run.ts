// One run of the trading terminal under load: four linked charts, the ladder open.
import type { ExchangeProcess } from '../../tests/support/browser/exchange-process.ts';
import { Devtools } from '../feed/devtools.ts';
import type { LoadGenerator } from '../feed/load-generator.ts';
import { prioritizeMainThread } from '../feed/main-first.ts';
import { KNOWN, firstOf } from '../feed/page-run.ts';
import { TRACED, type ThreadWork, threadWork } from '../feed/thread-work.ts';
import { type WorkerProbe, workerProbe } from './worker-probe.ts';

const BTC = 2;
const WINDOW = { width: 1440, height: 900 };
/** What a page fetches when it opened is there by then. */
const SETTLED_MS = 3_000;
const WARM_UP_MS = 4_000;
/** So must the page show its charts. */
const OPENED_MS = 50_000;
const TRACE_S = 10;

/** Four intervals of one market, linked in every way; the ladder in place of the book. */
const LAYOUT = {
  ...KNOWN,
  fxproInterval: '1m',
  fxproCharts: JSON.stringify({
    count: 4,
    cells: [
      { id: 0, interval: '15m' },
      { id: 0, interval: '1h' },
      { id: 0, interval: '1d' },
    ],
    links: ['symbol', 'crosshair', 'time'],
  }),
  fxproTerminal: JSON.stringify({ sizes: {}, hidden: [], book: 'ladder' }),
};

export interface TerminalRun {
  sentPerSecond: number;
  arrivedPerSecond: number;
  /** Requested by the client: a lost or unreadable message shows here. */
  resyncs: number;
  /** Animation frames a second of the page, and display ticks of its worker. */
  pageFrames: number;
  workerFrames: number;
  commits: number;
  domWrites: number;
  waitMs: number[];
  drawnAgeMs: number[];
  work: ThreadWork;
}

export interface TerminalSetup {
  exchange: ExchangeProcess;
  generator: LoadGenerator;
  tick: string;
}

/** Frames are counted by a callback that does nothing else; commits by the hook of `firstOf`. */
const COUNT_FRAMES = `window.__frames = 0; { const count = () => { window.__frames += 1; requestAnimationFrame(count); }; count(); }`;
const COUNT_WRITES = `window.__writes = 0; new MutationObserver((list) => { window.__writes += list.length; })
  .observe(document.querySelector('[data-testid="ladder"]'), { subtree: true, characterData: true, childList: true });`;

interface Counts {
  frames: number;
  commits: number;
  writes: number;
}

/**
 * `seconds` of the terminal under `perSecond` messages. `tick` is the market's price step. The exchange, which has
 * given the pages, is stopped meanwhile: its own market would take a core.
 */
export async function runTerminal(
  { exchange, generator, tick }: TerminalSetup,
  perSecond: number,
  seconds: number,
): Promise<TerminalRun> {
  const page = await Devtools.open(WINDOW.width, WINDOW.height);
  try {
    page.on('Runtime.exceptionThrown', (params) => console.error('  page:', JSON.stringify(params)));
    await page.send('Runtime.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: firstOf(LAYOUT) });
    const probed = page.instrumentWorker(workerProbe(generator.middle(BTC), tick));
    await page.send('Page.navigate', { url: `${generator.url}/trade/BTC-USDT` });
    const worker = await probed;
    await opened(page);
    await pause(SETTLED_MS);
    exchange.signal('SIGSTOP');
    generator.pace(perSecond);
    await pause(WARM_UP_MS);
    prioritizeMainThread(page.pid);
    await page.evaluate(`${COUNT_FRAMES} ${COUNT_WRITES}`);
    const counts = (): Promise<Counts> =>
      page.evaluate('({ frames: window.__frames, commits: window.__commits, writes: window.__writes })');
    const before = await counts();
    await page.evaluate('probe.waitMs.length = probe.drawnAgeMs.length = probe.arrived = probe.ticks = 0', worker);
    const start = { at: performance.now(), sent: generator.sent, resyncs: generator.resyncs };
    const traceFrom = performance.now();
    const events = await page.trace(TRACED, TRACE_S * 1_000);
    const work = threadWork(events, Math.min(TRACE_S, (performance.now() - traceFrom) / 1_000));
    await pause(Math.max(0, seconds - TRACE_S) * 1_000);
    const probe = await page.evaluate<WorkerProbe>('probe', worker);
    const after = await counts();
    const elapsedS = (performance.now() - start.at) / 1_000;
    return {
      sentPerSecond: (generator.sent - start.sent) / elapsedS,
      arrivedPerSecond: probe.arrived / elapsedS,
      resyncs: generator.resyncs - start.resyncs,
      pageFrames: (after.frames - before.frames) / elapsedS,
      workerFrames: probe.ticks / elapsedS,
      commits: after.commits - before.commits,
      domWrites: (after.writes - before.writes) / elapsedS,
      waitMs: probe.waitMs,
      drawnAgeMs: probe.drawnAgeMs,
      work,
    };
  } finally {
    exchange.signal('SIGCONT');
    generator.pace(0);
    await page.close();
  }
}

/** Throws where the charts or the ladder do not show. */
async function opened(page: Devtools): Promise<void> {
  const ready = await page.evaluate<true | null>(
    `__until(() => (document.querySelectorAll('[data-testid="chart"]').length === 4
      && document.querySelector('[data-testid="chart"] [data-phase]') === null
      && document.querySelector('[data-testid="ladder"] [data-row]') !== null) || null, ${OPENED_MS})`,
  );
  if (!ready) throw new Error('the terminal does not show four charts and the ladder');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
