// An open view: writes what changed since its last frame.
import type { FrameWriter } from '../frames/frame-writer.ts';

export interface LiveView {
  /**
   * Writes its sections when they changed, nothing otherwise. `paintMs` is the page's paint clock in ms, also during a
   * replay. Returns true when a change waits for a later frame.
   */
  write(writer: FrameWriter, paintMs: number): boolean | void;
}
