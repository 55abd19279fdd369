// Where archive blocks are stored: one growing object for each market and UTC day.
import { DAY_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { BlockRow } from './block-columns.ts';

/** A UTC day, `2026-11-25`. */
export type Day = string;

export function dayOf(ts: EpochMs): Day {
  return new Date(Math.floor(ts / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

export interface DayFile {
  coinInfoId: number;
  day: Day;
  bytes: number;
}

/** All methods throw Error when the medium fails; an append that failed leaves the object as it was. */
export interface ArchiveStore {
  /** Every object, by market and day, ascending. */
  list(): Promise<DayFile[]>;
  /** Bytes of an object; 0 when there is none. */
  size(coinInfoId: number, day: Day): Promise<number>;
  /** Writes `block` at `offset`, the object's length so far, and cuts off what an interrupted write left behind. */
  append(coinInfoId: number, day: Day, offset: number, block: Uint8Array): Promise<void>;
  /** Fewer bytes than `length` at the end of the object. */
  read(coinInfoId: number, day: Day, offset: number, length: number): Promise<Uint8Array>;
  delete(coinInfoId: number, day: Day): Promise<void>;
  /** Heads of all blocks of a day, where they are known without reading it; else null. */
  heads?(coinInfoId: number, day: Day): BlockRow[] | null;
}
