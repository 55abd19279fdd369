// Opens recordings: a flight recorder's file or a venue tape, up to the last complete message.
import * as v from 'valibot';
import { errorMessage } from '../../core/errors/error-message.ts';
import { type CoinInfo, coinInfoSchema, instrumentOf } from '../../core/instruments/instrument.ts';
import { DAY_MS, MAX_DATE_MS } from '../../core/units/durations.ts';
import type {
  ReplayInfo,
  ReplayMark,
  ReplayProblem,
  ReplayRefusal,
} from '../../core/worker-protocol/replay-protocol.ts';
import { TapeError } from '../../core/venue/venue-tape.ts';
import { type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import { JsonDecoder } from '../decode/json-decoder.ts';
import type { MarketEvent } from '../decode/decoded-event.ts';
import { MsgpackDecoder } from '../decode/msgpack-decoder.ts';
import {
  type FileHeader,
  MAGIC,
  RECORD,
  RECORD_HEAD,
  type SavedCandles,
  type SavedTrades,
  readHead,
} from '../recorder/recording-file.ts';
import { TAPE_INTERVAL } from './market-writer.ts';
import { type OpenTape, openTape } from './open-tape.ts';

/** Largest file, and largest unpacked size. */
export const MAX_FILE_BYTES = 64 * 1_048_576;
const MAX_UNPACKED_BYTES = 512 * 1_048_576;
/** Longest recording. */
const MAX_SPAN_MS = 7 * DAY_MS;
/** Most marks of a recording. */
const MAX_MARKS = 100;

export class RecordingError extends Error {
  readonly refusal: ReplayRefusal;

  constructor(refusal: ReplayRefusal, message: string) {
    super(message);
    this.name = 'RecordingError';
    this.refusal = refusal;
  }
}

/** Kind of a step that is in no file: a book of a tape was lost by its venue's rules. `text` is its channel. */
export const LOST_BOOK = -1;

/**
 * One recorded step. `atMs` is ms since the epoch, with fractions; a message has `text`, or `bytes` if it is binary.
 */
export interface Step {
  atMs: number;
  kind: number;
  text: string;
  bytes: ArrayBuffer | null;
}

export interface Recording extends ReplayInfo {
  candles: SavedCandles[];
  trades: SavedTrades[];
  /** A new iteration over all steps, in order. */
  steps(): Iterator<Step>;
}

/** Opens a file, gzipped or not. Throws RecordingError. */
export async function openRecording(file: Blob): Promise<Recording> {
  if (file.size > MAX_FILE_BYTES) throw new RecordingError('large', 'The file is larger than 64 MiB.');
  const { bytes, cut } = await unpack(file);
  const start = utf8.decode(bytes.subarray(0, MAGIC.length));
  const recording = start === MAGIC ? feedRecording(bytes, cut) : tapeRecording(bytes, cut);
  const [problem] = recording.problems;
  if (recording.count === 0)
    throw new RecordingError(
      'empty',
      `The recording contains no complete message${problem?.detail ? `: line ${problem.line}, ${problem.detail}` : '.'}`,
    );
  return recording;
}

/** A truncated gzip file gives its data up to the break. */
async function unpack(file: Blob): Promise<{ bytes: Uint8Array<ArrayBuffer>; cut: boolean }> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (!(head[0] === 0x1f && head[1] === 0x8b)) return { bytes: new Uint8Array(await file.arrayBuffer()), cut: false };
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let cut = false;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > MAX_UNPACKED_BYTES) throw new RecordingError('large', 'The file unpacks to more than 512 MiB.');
    }
  } catch (cause) {
    if (cause instanceof RecordingError) throw cause;
    cut = true;
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), cut };
}

const fileHeader = v.looseObject({
  savedMs: v.number(),
  zeroMs: v.number(),
  infos: v.array(coinInfoSchema),
  candles: v.array(v.looseObject({ coinInfoId: v.number(), period: v.string(), rows: v.array(v.array(v.number())) })),
  trades: v.array(v.looseObject({ coinInfoId: v.number(), rows: v.array(v.array(v.number())) })),
});

const utf8 = new TextDecoder();

function feedRecording(bytes: Uint8Array<ArrayBuffer>, broken: boolean): Recording {
  const { header, at: first } = readFileStart(bytes);
  const survey = new ChannelSurvey(header.infos);
  let end = first;
  let lastMs = NaN;
  let count = 0;
  const stepAt = (at: number): Step | null => {
    const head = readHead(bytes, at);
    if (!head) return null;
    const from = at + RECORD_HEAD;
    const content = bytes.slice(from, from + head.length);
    const binary = head.kind === RECORD.bytes;
    return {
      atMs: header.zeroMs + head.stampMs,
      kind: head.kind,
      text: binary ? '' : utf8.decode(content),
      bytes: binary ? content.buffer : null,
    };
  };
  const sizeAt = (at: number): number => RECORD_HEAD + (readHead(bytes, at)?.length ?? 0);
  const firstMs = stepAt(first)?.atMs ?? NaN;
  // An impossible time ends the recording, as a truncation does.
  const isTime = (atMs: number): boolean => Math.abs(atMs - firstMs) <= MAX_SPAN_MS && Math.abs(atMs) <= MAX_DATE_MS;
  for (let step = stepAt(end); step && isTime(step.atMs); step = stepAt(end)) {
    survey.add(step);
    lastMs = Number.isNaN(lastMs) ? step.atMs : Math.max(lastMs, step.atMs);
    end += sizeAt(end);
    count++;
  }
  function* steps(): Generator<Step> {
    for (let at = first; at < end; at += sizeAt(at)) yield stepAt(at)!;
  }
  const cut = broken || end < bytes.length;
  const problems: ReplayProblem[] = cut ? [{ kind: 'cut', line: count, symbol: '', atMs: lastMs, detail: '' }] : [];
  return {
    infos: [...header.infos],
    cut,
    problems,
    firstMs,
    lastMs,
    count,
    channels: [...survey.channels.values()],
    marks: survey.marks,
    candles: header.candles,
    trades: header.trades,
    steps,
  };
}

