// `npm run replay -- FILE [--json]`: plays a recording through the worker's own pipeline and tells what it came to.
import { readFile } from 'node:fs/promises';
import { openRecording } from '../../workers/replay/recording.ts';
import { type ReplaySummary, summaryOf } from '../../workers/replay/summary.ts';
import { playHeadless } from './headless.ts';

/** Lines to print. Throws Error with a sentence for a file that cannot be played. */
export async function replayCommand(args: readonly string[]): Promise<string[]> {
  const [path, ...rest] = args.filter((arg) => arg !== '--json');
  if (path === undefined || rest.length > 0) throw new Error('Say which file: npm run replay -- FILE [--json]');
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`The file ${path} cannot be read.`, { cause });
  });
  const recording = await openRecording(new Blob([bytes]));
  const summary = summaryOf(recording, await playHeadless(recording));
  return args.includes('--json') ? [JSON.stringify(summary, null, 1)] : told(summary);
}

function told({ cut, frames, firstMs, atMs, markets, stateHash, chainHash }: ReplaySummary): string[] {
  const head = `${frames} frames, ${((atMs - firstMs) / 1000).toFixed(1)} s from ${new Date(firstMs).toISOString()}${cut ? ', the file breaks off there' : ''}`;
  const lines = markets.flatMap(({ symbol, books, trades, candles }) => [
    ...books.map((book) => `${symbol} ${book.channel}: ${book.bestBid?.join(' x ') ?? '-'} / ${book.bestAsk?.join(' x ') ?? '-'}, ${book.bidLevels}/${book.askLevels} levels, top 25 crc ${book.top25Crc32}${book.live ? '' : ', not verified'}`),
    ...(trades ? [`${symbol} trades: ${trades.count}, ${trades.amount} in all, ids ${trades.firstId} to ${trades.lastId}`] : []),
    ...candles.map(({ channel, count }) => `${symbol} ${channel}: ${count}`),
  ]);
  return [head, ...lines, `state ${stateHash}, all seconds ${chainHash}`];
}
