// Journal of practices in this browser (IndexedDB): trades with tags and notes.
import type { PracticeTrade } from '../../../core/practice/practice-result.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { done, replace, withStore } from '../../lib/indexed-db.ts';

export interface JournalEntry {
  id: string;
  coinInfoId: number;
  pair: string;
  /** Coin of all money of the entry, and the grids of its prices and amounts. */
  quote: string;
  priceTick: string;
  amountStep: string;
  /** When it was practised, and the span of the past that was played. */
  practisedMs: EpochMs;
  fromMs: EpochMs;
  toMs: EpochMs;
  tags: string[];
  notes: string;
  trades: PracticeTrade[];
}

/** full: no more space, or MAX_ENTRIES. failed: this browser stores nothing. */
export type JournalTrouble = 'full' | 'failed';

export class JournalError extends Error {
  readonly trouble: JournalTrouble;

  constructor(trouble: JournalTrouble, cause?: unknown) {
    super(`practice journal: ${trouble}`, { cause });
    this.trouble = trouble;
  }
}

/** Practices that are stored; one more is refused as `full`. */
const MAX_ENTRIES = 1_000;
const MAX_TAGS = 10;
const MAX_TAG_LENGTH = 24;
export const MAX_NOTES_LENGTH = 2_000;

const JOURNAL = { database: 'practice', store: 'journal', keyPath: 'id' };

/** All entries, newest first. Throws JournalError. */
export function journalEntries(): Promise<JournalEntry[]> {
  return withJournal('readonly', async (store) => {
    const entries = (await done(store.getAll())) as JournalEntry[];
    return entries.sort((a, b) => b.practisedMs - a.practisedMs);
  });
}

/** Stores an entry; one of the same id is changed, with its tags and notes as they were where `text` is null. */
export function saveToJournal(entry: JournalEntry, text: { tags: string[]; notes: string } | null): Promise<void> {
  return withJournal('readwrite', async (store) => {
    const before = (await done(store.get(entry.id))) as JournalEntry | undefined;
    if (!before && (await done(store.count())) >= MAX_ENTRIES) throw new JournalError('full');
    const { tags, notes } = text ?? before ?? entry;
    await replace(store, { ...entry, tags, notes });
  });
}

export function removeFromJournal(id: string): Promise<void> {
  return withJournal('readwrite', async (store) => {
    await done(store.delete(id));
  });
}

/** Tags as typed, with commas between; at most MAX_TAGS of MAX_TAG_LENGTH letters, none twice. */
export function tagsOf(text: string): string[] {
  const tags = text.split(/[,،、，]/).map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_TAGS);
}

/** As withStore, with what goes wrong as a JournalError. */
async function withJournal<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  try {
    return await withStore(JOURNAL, mode, act);
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
    throw new JournalError(isFull ? 'full' : 'failed', cause);
  }
}
