// The door that frames leave a worker by.
import type { FrameAck } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../platform.ts';

/** A MessagePort as the market sees it; the buffer of a frame is transferred both ways. */
export function framePort(port: MessagePort): FramePort {
  const frames: FramePort = {
    post: (frame) => port.postMessage(frame, [frame.columns.buffer as ArrayBuffer]),
    onReturn: () => {},
  };
  port.addEventListener('message', ({ data }: MessageEvent<FrameAck>) => frames.onReturn(data));
  port.start();
  return frames;
}
