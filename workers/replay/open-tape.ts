// Opens a recorded venue tape ("l2tape/1", one JSON object a line) as messages of our own feed.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import type { ReplayProblem } from '../../core/worker-protocol/replay-protocol.ts';
import { rulesOf } from '../../core/venue/venue-rules.ts';
import {
  GridSurvey,
  MAX_LINE,
  TapeError,
  type TapeHeader,
  TapeReader,
  isEmptyLine,
  readTapeHeader,
  tapeSymbols,
  tooLong,
} from '../../core/venue/venue-tape.ts';
import { MarketWriter, type TapeFrame, type TapeOptions } from './market-writer.ts';

/** An opened tape. `frames` converts its messages at each call, in the order of receipt. */
export interface OpenTape {
  infos: CoinInfo[];
  /** Id of each symbol. */
  ids: Map<string, number>;
  books: Set<number>;
  /** Levels a side of its books; 0 for all. */
  depth: number;
  /** Number of recorded messages, and when the first and the last were received, microseconds since the epoch. */
  count: number;
  firstT: number;
  lastT: number;
  /** Faults of the tape in order; the first 100. */
  problems: ReplayProblem[];
  frames(): Generator<TapeFrame>;
}

/** Id of a tape's first market. */
const FIRST_ID = 2;
const MAX_PROBLEMS = 100;
const NEWLINE = 10;

/**
 * Opens the bytes of a tape; `broken` when they are not the whole file. `see` gets each frame while the tape is read
 * for its faults; without it none is written then. Throws TapeError when the first line is no header.
 */
export function openTape(
  bytes: Uint8Array,
  options: TapeOptions = {},
  broken = false,
  see?: (frame: TapeFrame) => void,
): OpenTape {
  const first = linesIn(bytes).next().value;
  const header = readTapeHeader(first?.number === 1 ? first.text : '');
  const symbols = tapeSymbols(header);
  const survey = surveyOf(bytes, header, broken);
  const infos = symbols.map((symbol, i) => infoOf(symbol, i + FIRST_ID, survey.grids.get(symbol)!.decimals));
  const problems: ReplayProblem[] = [];
  const note = (problem: ReplayProblem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  // Read once to find its faults: the page marks them before the replay reaches them.
  const tape = { bytes, header, infos, survey };
  for (const frame of play(tape, see ? options : null, note)) see?.(frame);
  const ids = new Map(symbols.map((symbol, i) => [symbol, i + FIRST_ID]));
  const books = new Set([...survey.books].map((symbol) => ids.get(symbol)!));
  const { count, firstT, lastT } = survey;
  const frames = (): Generator<TapeFrame> => play(tape, options, () => {});
  return { infos, ids, books, depth: depthOf(header), count, firstT, lastT, problems, frames };
}

/** Depth of the subscription: as many levels as the venue's own clients have. */
function depthOf({ venue, market, depth = 0 }: TapeHeader): number {
  const ruleDepth = rulesOf(venue, market, depth).depth;
  return Number.isFinite(ruleDepth) ? ruleDepth : 0;
}

interface Line {
  number: number;
  text: string;
  /** Longer than a line may be. */
  isLong: boolean;
  ended: boolean;
}

/** Lines that are not empty, numbered from 1. A line over the length limit has no text. */
function* linesIn(bytes: Uint8Array): Generator<Line> {
  // A mark of UTF-8 is no part of any line but the first.
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let from = 0, number = 1; from < bytes.length; number += 1) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline < 0 ? bytes.length : newline;
    const isLong = end - from > MAX_LINE;
    const text = isLong ? '' : utf8.decode(bytes.subarray(from, end));
    if (isLong || !isEmptyLine(text)) yield { number, text, isLong, ended: newline >= 0 };
    from = end + 1;
  }
}

/** Result of the first pass over all lines. */
interface Survey {
  grids: Map<string, GridSurvey>;
  /** Symbols with a book. */
  books: Set<string>;
  count: number;
  firstT: number;
  lastT: number;
  /** Number of the last line that can be played, and why the tape ends before its end. */
  lastLine: number;
  end: Omit<ReplayProblem, 'atMs'> | null;
}

