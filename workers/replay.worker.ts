// Entry of the replay worker: exposes the replay controller through Comlink.
import { expose } from 'comlink';
import type { ReplayWorker } from '../core/worker-protocol/replay-protocol.ts';
import { browserPlatform } from './browser-platform.ts';
import { framePort } from './frames/message-port.ts';
import { INDICATORS } from './indicators/registry.ts';
import { ReplayController } from './replay/replay-controller.ts';

const controller = new ReplayController({
  paintMs: () => performance.now(),
  onDisplayTick: browserPlatform.onDisplayTick,
  hostChart: () => Promise.reject(new Error('the page draws what is replayed')),
  loadIndicators: () => Promise.resolve(INDICATORS),
});

const api: ReplayWorker<Blob, MessagePort> = {
  load: (file, port) => controller.load(file, framePort(port)),
  open: (id, view) => controller.open(id, view),
  close: (id) => controller.close(id),
  advance: (ms) => controller.advance(ms),
  step: () => controller.step(),
  seek: (atMs) => controller.seek(atMs),
};
expose(api);
