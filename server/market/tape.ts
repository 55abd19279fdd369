// Reading a market tape ("l2tape/1"): gzip of one JSON object a line, streamed, never held whole.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { VenueMessage } from './venue-message.ts';

/** First line of a tape. */
export interface TapeHeader {
  fmt: 'l2tape/1';
  venue: string;
  /** "spot", "usd-m", "coin-m" or, for several kinds in one file, "mixed". */
  market: string;
  sym?: string;
  symbols?: string[];
  /** Levels a side that the venue kept; absent where it cut nothing. */
  depth?: number;
  events: number;
}

/** Lines of a gzip file, in batches as they are unpacked. */
async function* lineBatches(path: string): AsyncGenerator<string[]> {
  const unpacked = createReadStream(path).on('error', (error) => unpacked.destroy(error)).pipe(createGunzip());
  unpacked.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
    }
    if (rest) yield [rest];
  } finally {
    unpacked.destroy();
  }
}

function readHeader(path: string, line: string): TapeHeader {
  const header = (line.startsWith('{') ? JSON.parse(line) : {}) as TapeHeader;
  if (header.fmt !== 'l2tape/1') throw new Error(`The file ${path} is no l2tape/1 tape`);
  return header;
}

/** Header and message batches of a tape. Throws, naming the file, when it is missing or no tape. */
export async function openTape(path: string): Promise<{ header: TapeHeader; batches: AsyncGenerator<VenueMessage[]> }> {
  const batches = lineBatches(path);
  let first: string[] | undefined;
  try {
    first = (await batches.next()).value as string[] | undefined;
  } catch (error) {
    throw new Error(`The tape ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const [headerLine, ...lines] = first ?? [];
  if (!headerLine) throw new Error(`The tape ${path} is empty`);
  const header = readHeader(path, headerLine);
  return { header, batches: messages(lines, batches) };
}

async function* messages(first: string[], rest: AsyncGenerator<string[]>): AsyncGenerator<VenueMessage[]> {
  if (first.length > 0) yield parse(first);
  for await (const lines of rest) yield parse(lines);
}

function parse(lines: string[]): VenueMessage[] {
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as VenueMessage);
}
