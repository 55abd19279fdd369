// Writes each view's status (verified or not, and as of when) when it changes.
import { BOOK_STATE, VIEW_STATUS_FIELD, SECTION, type ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';

/** Least change of `asOf` that is written, ms: well below the seconds that the page shows. */
const STEP_MS = 500;
/** A time further in the future than this, ms, gives no age: the exchange set its clock back. */
const MAX_AHEAD_MS = 1_000;

/** The part of OpenView that is written. */
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
  /** Last written status, by view. */
  readonly #written = new Map<ViewId, Written>();
  readonly #ageMs: (asOfMs: number) => number;
  readonly #nowMs: () => number;

  /** `ageMs` returns the age in ms of a time of the exchange's clock; `nowMs` is the time of day. */
  constructor(ageMs: (asOfMs: number) => number, nowMs: () => number) {
    this.#ageMs = ageMs;
    this.#nowMs = nowMs;
  }

  /**
   * Writes the views whose state changed; a view that was never live is loading, not repairing. Returns whether there
   * were any.
   */
  writeStates(writer: FrameWriter, views: Views): boolean {
    return this.#write(writer, views, false);
  }

  /** Writes the views whose `asOf` changed by a step. */
  writeTimes(writer: FrameWriter, views: Views): void {
    this.#write(writer, views, true);
  }

  remove(id: ViewId): void {
    this.#written.delete(id);
  }

  #write(writer: FrameWriter, views: Views, times: boolean): boolean {
    const start = writer.open(SECTION.viewStatus, 0, views.size * VIEW_STATUS_FIELD.size);
    const nowMs = this.#nowMs();
    let at = start;
    for (const [id, entry] of views) {
      const written = this.#writtenOf(id);
      const now = entry.open?.status() ?? BOOK_STATE.loading;
      const state = now !== BOOK_STATE.live && written.state === BOOK_STATE.loading ? BOOK_STATE.loading : now;
      const asOfMs = this.#dayMs(entry.open?.asOf() ?? NaN, nowMs);
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

  #writtenOf(id: ViewId): Written {
    let written = this.#written.get(id);
    if (!written) {
      written = { state: BOOK_STATE.loading, asOfMs: NaN };
      this.#written.set(id, written);
    }
    return written;
  }

  /** A time of the exchange on this device's wall clock; NaN while unknown. */
  #dayMs(asOfMs: number, nowMs: number): number {
    const ageMs = this.#ageMs(asOfMs);
    return ageMs > -MAX_AHEAD_MS ? nowMs - ageMs : NaN;
  }
}

function differs(asOfMs: number, writtenMs: number): boolean {
  return Number.isNaN(asOfMs) !== Number.isNaN(writtenMs) || Math.abs(asOfMs - writtenMs) >= STEP_MS;
}
