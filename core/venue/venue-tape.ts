// Parser of market recordings ("l2tape/1"): header and lines, for server, CLI and page alike.
import type { Side } from '../orders/spot-order.ts';
import { DAY_MS } from '../units/durations.ts';
import { decimalsIn, plainDecimal } from './venue-decimal.ts';
import { type VenueMessage, type VenueRow, rowsOf } from './venue-message.ts';
import { VENUES, type Venue, isVenue } from './venue-rules.ts';

/** First line of a tape. */
export interface TapeHeader {
  fmt: 'l2tape/1';
  venue: Venue;
  /** "spot", "usd-m", "coin-m" or, for several kinds in one file, "mixed". */
  market: string;
  sym?: string;
  symbols?: string[];
  /** Depth of the venue's book; absent for the whole book. */
  depth?: number;
  /** Number of messages, and when the last one was received, microseconds since the epoch. */
  events?: number;
  last_t?: number;
}

/** Longest line in characters; a book of 200,000 levels is shorter. */
export const MAX_LINE = 16 * 1_048_576;
/** Longest tape. */
const MAX_DAYS = 7;
const DAY_US = DAY_MS * 1000;
/** Largest valid time (year 5138), microseconds since the epoch. */
const LAST_US = 1e17;
/** How far a venue's time may be ahead of the time of receipt, and behind it for repeated data, ms. */
const MAX_AHEAD_MS = DAY_MS;
const MAX_BEHIND_MS = 10 * 366 * DAY_MS;
/** Time units of venues in ms: ms, s, us, ns. */
const UNITS_MS = [1, 1e3, 1e-3, 1e-6];
const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/;
const MAX_DEPTH = 100_000;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A tape that cannot be read further. `reason`: another kind of file, a venue with unknown rules, a malformed line, the
 * end of a file that goes on.
 */
export class TapeError extends Error {
  readonly reason: 'foreign' | 'venue' | 'bent' | 'cut';

  constructor(reason: TapeError['reason'], message: string) {
    super(message);
    this.name = 'TapeError';
    this.reason = reason;
  }
}

/** A tape that ends before its last message, in or after a line. */
export const cutOff = (): TapeError => new TapeError('cut', 'the recording ends early');
const bent = (message: string): TapeError => new TapeError('bent', message);
/** A line that is longer than `MAX_LINE`. */
export const tooLong = (): TapeError => bent(`it is longer than ${MAX_LINE / 1_048_576} MiB`);
const isText = (value: unknown): value is string => typeof value === 'string';

