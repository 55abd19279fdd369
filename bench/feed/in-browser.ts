// The real page in Chromium under 1k to 20k messages a second, at full and at a quarter of the CPU; and the same page
// with its market in the main thread.
import { rmSync } from 'node:fs';
import { createStaticFiles } from '../../server/gateway/static-files.ts';
import { ExchangeProcess } from '../../tests/support/browser/exchange-process.ts';
import { type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import { QUICK, formed } from '../harness/quick.ts';
import { type Row, median, quantile } from '../harness/row.ts';
import { floorRows } from './floor.ts';
import { buildOnMain } from './on-main.ts';
import { type PageRun, openChart, runPage } from './page-run.ts';

const SECONDS = Number(process.env['SECONDS'] ?? formed(60, 20));
/** The page without a worker is reported in less. */
const ON_MAIN_SECONDS = Math.min(SECONDS, 20);
const SLOWED = [1, 4] as const;
/** The pace at which both are compared. */
const COMPARED = 10_000;
const PACES = QUICK ? [COMPARED] : [1_000, 5_000, COMPARED, 20_000];
const COLD_STARTS = formed(3, 1);
/** The goals at 10k messages a second on a quarter of the CPU. */
const ASKED = { p95: 16.7, p99: 33, main: 30 } as const;

export interface Measured {
  where: 'worker' | 'main thread';
  pace: number;
  slowed: number;
  run: PageRun;
}

async function coldStart(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < COLD_STARTS; round += 1) {
    const { page, firstCandleMs } = await openChart(url);
    times.push(firstCandleMs);
    await page.close();
  }
  return median(times);
}

/** All runs, one after the other, each in a fresh browser. */
async function measure(
  generator: LoadGenerator,
  where: Measured['where'],
  paces: readonly number[],
  seconds: number,
): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const slowed of SLOWED) {
    for (const pace of paces) {
      const run = await runPage(generator, pace, slowed, seconds);
      all.push({ where, pace, slowed, run });
      console.log(
        `  ${where}, ${pace} messages a second, CPU of 1/${slowed}: main ${run.work.mainPercent.toFixed(1)} %, worker ${run.work.workerPercent.toFixed(1)} %, p95 ${quantile(run.work.frameMs, 0.95).toFixed(1)} ms, last shown after ${run.drainMs.toFixed(0)} ms`,
      );
    }
  }
  return all;
}

/** Everything, as rows and as measured. */
export async function inBrowser(): Promise<{ rows: Row[]; all: Measured[] }> {
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  const folder = await buildOnMain();
  const generator = await startLoadGenerator(exchange.url);
  const onMain = await startLoadGenerator(exchange.url, await createStaticFiles(folder));
  try {
    const cold = await coldStart(exchange.url);
    const floors: Row[] = [];
    for (const slowed of SLOWED) floors.push(...(await floorRows(generator.url, slowed)));
    const all = [
      ...(await measure(generator, 'worker', PACES, SECONDS)),
      ...(await measure(onMain, 'main thread', [COMPARED], ON_MAIN_SECONDS)),
    ];
    return {
      rows: [
        { name: 'page to first painted candle, cold', value: cold, unit: 'ms' },
        ...floors,
        ...all.flatMap((one) => rowsOf(one, all)),
      ],
      all,
    };
  } finally {
    await Promise.all([generator.close(), onMain.close()]);
    await exchange.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The run of the other thread at the same pace and CPU. */
function beside(one: Measured, all: readonly Measured[]): Measured | undefined {
  return all.find(({ where, pace, slowed }) => where !== one.where && pace === one.pace && slowed === one.slowed);
}

function rowsOf(one: Measured, all: readonly Measured[]): Row[] {
  const { where, pace, slowed, run } = one;
  const name = (what: string): string => `${where}, ${pace}/s, CPU 1/${slowed}: ${what}`;
  const asked = (limit: number, value: number): Partial<Row> =>
    where === 'worker' && pace === COMPARED && slowed === 4 ? { against: `asked ${limit}`, ratio: limit / value } : {};
  const p95 = quantile(run.work.frameMs, 0.95);
  const p99 = quantile(run.work.frameMs, 0.99);
  const other = where === 'worker' ? beside(one, all)?.run : undefined;
  const atFullCpu =
    slowed > 1 ? all.find((each) => each.where === where && each.pace === pace && each.slowed === 1)?.run : undefined;
  const unslowed = (share: number): Row[] =>
    atFullCpu
      ? [
          {
            name: name(`${slowed} times the work of a frame at full CPU, p${share * 100}`),
            value: slowed * quantile(atFullCpu.work.frameMs, share),
            unit: 'ms',
          },
        ]
      : [];
  const worth = other
    ? { against: 'the socket on the main thread', ratio: other.work.mainPercent / run.work.mainPercent }
    : {};
  return [
    { name: name('messages sent'), value: run.perSecond, unit: '1/s' },
    { name: name('bytes'), value: run.bytesPerSecond / 2 ** 20, unit: 'MiB/s' },
    { name: name('lost (resyncs asked for)'), value: run.resyncs, unit: '' },
    { name: name('last message on the screen after'), value: run.drainMs, unit: 'ms' },
    { name: name('main-thread work of a frame, p50'), value: quantile(run.work.frameMs, 0.5), unit: 'ms' },
    { name: name('main-thread work of a frame, p95'), value: p95, unit: 'ms', ...asked(ASKED.p95, p95) },
    { name: name('main-thread work of a frame, p99'), value: p99, unit: 'ms', ...asked(ASKED.p99, p99) },
    ...unslowed(0.95),
    ...unslowed(0.99),
    { name: name('main thread'), value: run.work.mainPercent, unit: '%', ...asked(ASKED.main, run.work.mainPercent) },
    { name: name('main thread beside'), value: run.work.mainPercent, unit: '%', ...worth },
    { name: name('worker thread'), value: run.work.workerPercent, unit: '%' },
    { name: name('tasks over 50 ms'), value: run.work.longTasks, unit: '' },
    { name: name('React commits'), value: run.commits, unit: '' },
    { name: name('DOM writes'), value: run.domWritesPerSecond, unit: '1/s' },
    { name: name('heap'), value: run.heapMiB, unit: 'MiB' },
    { name: name('heap slope'), value: run.heapSlope, unit: 'MiB/min' },
  ].filter(({ name: row, ...rest }) => !row.endsWith('main thread beside') || 'ratio' in rest);
}
