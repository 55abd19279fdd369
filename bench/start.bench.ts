// Start of the exchange: from the command to the first answered call, on an empty folder and again.
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { type Row, median } from './harness/row.ts';

const AGAIN = 5;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export async function run(): Promise<Row[]> {
  // Builds what is stale, so that what follows starts from built output.
  const warm = await ExchangeProcess.start();
  await warm.stop();
  let exchange: ExchangeProcess | null = null;
  const first = await timed(async () => {
    exchange = await ExchangeProcess.start();
  });
  const again: number[] = [];
  for (let round = 0; round < AGAIN; round += 1) {
    await exchange!.kill();
    again.push(await timed(() => exchange!.launch()));
  }
  await exchange!.stop();
  return [
    {
      name: 'first start, empty folder, two years of candles made',
      value: first,
      unit: 'ms',
      against: 'limit 10 s',
      ratio: 10_000 / first,
    },
    {
      name: `start after kill -9, existing database (median of ${AGAIN})`,
      value: median(again),
      unit: 'ms',
      against: 'limit 1 s',
      ratio: 1_000 / median(again),
    },
  ];
}
