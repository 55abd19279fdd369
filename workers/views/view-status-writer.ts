// Which panes are verified, and as of when: written to the screen's frame when that changes.
import { BOOK_STATE, VIEW_STATUS_FIELD, SECTION, type ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';

/** Time that passes is written in steps of this, ms: well inside the seconds that the screen counts in. */
const STEP_MS = 500;
/** What is said to come from further ahead than this is no age: the exchange set its clock back. */
const MAX_AHEAD_MS = 1_000;

/** What a pane shows of an open view: see OpenView. */
interface Shown {
  status(): number;
  asOf(): number;
}

type Views = ReadonlyMap<ViewId, { open: Shown | null }>;

interface Written {
  state: number;
  asOfMs: number;
}

export class ViewStatusWriter {
  /** What was written last. */
  private readonly written = new Map<ViewId, Written>();
  private readonly ageMs: (asOfMs: number) => number;
  private readonly nowMs: () => number;

  /** `ageMs` tells how long ago the exchange's clock stood at a time, ms; `nowMs` is the time of day. */
  constructor(ageMs: (asOfMs: number) => number, nowMs: () => number) {
    this.ageMs = ageMs;
    this.nowMs = nowMs;
  }

  /**
   * Writes the views among `open` whose state is another one than was written. What never was live is loading, not
   * repairing. Answers whether there were any.
   */
  writeStates(writer: FrameWriter, open: Views): boolean {
    return this.write(writer, open, false);
  }

  /** Writes those that time has passed for. */
  writeTimes(writer: FrameWriter, open: Views): void {
    this.write(writer, open, true);
  }

  private write(writer: FrameWriter, open: Views, times: boolean): boolean {
    const start = writer.open(SECTION.viewStatus, 0, open.size * VIEW_STATUS_FIELD.size);
    const nowMs = this.nowMs();
    let at = start;
    for (const [id, entry] of open) {
      const written = this.writtenOf(id);
      const now = entry.open?.status() ?? BOOK_STATE.loading;
      const state = now !== BOOK_STATE.live && written.state === BOOK_STATE.loading ? BOOK_STATE.loading : now;
      const asOfMs = this.dayMs(entry.open?.asOf() ?? NaN, nowMs);
      if (times ? state === BOOK_STATE.loading || !differs(asOfMs, written.asOfMs) : state === written.state) continue;
      written.state = state;
      written.asOfMs = asOfMs;
      writer.columns[at + VIEW_STATUS_FIELD.view] = id;
      writer.columns[at + VIEW_STATUS_FIELD.state] = state;
      writer.columns[at + VIEW_STATUS_FIELD.asOf] = asOfMs;
      at += VIEW_STATUS_FIELD.size;
    }
    if (at > start) writer.close(at);
    return at > start;
  }

  remove(id: ViewId): void {
    this.written.delete(id);
  }

  private writtenOf(id: ViewId): Written {
    let written = this.written.get(id);
    if (!written) {
      written = { state: BOOK_STATE.loading, asOfMs: NaN };
      this.written.set(id, written);
    }
    return written;
  }

  /** The exchange's time as the time of day here; NaN while not known. */
  private dayMs(asOfMs: number, nowMs: number): number {
    const ageMs = this.ageMs(asOfMs);
    return ageMs > -MAX_AHEAD_MS ? nowMs - ageMs : NaN;
  }
}

function differs(asOfMs: number, writtenMs: number): boolean {
  return Number.isNaN(asOfMs) !== Number.isNaN(writtenMs) || Math.abs(asOfMs - writtenMs) >= STEP_MS;
}
