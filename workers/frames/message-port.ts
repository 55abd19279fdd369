// Adapts a MessagePort to the port of the frame scheduler.
import type { FrameAck } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../platform.ts';

/** Wraps a MessagePort; frame buffers are transferred both ways. */
export function framePort(port: MessagePort): FramePort {
  const frames: FramePort = {
    post: (frame) => port.postMessage(frame, [frame.columns.buffer as ArrayBuffer]),
    onReturn: () => {},
  };
  port.addEventListener('message', ({ data }: MessageEvent<FrameAck>) => frames.onReturn(data));
  port.start();
  return frames;
}
