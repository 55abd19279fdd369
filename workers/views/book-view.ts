// Book view: grouped rows; the last verified rows stay while the book is being repaired.
import { BOOK_FIELD, LEVEL_FIELD, SECTION, type View } from '../../core/worker-protocol/worker-protocol.ts';
import { writeGrouped } from '../book/grouping.ts';
import type { BookSync } from '../book/book-sync.ts';
import type { LiveView } from './live-view.ts';
import { createThrottle } from './view-pace.ts';

/** Share of the requested interval, so that the jitter of an exchange that keeps it delays nothing. */
const JITTER = 0.75;

/**
 * `alreadyShown`: the page shows this market already, by another channel or grouping, and keeps that until this book is
 * verified.
 */
export function createBookView(
  id: number,
  { groupTicks, rows, interval }: Extract<View, { kind: 'book' }>,
  sync: BookSync,
  alreadyShown: boolean,
): LiveView {
  const due = createThrottle(JITTER * interval);
  /** Section of the last consistent book; only its state changes while the columns are not trusted. */
  const picture = new Float64Array(BOOK_FIELD.size + 2 * rows * LEVEL_FIELD.size);
  let written = -1;
  const draw = (): void => {
    const { book } = sync;
    const bids = writeGrouped(book.bids, groupTicks, rows, picture, BOOK_FIELD.size);
    picture[BOOK_FIELD.bids] = bids;
    picture[BOOK_FIELD.asks] = writeGrouped(
      book.asks,
      groupTicks,
      rows,
      picture,
      BOOK_FIELD.size + bids * LEVEL_FIELD.size,
    );
    picture[BOOK_FIELD.seq] = book.seq;
    picture[BOOK_FIELD.ts] = book.ts;
    picture[BOOK_FIELD.group] = groupTicks;
    picture[BOOK_FIELD.bidLevels] = book.bids.length;
    picture[BOOK_FIELD.askLevels] = book.asks.length;
  };
  return {
    write: (writer, paintMs) => {
      // Nothing unverified is written: the page shows nothing, or the book before.
      if (sync.version === written || (alreadyShown && written < 0 && !sync.sound)) return false;
      // An exchange may send more often than requested; a changed book state is written at once.
      if (sync.state === picture[BOOK_FIELD.state] && !due(paintMs)) return true;
      written = sync.version;
      const at = writer.open(SECTION.book, id, picture.length);
      if (sync.sound) draw();
      picture[BOOK_FIELD.state] = sync.state;
      const end = at + BOOK_FIELD.size + (picture[BOOK_FIELD.bids]! + picture[BOOK_FIELD.asks]!) * LEVEL_FIELD.size;
      for (let i = at, from = 0; i < end; i++, from++) writer.columns[i] = picture[from]!;
      writer.close(end);
      return false;
    },
  };
}
