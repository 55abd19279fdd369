// The trading terminal at 1440x900 with four linked charts and the ladder, under 10 000 messages a second.
import { hasBrowser } from '../tests/support/browser/browser-path.ts';
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { startLoadGenerator } from './feed/load-generator.ts';
import { formed } from './harness/quick.ts';
import { type Row, quantile } from './harness/row.ts';
import { type TerminalRun, runTerminal } from './terminal/terminal-run.ts';

const PER_SECOND = 10_000;
const SECONDS = formed(20, 12);
/** Goals: frames a second, share of the main thread in percent, age of what is drawn (two frames) in ms. */
const GOAL = { frames: 58, mainPercent: 30, ageMs: 34 } as const;
/** Less of the load than this is no load. */
const FOLLOWED = 0.97;
/** Price step of BTC/USDT. */
const TICK = '0.01';

export async function run(): Promise<Row[]> {
  if (!hasBrowser) return [];
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  const generator = await startLoadGenerator(exchange.url, undefined, true);
  try {
    const setup = { exchange, generator, tick: TICK };
    const idle = await runTerminal(setup, 0, SECONDS / 2);
    return rowsOf(await runTerminal(setup, PER_SECOND, SECONDS), idle);
  } finally {
    await generator.close();
    await exchange.stop();
  }
}

function rowsOf(load: TerminalRun, idle: TerminalRun): Row[] {
  const row = (name: string, value: number, unit: string, goal: Partial<Row> = {}): Row => ({
    name,
    value,
    unit,
    ...goal,
  });
  const least = (limit: number, value: number): Partial<Row> => ({ against: `goal ${limit}`, ratio: value / limit });
  const most = (limit: number, value: number): Partial<Row> => ({ against: `goal ${limit}`, ratio: limit / value });
  const followed = [
    row('messages sent', load.sentPerSecond, '1/s', least(PER_SECOND, load.sentPerSecond)),
    row('messages that the client handled', load.arrivedPerSecond, '1/s', {
      against: 'messages sent',
      ratio: load.arrivedPerSecond / load.sentPerSecond,
    }),
    row('lost (resyncs asked for)', load.resyncs, ''),
    row('from sent to handled, p50', quantile(load.waitMs, 0.5), 'ms'),
    row('from sent to handled, p99', quantile(load.waitMs, 0.99), 'ms'),
  ];
  if (load.arrivedPerSecond < FOLLOWED * load.sentPerSecond) {
    // A page that gets a part of the load has little to do: its other figures would be worth nothing.
    console.error('  the client does not follow the load: the other figures are left out');
    process.exitCode = 1;
    return followed;
  }
  const { mainPercent, workerPercent, frameMs } = load.work;
  const p95AgeMs = quantile(load.drawnAgeMs, 0.95);
  return [
    ...followed,
    row('age of the newest price drawn, p50', quantile(load.drawnAgeMs, 0.5), 'ms'),
    row('age of the newest price drawn, p95', p95AgeMs, 'ms', most(GOAL.ageMs, p95AgeMs)),
    row('frames of the page', load.pageFrames, '1/s', least(GOAL.frames, load.pageFrames)),
    row('frames of the worker', load.workerFrames, '1/s', least(GOAL.frames, load.workerFrames)),
    row('frames of the page, feed at rest', idle.pageFrames, '1/s'),
    row('frames of the worker, feed at rest', idle.workerFrames, '1/s'),
    row('main thread', mainPercent, '%', most(GOAL.mainPercent, mainPercent)),
    row('main thread, feed at rest', idle.work.mainPercent, '%'),
    row('worker thread', workerPercent, '%'),
    row('main-thread work of a frame, p95', quantile(frameMs, 0.95), 'ms'),
    row('tasks over 50 ms', load.work.longTasks, ''),
    row('React commits', load.commits, '', { against: 'goal 0' }),
    row('DOM writes in the ladder', load.domWrites, '1/s'),
  ];
}
