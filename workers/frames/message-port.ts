// Sends frames through a MessagePort.
import type { FrameAck } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../platform.ts';

/** A MessagePort as a FramePort; frame buffers are transferred both ways. */
export function framePort(port: MessagePort): FramePort {
  const frames: FramePort = {
    post: (frame) => port.postMessage(frame, [frame.columns.buffer as ArrayBuffer]),
    onReturn: () => {},
  };
  port.addEventListener('message', ({ data }: MessageEvent<FrameAck>) => frames.onReturn(data));
  port.start();
  return frames;
}
