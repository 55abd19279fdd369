// `npm run replay -- FILE [--json]`: plays a recording through the worker's own pipeline and reports its final state.
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MAX_FILE_BYTES, openRecording } from '../../workers/replay/recording.ts';
import { type ReplaySummary, problemText, summaryOf } from '../../workers/replay/replay-summary.ts';
import { playHeadless } from './headless.ts';

/** Lines to print, and what is wrong with the recording: a sentence each, with file and line. */
export interface ReplayReport {
  lines: string[];
  problems: string[];
}

/** Throws Error with a sentence for a file that cannot be played. */
export async function replayCommand(args: readonly string[]): Promise<ReplayReport> {
  const {
    values: { json, ...others },
    positionals: [path, ...rest],
  } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } }, allowPositionals: true, strict: false });
  if (path === undefined || rest.length > 0 || Object.keys(others).length > 0)
    throw new Error('Say which file: npm run replay -- FILE [--json]');
  const bytes = await readStart(path).catch((cause: unknown) => {
    throw new Error(`The file ${path} cannot be read.`, { cause });
  });
  const recording = await openRecording(new Blob([bytes])).catch((cause: unknown) => {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  const summary = summaryOf(recording, await playHeadless(recording));
  const problems = summary.problems.map((problem) => `${path}:${problem.line}: ${problemText(problem)}`);
  // A book that ends unverified has a final state that nothing confirms.
  if (problems.length === 0) {
    for (const { symbol, books } of summary.markets)
      for (const { channel, live } of books)
        if (!live) problems.push(`${path}: ${symbol} ${channel} is not verified at the end`);
  }
  return { lines: json ? [JSON.stringify(summary, null, 1)] : summaryLines(summary), problems };
}

/** A file, or as much of it as shows that it is too large: one of many GiB, or one without an end, is never held. */
async function readStart(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  const parts: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of file.createReadStream()) {
    parts.push(part as Buffer<ArrayBuffer>);
    size += (part as Buffer).length;
    if (size > MAX_FILE_BYTES) break;
  }
  return Buffer.concat(parts);
}

function summaryLines({ cut, frames, firstMs, atMs, markets, stateHash, chainHash }: ReplaySummary): string[] {
  const head = `${frames} frames, ${((atMs - firstMs) / 1000).toFixed(1)} s from ${new Date(firstMs).toISOString()}${cut ? ', the file breaks off there' : ''}`;
  const lines = markets.flatMap(({ symbol, books, trades, candles }) => [
    ...books.map(
      (book) =>
        `${symbol} ${book.channel}: ${book.bestBid?.join(' x ') ?? '-'} / ${book.bestAsk?.join(' x ') ?? '-'}, ${book.bidLevels}/${book.askLevels} levels, top 25 crc ${book.top25Crc32}${book.live ? '' : ', not verified'}`,
    ),
    ...(trades
      ? [`${symbol} trades: ${trades.count}, ${trades.amount} in all, ids ${trades.firstId} to ${trades.lastId}`]
      : []),
    ...candles.map(({ channel, count }) => `${symbol} ${channel}: ${count}`),
  ]);
  return [head, ...lines, `state ${stateHash}, all seconds ${chainHash}`];
}
