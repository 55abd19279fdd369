// Reads a market tape ("l2tape/1": one JSON object per line, gzipped or not) from disk, as a stream.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorMessage } from '../../core/errors/error-message.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { errorCode } from '../store/error-code.ts';
import { type VenueMessage, messageMs } from '../../core/venue/venue-message.ts';
import {
  MAX_LINE,
  type TapeHeader,
  TapeReader,
  cutOff,
  isEmptyLine,
  readTapeHeader,
  tooLong,
} from '../../core/venue/venue-tape.ts';

const GZIP_MAGIC = [0x1f, 0x8b];
/** What codes of errors of packed bytes begin with. */
const ZLIB = 'Z_';

export interface OpenTape {
  header: TapeHeader;
  reader: TapeReader;
  batches: AsyncGenerator<VenueMessage[]>;
}

/** Lines of a file; the last one of a file may lack its end. */
interface Lines {
  lines: string[];
  isEnded: boolean;
}

/** Whether a file is gzipped. Rejects where it cannot be read. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(GZIP_MAGIC.length), 0, GZIP_MAGIC.length, 0);
    return bytesRead === GZIP_MAGIC.length && GZIP_MAGIC.every((byte, i) => buffer[i] === byte);
  } finally {
    await file.close();
  }
}

/** The text of a file as it is unpacked. */
function unpacked(path: string, isPacked: boolean): Readable {
  const file = createReadStream(path);
  if (!isPacked) return file.setEncoding('utf8');
  const unzip = createGunzip();
  file.on('error', (error) => unzip.destroy(error));
  return file.pipe(unzip).setEncoding('utf8');
}

/** Lines of a file in batches as they come. Throws TapeError on a line that is too long and where packed bytes end. */
async function* lineBatches(path: string): AsyncGenerator<Lines> {
  const isPacked = await isGzip(path);
  const text = unpacked(path, isPacked);
  let parts: string[] = [];
  let size = 0;
  let isCut = false;
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      size += chunk.length;
      parts.push(chunk);
      if (chunk.includes('\n')) {
        const lines = parts.join('').split('\n');
        parts = [lines.pop() ?? ''];
        size = parts[0]!.length;
        yield { lines, isEnded: true };
      } else if (size > MAX_LINE) throw tooLong();
    }
  } catch (error) {
    if (!errorCode(error).startsWith(ZLIB)) throw error;
    isCut = true;
  } finally {
    text.destroy();
  }
  const rest = parts.join('');
  if (rest) yield { lines: [rest], isEnded: false };
  if (isCut) throw cutOff();
}

/** Adds file and line to an error. */
function locate(path: string, line: number, error: unknown): Error {
  return new Error(`The tape ${path}, line ${line}: ${errorMessage(error)}`, {
    cause: error,
  });
}

/**
 * Header and message batches of a tape. Throws Error with the file name when it is missing or not a tape, and with the
 * line when it is damaged or incomplete.
 */
export async function openTape(path: string): Promise<OpenTape> {
  const batches = lineBatches(path);
  let first: Lines | undefined;
  try {
    first = (await batches.next()).value as Lines | undefined;
  } catch (error) {
    throw new Error(`The tape ${path} cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  if (!first) throw new Error(`The tape ${path} is empty`);
  const [headerLine = '', ...lines] = first.lines;
  try {
    const header = readTapeHeader(headerLine);
    const reader = new TapeReader(header);
    return { header, reader, batches: readMessages(path, reader, { ...first, lines }, batches) };
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
  first: Lines,
  rest: AsyncGenerator<Lines>,
): AsyncGenerator<VenueMessage[]> {
  let line = 1;
  const whole: VenueMessage[] = [];
  const parse = ({ lines, isEnded }: Lines): VenueMessage[] => {
    for (const text of lines) {
      line += 1;
      if (isEmptyLine(text)) continue;
      try {
        whole.push(reader.read(text));
      } catch (error) {
        throw isEnded ? error : cutOff();
      }
    }
    return whole.splice(0);
  };
  try {
    yield parse(first);
    for await (const lines of rest) yield parse(lines);
    if (reader.isShort) throw cutOff();
  } catch (error) {
    // The messages before the error are valid.
    yield whole;
    throw locate(path, line, error);
  }
}
