// A book as the screen shows it: grouped rows, and the last good picture while the book is being repaired.
import { BOOK_FIELD, LEVEL_FIELD, SECTION, type View } from '../../contract/thread.ts';
import { writeGrouped } from '../book/grouping.ts';
import type { BookSync } from '../book/sync.ts';
import type { FrameWriter } from '../frame/frame-writer.ts';
import type { LiveView } from './live-view.ts';
import { Pace } from './pace.ts';

/** Share of the pace that was asked for: an exchange that keeps it is never held up by its own jitter. */
const JITTER = 0.75;

export class BookView implements LiveView {
  private readonly id: number;
  private readonly sync: BookSync;
  private readonly groupTicks: number;
  private readonly rows: number;
  private readonly keeps: boolean;
  private readonly pace: Pace;
  private written = -1;
  /** Section of the last sound book; only its state number changes while the columns are not to be trusted. */
  private readonly picture: Float64Array;

  /** `keeps`: the screen shows this market already, by another channel or in other groups, and goes on until this book is verified. */
  constructor(id: number, view: Extract<View, { kind: 'book' }>, sync: BookSync, keeps: boolean) {
    this.id = id;
    this.keeps = keeps;
    this.sync = sync;
    this.groupTicks = view.groupTicks;
    this.rows = view.rows;
    this.pace = new Pace(JITTER * view.interval);
    this.picture = new Float64Array(BOOK_FIELD.size + 2 * view.rows * LEVEL_FIELD.size);
  }

  write(writer: FrameWriter, paintMs: number): boolean {
    const { sync, picture } = this;
    // What was never verified is not painted: the picture is empty, or that of the book before.
    if (sync.version === this.written || (this.keeps && this.written < 0 && !sync.sound)) return false;
    // An exchange may say more than was asked for; what becomes of the book itself is told at once.
    if (sync.state === picture[BOOK_FIELD.state] && !this.pace.due(paintMs, writer.used > 0)) return true;
    this.written = sync.version;
    const at = writer.open(SECTION.book, this.id, picture.length);
    if (sync.sound) this.draw();
    picture[BOOK_FIELD.state] = sync.state;
    const end = at + BOOK_FIELD.size + (picture[BOOK_FIELD.bids]! + picture[BOOK_FIELD.asks]!) * LEVEL_FIELD.size;
    for (let i = at, from = 0; i < end; i++, from++) writer.columns[i] = picture[from]!;
    writer.close(end);
    return false;
  }

  private draw(): void {
    const { picture, sync: { book } } = this;
    const bids = writeGrouped(book.bids, this.groupTicks, this.rows, picture, BOOK_FIELD.size);
    const asks = writeGrouped(book.asks, this.groupTicks, this.rows, picture, BOOK_FIELD.size + bids * LEVEL_FIELD.size);
    picture[BOOK_FIELD.seq] = book.seq;
    picture[BOOK_FIELD.ts] = book.ts;
    picture[BOOK_FIELD.group] = this.groupTicks;
    picture[BOOK_FIELD.bids] = bids;
    picture[BOOK_FIELD.asks] = asks;
    picture[BOOK_FIELD.bidLevels] = book.bids.length;
    picture[BOOK_FIELD.askLevels] = book.asks.length;
  }
}
