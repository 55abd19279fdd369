// File format of the flight recorder: magic, JSON header, then records; the whole is gzipped.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { Interval } from '../../core/units/time.ts';

export const MAGIC = 'FEEDLOG1';
/** Size of a record's head: kind (uint8), stamp in ms (float64), length of the content (uint32); little-endian. */
export const RECORD_HEAD = 13;

/**
 * Kinds of record: a text message as received, a book snapshot at the start of a segment, socket opened, socket closed,
 * a binary message as received.
 */
export const RECORD = { text: 0, keyframe: 1, open: 2, closed: 3, bytes: 4 } as const;

/** Candles of one channel when the file was saved: rows of time in ms, open, high, low, close, volume. */
export interface SavedCandles {
  coinInfoId: number;
  period: Interval;
  rows: number[][];
}
/** The newest trades of one market, newest first: rows of TRADE_FIELD. */
export interface SavedTrades {
  coinInfoId: number;
  rows: number[][];
}

export interface FileHeader {
  /** When the file was saved, ms since the epoch. */
  savedMs: number;
  /** Time of stamp 0, ms since the epoch. */
  zeroMs: number;
  infos: readonly CoinInfo[];
  candles: SavedCandles[];
  trades: SavedTrades[];
}

/** Writes the head of a record at `at`; `length` bytes of content follow. */
export function writeHead(bytes: Uint8Array, at: number, kind: number, stampMs: number, length: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEAD);
  view.setUint8(0, kind);
  view.setFloat64(1, stampMs, true);
  view.setUint32(9, length, true);
}

export interface RecordHead {
  kind: number;
  stampMs: number;
  length: number;
}

/** The record at `at`; null when it is incomplete. */
export function readHead(bytes: Uint8Array, at: number): RecordHead | null {
  if (at + RECORD_HEAD > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEAD);
  const length = view.getUint32(9, true);
  return at + RECORD_HEAD + length > bytes.length
    ? null
    : { kind: view.getUint8(0), stampMs: view.getFloat64(1, true), length };
}

/** Everything before the records: magic, header length, header. */
export function fileStart(header: FileHeader): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const json = encoder.encode(JSON.stringify(header));
  const start = new Uint8Array(MAGIC.length + 4 + json.length);
  start.set(encoder.encode(MAGIC));
  new DataView(start.buffer).setUint32(MAGIC.length, json.length, true);
  start.set(json, MAGIC.length + 4);
  return start;
}
