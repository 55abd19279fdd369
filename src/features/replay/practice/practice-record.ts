// What a practice is played again from after a reload: the moment it began at and what the user did, in this tab.
import type { PracticeIntent } from '../../../../core/practice/practice-order.ts';
import type { EpochMs } from '../../../../core/units/time.ts';
import { FILE_PARAM } from '../../../lib/replay-address.ts';
import type { PastStatus, PlayedPlace } from '../../../../core/worker-protocol/past-protocol.ts';

/** What the user did: an order, or the end of one, of all (null), or of the position. */
export type PracticeAct =
  | { do: 'place'; intent: PracticeIntent }
  | { do: 'cancel'; id: number | null }
  | { do: 'close' };

export interface PracticeRecord {
  coinInfoId: number;
  /** Key of the file that is the past; '': it is the exchange's. */
  file: string;
  id: string;
  /** The moment from which `played` counts. */
  chosenMs: EpochMs;
  start: PlayedPlace;
  acts: (PlayedPlace & PracticeAct)[];
  end: PlayedPlace & { hash: string };
}

const ITEM = 'fxproPractice';
/** Longer practices are not stored: playing them again would take minutes. */
const MAX_ACTS = 1_000;
const MAX_PLAYED = 3_000_000;

export function placeOf({ played, atMs }: PastStatus): PlayedPlace {
  return { played, atMs };
}

/** Null: none runs. */
export function storePractice(record: PracticeRecord | null): void {
  try {
    if (record && record.acts.length <= MAX_ACTS && record.end.played <= MAX_PLAYED)
      sessionStorage.setItem(ITEM, JSON.stringify(record));
    else sessionStorage.removeItem(ITEM);
  } catch {
    // Without storage a practice ends with the page.
  }
}

/** The practice that ran in this market, of this file, when the page was left; null without one. */
export function storedPractice(coinInfoId: number): PracticeRecord | null {
  try {
    const record = JSON.parse(sessionStorage.getItem(ITEM) ?? 'null') as PracticeRecord | null;
    return record?.coinInfoId === coinInfoId && record.file === fileOf() ? record : null;
  } catch {
    return null;
  }
}

export function fileOf(): string {
  return new URLSearchParams(window.location.search).get(FILE_PARAM) ?? '';
}
