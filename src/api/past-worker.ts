// Client of the worker of a market's past, which a replay has in place of the market worker.
import { wrap } from 'comlink';
import type { PastWorker } from '../../core/worker-protocol/past-protocol.ts';
import { workerCalls } from './market-worker.ts';

/** The worker's methods as seen from the page. */
export type PastWorkerClient = PastWorker<MessagePort, Blob>;

let started: PastWorkerClient | null = null;

/** Starts the worker. `onError` is called with the browser's message when it cannot load or throws. */
export function startPastWorker(onError: (message: string) => void): PastWorkerClient {
  const worker = new Worker(new URL('../../workers/past.worker.ts', import.meta.url), { type: 'module', name: 'past' });
  worker.addEventListener('error', (event) => onError(event.message || 'replay worker failed to load'));
  const remote = wrap<PastWorkerClient>(worker);
  started = {
    ...workerCalls(remote),
    openFile: (file) => remote.openFile(file),
    goTo: (coinInfoId, atMs) => remote.goTo(coinInfoId, atMs),
    advance: (ms) => remote.advance(ms),
    stepEvent: () => remote.stepEvent(),
    stepBar: (interval) => remote.stepBar(interval),
    playUntil: (place) => remote.playUntil(place),
    startPractice: () => remote.startPractice(),
    placePractice: (intent) => remote.placePractice(intent),
    closePractice: () => remote.closePractice(),
    cancelPractice: (id) => remote.cancelPractice(id),
    endPractice: () => remote.endPractice(),
  };
  return started;
}

/** The worker that was started; null in a document that is no replay. */
export function pastWorker(): PastWorkerClient | null {
  return started;
}
