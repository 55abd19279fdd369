// Requests to the harness's worker, each with one reply, in order.
import type { Layout, TickLoad } from './adapter.ts';
import type { FrameLog } from './frame-log.ts';
import type { CandleSource } from './made-candles.ts';

export type Ask =
  | { kind: 'prepare'; source: CandleSource; layout: Layout }
  | { kind: 'host'; port: MessagePort }
  | { kind: 'everyFrame'; on: boolean }
  | { kind: 'tickLoad'; perSecond: number; forMs: number }
  | { kind: 'burst'; forMs: number }
  | { kind: 'framesDrawn' }
  | { kind: 'takeFrames' }
  | { kind: 'closeSum' }
  | { kind: 'soakTicks'; count: number }
  | { kind: 'switchMarket' }
  | { kind: 'liveContexts' }
  | { kind: 'backend' };

/** What a 'backend' answer counts: none yet, or which. */
export const BACKENDS = ['', 'canvas2d', 'webgl'] as const;

export interface Answer {
  no: number;
  value: number;
  tickLoad: TickLoad | null;
  frames: FrameLog | null;
  failure: string;
}

export function askWorker(worker: Worker): (ask: Ask, transfer?: Transferable[]) => Promise<Answer> {
  const waiting = new Map<number, { done(answer: Answer): void; failed(error: Error): void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const one = waiting.get(data.no);
    waiting.delete(data.no);
    if (data.failure) one?.failed(new Error(data.failure));
    else one?.done(data);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { failed } of waiting.values()) failed(new Error(message));
  });
  return (ask, transfer = []) =>
    new Promise((done, failed) => {
      last += 1;
      waiting.set(last, { done, failed });
      worker.postMessage({ no: last, ask }, transfer);
    });
}
