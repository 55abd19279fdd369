// Entry of the replay worker: exposes the replay controller through Comlink.
import { expose } from 'comlink';
import type { ReplayWorker } from '../core/worker-protocol/replay-protocol.ts';
import { framePort } from './frames/message-port.ts';
import { INDICATORS } from './indicators/registry.ts';
import { ReplayController } from './replay/replay-controller.ts';

/** Display tick where the platform has none, ms. */
const TICK_MS = 16;

const controller = new ReplayController({
  paintMs: () => performance.now(),
  onDisplayTick: (run) => {
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run);
    else setTimeout(run, TICK_MS);
  },
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
