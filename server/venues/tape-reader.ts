// Reading a market tape ("l2tape/1") from disk: gzip of one JSON object a line, streamed, never held whole.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { VenueMessage } from '../../core/venue/venue-message.ts';
import { MOST_LINE, TapeError, type TapeHeader, TapeReader, readTapeHeader } from '../../core/venue/venue-tape.ts';

export interface DiskTape {
  header: TapeHeader;
  reader: TapeReader;
  batches: AsyncGenerator<VenueMessage[]>;
}

/** Lines of a gzip file, in batches as they are unpacked. Throws TapeError on one that is too long to be held. */
async function* lineBatches(path: string): AsyncGenerator<string[]> {
  const unpacked = createReadStream(path)
    .on('error', (error) => unpacked.destroy(error))
    .pipe(createGunzip());
  unpacked.setEncoding('utf8');
  let parts: string[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      size += chunk.length;
      parts.push(chunk);
      if (chunk.includes('\n')) {
        const lines = parts.join('').split('\n');
        parts = [lines.pop() ?? ''];
        size = parts[0]!.length;
        yield lines;
      } else if (size > MOST_LINE) throw new TapeError('bent', `it is longer than ${MOST_LINE / 1_048_576} MiB`);
    }
    const rest = parts.join('');
    if (rest) yield [rest];
  } finally {
    unpacked.destroy();
  }
}

/** Says where: every fault of a tape names its file and line. */
function at(path: string, line: number, error: unknown): Error {
  return new Error(`The tape ${path}, line ${line}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/**
 * Header and message batches of a tape. Throws, naming the file, when it is missing or no tape, and the line where it
 * is bent or breaks off.
 */
export async function openTape(path: string): Promise<DiskTape> {
  const batches = lineBatches(path);
  let first: string[] | undefined;
  try {
    first = (await batches.next()).value as string[] | undefined;
  } catch (error) {
    throw new Error(`The tape ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const [headerLine, ...lines] = first ?? [];
  if (!headerLine) throw new Error(`The tape ${path} is empty`);
  try {
    const header = readTapeHeader(headerLine);
    const reader = new TapeReader(header);
    return { header, reader, batches: messages(path, reader, lines, batches) };
  } catch (error) {
    throw at(path, 1, error);
  }
}

async function* messages(
  path: string,
  reader: TapeReader,
  first: string[],
  rest: AsyncGenerator<string[]>,
): AsyncGenerator<VenueMessage[]> {
  let line = 1;
  const whole: VenueMessage[] = [];
  const parse = (lines: string[]): VenueMessage[] => {
    for (const text of lines) {
      line += 1;
      if (text !== '') whole.push(reader.read(text));
    }
    return whole.splice(0);
  };
  try {
    yield parse(first);
    for await (const lines of rest) yield parse(lines);
    if (reader.isShort) throw new TapeError('bent', 'it breaks off here');
  } catch (error) {
    // What stands before the fault was said.
    yield whole;
    throw at(path, line, error);
  }
}