function surveyOf(bytes: Uint8Array, header: TapeHeader, broken: boolean): Survey {
  const reader = new TapeReader(header);
  const grids = new Map(tapeSymbols(header).map((symbol) => [symbol, new GridSurvey()]));
  const survey: Survey = { grids, books: new Set(), count: 0, firstT: NaN, lastT: -Infinity, lastLine: 1, end: null };
  for (const { number, text, isLong, ended } of linesIn(bytes)) {
    if (number === 1) continue;
    try {
      if (isLong) throw tooLong();
      const message = reader.read(text);
      const symbol = reader.symbolOf(message);
      grids.get(symbol)?.add(message);
      if (message.k === 'snap' || message.k === 'd') survey.books.add(symbol);
      if (survey.count === 0) survey.firstT = message.t;
      survey.count += 1;
      survey.lastT = Math.max(survey.lastT, message.t);
      survey.lastLine = number;
    } catch (cause) {
      if (!(cause instanceof TapeError)) throw cause;
      return {
        ...survey,
        end: ended
          ? { kind: 'bent', line: number, symbol: '', detail: cause.message }
          : { kind: 'cut', line: number, symbol: '', detail: '' },
      };
    }
  }
  return broken || reader.isShort
    ? { ...survey, end: { kind: 'cut', line: survey.lastLine, symbol: '', detail: '' } }
    : survey;
}

interface SurveyedTape {
  bytes: Uint8Array;
  header: TapeHeader;
  infos: readonly CoinInfo[];
  survey: Survey;
}

/** All messages, or none without `options`; `note` is called for each fault when it is reached. */
function* play(
  { bytes, header, infos, survey }: SurveyedTape,
  options: TapeOptions | null,
  note: (problem: ReplayProblem) => void,
): Generator<TapeFrame> {
  const { venue, market, depth = 0 } = header;
  const reader = new TapeReader(header);
  let at = { line: 1, t: survey.firstT };
  const report = (problem: Omit<ReplayProblem, 'atMs' | 'line'>): void =>
    note({ ...problem, line: at.line, atMs: at.t / 1000 });
  const writers = new Map(
    tapeSymbols(header).map((symbol, i) => [
      symbol,
      new MarketWriter(instrumentOf(infos[i]!), rulesOf(venue, market, depth), depthOf(header), options ?? {}, (kind) =>
        report({ kind, symbol, detail: '' }),
      ),
    ]),
  );
  const out: TapeFrame[] = [];
  for (const { number, text } of linesIn(bytes)) {
    if (number === 1) continue;
    if (number > survey.lastLine) break;
    const message = reader.read(text);
    // If the recording clock was set back, replay time stays.
    at = { line: number, t: Math.max(at.t, message.t) };
    const writer = writers.get(reader.symbolOf(message));
    if (options) {
      writer?.write(message, at.t, out);
      yield* out;
      out.length = 0;
    } else writer?.check(message);
  }
  for (const [symbol, writer] of writers) {
    writer.finish(at.t, out);
    if (!survey.books.has(symbol)) continue;
    if (!writer.hasBegun) report({ kind: 'no-snapshot', symbol, detail: '' });
    if (survey.end) writer.loseBook(at.t, out);
  }
  if (survey.end) note({ ...survey.end, atMs: at.t / 1000 });
  yield* out;
}

/** Instrument of a symbol, with the coarsest tick and lot that contain all recorded decimals. */
function infoOf(symbol: string, id: number, { price, amount }: { price: number; amount: number }): CoinInfo {
  return {
    id,
    symbol,
    name: symbol,
    icon: '',
    pair: symbol,
    type: 'crypto',
    quoteCoinId: 1,
    status: 1,
    spotEnable: 1,
    contractEnable: 0,
    qtEnable: 0,
    pricePrecision: price,
    priceTick: (10 ** -price).toFixed(price),
    amountPrecision: amount,
    amountStep: (10 ** -amount).toFixed(amount),
    minAmount: '0',
    maxAmount: '0',
    minNotional: '0',
    bandRate: '1',
    spotMakerFee: '0',
    spotTakerFee: '0',
    contractMakerFee: '0',
    contractTakerFee: '0',
    maxMultiple: 1,
    rechargeEnable: 0,
    withdrawEnable: 0,
    networks: [],
    sort: id,
    hot: 0,
  };
}