function readFileStart(bytes: Uint8Array): { header: FileHeader; at: number } {
  const from = MAGIC.length + 4;
  const size =
    bytes.length < from ? Infinity : new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  if (from + size > bytes.length) throw new RecordingError('empty', 'The recording ends in its header.');
  try {
    const header = v.parse(fileHeader, JSON.parse(utf8.decode(bytes.subarray(from, from + size))));
    for (const info of header.infos) instrumentOf(info);
    return { header: header as FileHeader, at: from + size };
  } catch (cause) {
    throw new RecordingError('foreign', `The header of the recording is of another kind: ${errorMessage(cause)}`);
  }
}

/** The channels of a tape are known from its header. */
function tapeRecording(bytes: Uint8Array, broken: boolean): Recording {
  const { infos, books, depth, frames, count, firstT, lastT, problems } = tapeOf(bytes, broken);
  const survey = new ChannelSurvey([]);
  const bookOf = (coinInfoId: number): SubscribeArg => ({
    channel: 'books',
    coinInfoId,
    depth,
    interval: TAPE_INTERVAL,
  });
  for (const { id: coinInfoId } of infos) {
    if (books.has(coinInfoId)) survey.addChannel(bookOf(coinInfoId));
    for (const arg of [
      { channel: 'trades', coinInfoId },
      { channel: 'candles', coinInfoId, period: '1m' },
    ] as const)
      survey.addChannel(arg);
  }
  function* steps(): Generator<Step> {
    for (const { t, text, lost } of frames()) {
      yield lost === undefined
        ? { atMs: t / 1000, kind: RECORD.text, text, bytes: null }
        : { atMs: t / 1000, kind: LOST_BOOK, text: channelKey(bookOf(lost)), bytes: null };
    }
  }
  const marks = problems
    .slice(0, MAX_MARKS)
    .map(({ kind, atMs }): ReplayMark => ({ atMs, kind: kind === 'gap' ? 'gap' : 'bad' }));
  const cut = problems.some(({ kind }) => kind === 'cut' || kind === 'bent');
  return {
    infos,
    cut,
    problems,
    firstMs: firstT / 1000,
    lastMs: lastT / 1000,
    count,
    channels: [...survey.channels.values()],
    marks,
    candles: [],
    trades: [],
    steps,
  };
}

/** Opens a tape. Throws RecordingError when its first line is no header. */
function tapeOf(bytes: Uint8Array, broken: boolean): OpenTape {
  try {
    return openTape(bytes, { candles: true }, broken);
  } catch (cause) {
    if (!(cause instanceof TapeError)) throw cause;
    if (bytes.length === 0)
      throw new RecordingError('empty', broken ? 'The file ends before its first message.' : 'The file is empty.');
    throw new RecordingError(
      cause.reason === 'venue' ? 'venue' : 'foreign',
      `The file is not a recording that can be played, line 1: ${cause.message}.`,
    );
  }
}

/** One pass over all steps: which channels there are, and where something is wrong. */
class ChannelSurvey {
  readonly channels = new Map<string, { arg: SubscribeArg; frames: number }>();
  readonly marks: ReplayMark[] = [];
  readonly #decoder = new JsonDecoder();
  readonly #packed = new MsgpackDecoder();
  readonly #lastSeq = new Map<string, number>();

  constructor(infos: readonly CoinInfo[]) {
    const markets = new Map(infos.filter(({ pair }) => pair !== '').map((info) => [info.id, instrumentOf(info)]));
    this.#decoder.setInstruments(markets);
    this.#packed.setInstruments(markets);
  }

  add({ atMs, kind, text, bytes }: Step): void {
    if (kind === RECORD.open || kind === RECORD.closed) this.#mark(atMs, kind === RECORD.open ? 'open' : 'closed');
    else if (bytes) this.#packed.read(bytes, (event) => this.#addEvent(atMs, event));
    else this.#addEvent(atMs, this.#decoder.decode(text));
  }

  addChannel(arg: SubscribeArg): string {
    const key = channelKey(arg);
    const known = this.channels.get(key);
    if (known) known.frames++;
    else this.channels.set(key, { arg, frames: 1 });
    return key;
  }

  #addEvent(atMs: number, event: MarketEvent): void {
    if (event.kind === 'bad') return this.#mark(atMs, 'bad');
    if (event.kind === 'trades') this.addChannel({ channel: 'trades', coinInfoId: event.coinInfoId });
    else if (event.kind === 'candles')
      this.addChannel({ channel: 'candles', coinInfoId: event.coinInfoId, period: event.period });
    else if (event.kind === 'tickers') this.addChannel({ channel: 'tickers' });
    else if (event.kind === 'book') {
      const key = this.addChannel({
        channel: 'books',
        coinInfoId: event.coinInfoId,
        depth: event.depth,
        interval: event.interval,
      });
      const last = this.#lastSeq.get(key);
      if (!event.snapshot && last !== undefined && event.prevSeq !== last) this.#mark(atMs, 'gap');
      this.#lastSeq.set(key, event.seq);
    }
    return undefined;
  }

  #mark(atMs: number, kind: ReplayMark['kind']): void {
    if (this.marks.length < MAX_MARKS) this.marks.push({ atMs, kind });
  }
}
