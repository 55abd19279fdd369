// The shape of something the screen has open: it writes what changed since its last frame.
import type { FrameWriter } from '../frames/frame-writer.ts';

export interface LiveView {
  /**
   * Writes its sections when they changed, nothing otherwise. `paintMs` is the screen's clock, whatever the market's
   * is. Returns true when a change waits for a later frame.
   */
  write(writer: FrameWriter, paintMs: number): boolean | void;
}
