// Which panes are verified: told to the screen when that changes.
import { BOOK_STATE, PANE_FIELD, SECTION, type ViewId } from '../../contract/thread.ts';
import type { FrameWriter } from '../frame/frame-writer.ts';

export class Panes {
  /** What the screen was told. */
  private readonly told = new Map<ViewId, number>();

  /** Writes the views among `open` whose state is another one than was told. What never was live is loading, not repairing. Answers whether there were any. */
  write(writer: FrameWriter, open: ReadonlyMap<ViewId, { open: { pane(): number } | null }>): boolean {
    const { told } = this;
    const start = writer.open(SECTION.panes, 0, open.size * PANE_FIELD.size);
    let at = start;
    for (const [id, entry] of open) {
      const now = entry.open?.pane() ?? BOOK_STATE.loading;
      const before = told.get(id) ?? BOOK_STATE.loading;
      if (now === before || (now !== BOOK_STATE.live && before === BOOK_STATE.loading)) continue;
      told.set(id, now);
      writer.columns[at + PANE_FIELD.view] = id;
      writer.columns[at + PANE_FIELD.state] = now;
      at += PANE_FIELD.size;
    }
    if (at > start) writer.close(at);
    return at > start;
  }

  forget(id: ViewId): void {
    this.told.delete(id);
  }
}
