// Entry of the replay worker: passes the platform's paint clock, exposes the controller through
// Comlink.
import { expose } from 'comlink';
import type { ReplayWorker } from '../core/worker-protocol/replay-protocol.ts';
import { framePort } from './frames/message-port.ts';
import { INDICATORS } from './indicators/registry.ts';
import { ReplayController } from './replay/replay-controller.ts';

/** Display tick where the platform has none, ms. */
const TICK_MS = 16;

const stage = new ReplayController({
  paintMs: () => performance.now(),
  onDisplayTick: (run) => {
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run);
    else setTimeout(run, TICK_MS);
  },
  hostChart: () => Promise.reject(new Error('the page draws what is replayed')),
  loadIndicators: () => Promise.resolve(INDICATORS),
});

const face: ReplayWorker<Blob, MessagePort> = {
  load: (file, port) => stage.load(file, framePort(port)),
  open: (id, view) => stage.open(id, view),
  close: (id) => stage.close(id),
  advance: (ms) => stage.advance(ms),
  step: () => stage.step(),
  seek: (atMs) => stage.seek(atMs),
};
expose(face);
