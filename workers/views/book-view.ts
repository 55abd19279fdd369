// Book view: grouped rows; the last verified rows stay while the book is being repaired.
import {
  BOOK_FIELD,
  LEVEL_FIELD,
  SECTION,
  type View,
  type ViewId,
} from '../../core/worker-protocol/worker-protocol.ts';
import { writeGrouped } from '../book/grouping.ts';
import type { BookSync } from '../book/book-sync.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { LiveView } from './live-view.ts';
import { Throttle } from './throttle.ts';

/** Share of the requested interval that must pass: the jitter of a punctual exchange must delay nothing. */
const JITTER = 0.75;

export class BookView implements LiveView {
  readonly #id: ViewId;
  readonly #groupTicks: number;
  readonly #rows: number;
  readonly #sync: BookSync;
  readonly #alreadyShown: boolean;
  readonly #throttle: Throttle;
  /** Section of the last consistent book; while the book is not trusted only its state changes. */
  readonly #section: Float64Array;
  #writtenVersion = -1;

  /**
   * `alreadyShown`: the page shows this market already, by another channel or grouping, and keeps that until this book
   * is verified.
   */
  constructor(
    id: ViewId,
    { groupTicks, rows, interval }: Extract<View, { kind: 'book' }>,
    sync: BookSync,
    alreadyShown: boolean,
  ) {
    this.#id = id;
    this.#groupTicks = groupTicks;
    this.#rows = rows;
    this.#sync = sync;
    this.#alreadyShown = alreadyShown;
    this.#throttle = new Throttle(JITTER * interval);
    this.#section = new Float64Array(BOOK_FIELD.size + 2 * rows * LEVEL_FIELD.size);
  }

  write(writer: FrameWriter, paintMs: number): boolean {
    const sync = this.#sync;
    const section = this.#section;
    const written = this.#writtenVersion;
    // Nothing unverified is written: the page shows nothing, or the book before.
    if (sync.version === written || (this.#alreadyShown && written < 0 && !sync.isConsistent)) return false;
    // An exchange may send more often than requested; a changed book state is written at once.
    if (sync.state === section[BOOK_FIELD.state] && !this.#throttle.allows(paintMs)) return true;
    this.#writtenVersion = sync.version;
    const at = writer.open(SECTION.book, this.#id, section.length);
    if (sync.isConsistent) this.#updateSection();
    section[BOOK_FIELD.state] = sync.state;
    const end = at + BOOK_FIELD.size + (section[BOOK_FIELD.bids]! + section[BOOK_FIELD.asks]!) * LEVEL_FIELD.size;
    for (let i = at, from = 0; i < end; i++, from++) writer.columns[i] = section[from]!;
    writer.close(end);
    return false;
  }

  #updateSection(): void {
    const { book } = this.#sync;
    const section = this.#section;
    const groupTicks = this.#groupTicks;
    const rows = this.#rows;
    const bids = writeGrouped(book.bids, groupTicks, rows, section, BOOK_FIELD.size);
    const asksAt = BOOK_FIELD.size + bids * LEVEL_FIELD.size;
    section[BOOK_FIELD.bids] = bids;
    section[BOOK_FIELD.asks] = writeGrouped(book.asks, groupTicks, rows, section, asksAt);
    section[BOOK_FIELD.seq] = book.seq;
    section[BOOK_FIELD.ts] = book.ts;
    section[BOOK_FIELD.group] = groupTicks;
    section[BOOK_FIELD.bidLevels] = book.bids.length;
    section[BOOK_FIELD.askLevels] = book.asks.length;
  }
}
