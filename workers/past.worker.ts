// Entry of the worker of a market's past: exposes its controller through Comlink.
import { expose } from 'comlink';
import type { PastWorker } from '../core/worker-protocol/past-protocol.ts';
import { browserPlatform } from './browser-platform.ts';
import { framePort } from './frames/message-port.ts';
import { INDICATORS } from './indicators/registry.ts';
import { PastController } from './past/past-controller.ts';
import type { PastHost } from './past/past-platform.ts';
import { tileFetch } from './tiles/fetch-tile.ts';
import { TileLoader } from './tiles/tile-loader.ts';

const host: PastHost = {
  ...browserPlatform,
  loadIndicators: () => Promise.resolve(INDICATORS),
  loadTiles: async (apiBase, onRefused) => new TileLoader({ fetch: tileFetch(apiBase, onRefused), platform: host }),
};
const controller = new PastController(host);

const api: PastWorker<MessagePort, Blob> = {
  start: (config, port) => controller.start(config, framePort(port)),
  instruments: () => controller.instruments(),
  openFile: (file) => controller.openFile(file),
  goTo: (coinInfoId, atMs) => controller.goTo(coinInfoId, atMs),
  advance: (ms) => controller.advance(ms),
  stepEvent: () => controller.stepEvent(),
  stepBar: (interval) => controller.stepBar(interval),
  playUntil: (place) => controller.playUntil(place),
  startPractice: () => controller.startPractice(),
  placePractice: (intent) => controller.placePractice(intent),
  closePractice: () => controller.closePractice(),
  cancelPractice: (id) => controller.cancelPractice(id),
  endPractice: () => controller.endPractice(),
  open: (id, view) => controller.open(id, view),
  change: (id, view) => controller.change(id, view),
  close: (id) => controller.close(id),
  older: (id) => controller.older(id),
  showHeat: (id, span) => controller.showHeat(id, span),
  wake: (reason) => controller.wake(reason),
  setSaving: (saving) => controller.setSaving(saving),
  setSession: () => controller.setSession(),
  call: () => controller.call(),
  recording: () => controller.recording(),
};
expose(api);
