// A book as the screen shows it: grouped rows, and the last good picture while the book is being repaired.
import { BOOK_FIELD, LEVEL_FIELD, SECTION, type View } from '../../core/worker-protocol/worker-protocol.ts';
import { writeGrouped } from '../book/grouping.ts';
import type { BookSync } from '../book/book-sync.ts';
import type { LiveView } from './live-view.ts';
import { createThrottle } from './view-pace.ts';

/** Share of the pace that was asked for: an exchange that keeps it is never held up by its own jitter. */
const JITTER = 0.75;

/**
 * `keeps`: the screen shows this market already, by another channel or in other groups, and goes on until this book is
 * verified.
 */
export function createBookView(
  id: number,
  { groupTicks, rows, interval }: Extract<View, { kind: 'book' }>,
  sync: BookSync,
  alreadyShown: boolean,
): LiveView {
  const due = createThrottle(JITTER * interval);
  /** Section of the last sound book; only its state number changes while the columns are not to be trusted. */
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
      // What was never verified is not painted: the picture is empty, or that of the book before.
      if (sync.version === written || (alreadyShown && written < 0 && !sync.sound)) return false;
      // An exchange may say more than was asked for; what becomes of the book itself is told at once.
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