/** The JSON object of a line; null when it is none. */
function objectIn(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Whether a line is empty, or only ends as on Windows: it is no message. */
export function isEmptyLine(line: string): boolean {
  return line === '' || line === '\r';
}

/** Reads the first line, which may have the mark of UTF-8 before it. Throws TapeError. */
export function readTapeHeader(line: string): TapeHeader {
  const text = line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
  const header = text.startsWith('{') ? objectIn(text) : null;
  if (header?.['fmt'] !== 'l2tape/1') throw new TapeError('foreign', 'this is no l2tape/1 tape');
  const { venue, market, sym, symbols, depth, t_unit: unit = 'us' } = header;
  if (!isVenue(venue))
    throw new TapeError(
      'venue',
      `no rules are known for the venue ${JSON.stringify(venue)?.slice(0, 40) ?? 'that is not named'}, only for ${VENUES.join(', ')}`,
    );
  if (!isText(market)) throw bent('it names no market');
  if (unit !== 'us') throw bent(`its times are not in microseconds ("us") but in ${JSON.stringify(unit).slice(0, 40)}`);
  if (!(symbols === undefined ? isText(sym) : Array.isArray(symbols) && symbols.length > 0 && symbols.every(isText)))
    throw bent('it names no symbol');
  if (depth !== undefined && !(Number.isInteger(depth) && Number(depth) >= 0 && Number(depth) <= MAX_DEPTH))
    throw bent(`a depth is a whole number up to ${MAX_DEPTH}`);
  return header as unknown as TapeHeader;
}

/** Symbols of a tape in the order of its header. */
export function tapeSymbols({ symbols, sym = '' }: Pick<TapeHeader, 'symbols' | 'sym'>): string[] {
  return symbols ?? [sym];
}

/**
 * A venue's time in ms, in whatever unit, for a message received at `nearMs`; null when no unit fits. A date without a
 * zone is UTC.
 */
function venueMs(value: unknown, nearMs: number): number | null {
  const [, date, zone = 'Z'] = isText(value) ? (ISO.exec(value) ?? []) : [];
  const count =
    date === undefined
      ? Number((isText(value) && value !== '') || typeof value === 'number' ? value : NaN)
      : Date.parse(`${date}${zone}`);
  for (const unit of UNITS_MS) {
    const ms = Math.floor(count * unit);
    if (isNear(ms, nearMs)) return Math.max(0, ms);
  }
  return null;
}

/** Whether a venue can have named a time in a message received at `nearMs`. */
function isNear(ms: number, nearMs: number): boolean {
  return ms >= nearMs - MAX_BEHIND_MS && ms <= nearMs + MAX_AHEAD_MS;
}

/** Sequence fields of book messages, without which gaps could not be detected. */
interface NeededIds {
  snap: readonly string[];
  d: readonly string[];
}
const IDS: Partial<Record<string, NeededIds>> = {
  spot: { snap: ['seq'], d: ['U', 'u'] },
  futures: { snap: ['seq'], d: ['U', 'u', 'pu'] },
  bybit: { snap: [], d: ['u'] },
};

/** What a market of a venue needs in its book messages; undefined: no ids. */
export function neededIds(venue: Venue, market: string): NeededIds | undefined {
  return IDS[venue === 'binance' ? (market === 'spot' ? 'spot' : 'futures') : venue];
}

/** Checks a message whose times are ms; a side that did not change may be left out. Throws TapeError with the fault. */
export function checkMessage(message: VenueMessage, ids: NeededIds | undefined): void {
  const fields = message as unknown as Record<string, unknown>;
  for (const name of ['E', 'T', 'ts']) {
    const ms = fields[name];
    if (ms !== undefined && !(Number.isSafeInteger(ms) && isNear(Number(ms), message.t / 1000)))
      throw bent(`its ${name} is no time that the venue could have said`);
  }
  switch (message.k) {
    case 'snap':
    case 'd':
      checkIds(fields, ids?.[message.k] ?? []);
      if (fields['b'] === undefined) message.b = [];
      if (fields['a'] === undefined) message.a = [];
      checkRows(message.b);
      checkRows(message.a);
      break;
    case 'tr':
      checkRows([[message.p, message.q]]);
      if (fields['side'] !== undefined && fields['side'] !== null) message.side = sideOf(fields['side']);
      break;
    case 'bbo':
      checkRows(rowsOf(message.b));
      checkRows(rowsOf(message.a));
      break;
    case 'mark':
      break;
    default:
      throw bent(
        `messages of the kind ${JSON.stringify(fields['k'])?.slice(0, 40) ?? 'that it does not name'} are not known`,
      );
  }
}

function checkIds(fields: Record<string, unknown>, needed: readonly string[]): void {
  for (const name of needed) if (fields[name] === undefined) throw bent(`it has no ${name}`);
  for (const name of ['U', 'u', 'pu', 'seq'])
    if (fields[name] !== undefined && !Number.isSafeInteger(fields[name])) throw bent(`its ${name} is no whole number`);
  if (fields['c'] !== undefined && !Number.isSafeInteger(fields['c'])) throw bent('its checksum is no whole number');
}

/** Reads the lines after the header, in order. */
export class TapeReader {
  readonly #symbols: ReadonlySet<string>;
  readonly #first: string;
  readonly #ids: NeededIds | undefined;
  readonly #promised: { events: number; lastT: number };
  #firstT = NaN;
  #lastT = -Infinity;
  #count = 0;

  constructor(header: TapeHeader) {
    const symbols = tapeSymbols(header);
    this.#symbols = new Set(symbols);
    this.#first = symbols[0] ?? '';
    this.#promised = { events: header.events ?? 0, lastT: header.last_t ?? 0 };
    this.#ids = neededIds(header.venue, header.market);
  }

  /** Symbol of a message; the tape's only one when the message has none. */
  symbolOf({ s }: VenueMessage): string {
    return s ?? this.#first;
  }

  /** Whether the tape ends early: fewer messages than the header declares, and none as late as its last. */
  get isShort(): boolean {
    return this.#count < this.#promised.events && this.#lastT < this.#promised.lastT;
  }

  /** Parses a line. Throws TapeError with the fault. */
  read(line: string): VenueMessage {
    if (line.length > MAX_LINE) throw tooLong();
    const fields = objectIn(line);
    if (!fields) throw bent('it is no whole JSON object');
    const message = fields as unknown as VenueMessage;
    this.#checkTimes(fields);
    if (message.s !== undefined && !this.#symbols.has(message.s))
      throw bent(`the header does not name the symbol ${JSON.stringify(message.s).slice(0, 40)}`);
    checkMessage(message, this.#ids);
    this.#count += 1;
    this.#lastT = Math.max(this.#lastT, message.t);
    return message;
  }

  /** Validates the times and converts the venue's to ms. */
  #checkTimes(fields: Record<string, unknown>): void {
    const { t } = fields;
    if (!Number.isInteger(t) || Number(t) < 0 || Number(t) > LAST_US)
      throw bent('its time is no whole number of microseconds since 1970');
    const us = Number(t);
    if (Number.isNaN(this.#firstT)) this.#firstT = us;
    if (Math.abs(us - this.#firstT) > MAX_DAYS * DAY_US)
      throw bent(`its time lies more than ${MAX_DAYS} days from the first message's`);
    for (const name of ['E', 'T', 'ts']) {
      if (fields[name] === undefined) continue;
      const ms = venueMs(fields[name], us / 1000);
      if (ms === null) throw bent(`its ${name} is no time that the venue could have said`);
      fields[name] = ms;
    }
  }
}

/** Venues write "Buy", "SELL", "b". */
function sideOf(text: unknown): Side {
  const letter = /^(b)(uy)?$|^(s)(ell)?$/i.exec(isText(text) ? text : '')?.[0].charAt(0);
  if (letter === undefined) throw bent(`its side ${JSON.stringify(text).slice(0, 40)} is neither buy nor sell`);
  return /b/i.test(letter) ? 'buy' : 'sell';
}

function checkRows(rows: unknown): void {
  if (!Array.isArray(rows)) throw bent('a side of its book is no list');
  for (const row of rows as unknown[]) {
    const [price, amount] = Array.isArray(row) ? (row as unknown[]) : [];
    if (!isText(price) || !isText(amount) || plainDecimal(price) === null || plainDecimal(amount) === null) {
      throw bent(`${JSON.stringify([price, amount]).slice(0, 80)} is no price and amount`);
    }
  }
}

/** Finds the number of decimals of a market's prices and amounts, and so their grid. */
export class GridSurvey {
  #price = 0;
  #amount = 0;
  #most = 0;

  add(message: VenueMessage): void {
    if (message.k === 'tr') this.#widen([message.p, message.q]);
    else if (message.k !== 'mark')
      for (const side of [message.b, message.a]) for (const row of rowsOf(side)) this.#widen(row);
  }

  /** Decimals of price and amount; fewer for amounts if the largest one would otherwise not fit a double. */
  get decimals(): { price: number; amount: number } {
    let amount = this.#amount;
    while (amount > 0 && this.#most * 10 ** amount > Number.MAX_SAFE_INTEGER) amount -= 1;
    return { price: this.#price, amount };
  }

  #widen([price, amount]: VenueRow | [string, string]): void {
    this.#price = Math.max(this.#price, decimalsIn(plainDecimal(price) ?? ''));
    this.#amount = Math.max(this.#amount, decimalsIn(plainDecimal(amount) ?? ''));
    this.#most = Math.max(this.#most, Number(amount));
  }
}
