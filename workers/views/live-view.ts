// An open view: writes its changes since its last frame.
import type { FrameWriter } from '../frames/frame-writer.ts';

export interface LiveView {
  /**
   * Writes its sections if they changed. `paintMs` is the page's paint clock in ms, also during a replay. Returns true
   * when a change waits for a later frame.
   */
  write(writer: FrameWriter, paintMs: number): boolean | void;
}
