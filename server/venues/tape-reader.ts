// Reads a market tape ("l2tape/1": gzip of one JSON object per line) from disk, as a stream.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { EpochMs } from '../../core/units/time.ts';
import { type VenueMessage, messageMs } from '../../core/venue/venue-message.ts';
import { MAX_LINE, TapeError, type TapeHeader, TapeReader, readTapeHeader } from '../../core/venue/venue-tape.ts';

export interface OpenTape {
  header: TapeHeader;
  reader: TapeReader;
  batches: AsyncGenerator<VenueMessage[]>;
}

/** Lines of a gzip file, in batches as they are unpacked. Throws TapeError on a line that is too long. */
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
      } else if (size > MAX_LINE) throw new TapeError('bent', `it is longer than ${MAX_LINE / 1_048_576} MiB`);
    }
    const rest = parts.join('');
    if (rest) yield [rest];
  } finally {
    unpacked.destroy();
  }
}

/** Adds file and line to an error. */
function locate(path: string, line: number, error: unknown): Error {
  return new Error(`The tape ${path}, line ${line}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/**
 * Header and message batches of a tape. Throws Error with the file name when it is missing or not a tape, and with the
 * line when it is damaged or incomplete.
 */
export async function openTape(path: string): Promise<OpenTape> {
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
    return { header, reader, batches: readMessages(path, reader, lines, batches) };
  } catch (error) {
    throw locate(path, 1, error);
  }
}

/** Time of a tape's first message, ms; null when it has none. Throws Error as `openTape` does. */
export async function firstMs(path: string): Promise<EpochMs | null> {
  const { batches } = await openTape(path);
  for await (const [message] of batches) if (message) return messageMs(message);
  return null;
}

async function* readMessages(
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
    // The messages before the error are valid.
    yield whole;
    throw locate(path, line, error);
  }
}
