// Page of the heat map's benchmark: a chart that a worker draws, moved by wheel events.
import { createWorkerChart } from '../../../chart/hosts/worker-chart.ts';
import { ownOptions } from '../../chart/page/look.ts';
import type { BackendChoice } from '../../../chart/render/backend.ts';
import type { FrameLog } from '../../chart/page/frame-log.ts';
import type { HeatAnswer, HeatAsk, Layer } from './heat-ask.ts';
import { FLOW_BARS, FLOW_END_MS, MINUTE_MS } from './made-flow.ts';

/** Frames of the page, frames with what is measured, and all frames of the worker. */
interface Moved {
  ms: number;
  frames: number;
  painted: number;
  log: FrameLog;
}

export interface HeatPage {
  prepare(): Promise<number>;
  /** Mounts a chart of the last 24 hours, or of footprints and a profile; ms until it was painted. */
  mount(layer: Layer, backend: BackendChoice): Promise<number>;
  /** What draws now. */
  backend(): Promise<string>;
  move(how: 'pan' | 'zoom', forMs: number): Promise<Moved>;
  tickLoad(perSecond: number, forMs: number): Promise<HeatAnswer>;
}

const DAY_MS = 86_400_000;
const PAN_PX = 6;
const ZOOM_PX = 24;
/** Width of a bar with a footprint, CSS px. */
const FOOTPRINT_PX = 5;
/** Moves go back and forth. */
const TURN_FRAMES = 60;

const worker = new Worker(new URL('./heat.worker.ts', import.meta.url), { type: 'module' });
const waiting = new Map<number, (answer: HeatAnswer) => void>();
let lastNo = 0;
let lastMs = 0;
worker.addEventListener('message', ({ data }: MessageEvent<{ no: number; answer: HeatAnswer }>) => {
  waiting.get(data.no)?.(data.answer);
  waiting.delete(data.no);
});

function ask(what: HeatAsk, transfer: Transferable[] = []): Promise<HeatAnswer> {
  const no = ++lastNo;
  worker.postMessage({ no, ask: what }, transfer);
  return new Promise((done) => waiting.set(no, done));
}

const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

window.heatPage = {
  async prepare() {
    ({ lastMs } = await ask({ kind: 'prepare' }));
    return lastMs;
  },
  async mount(layer, backend) {
    const host = document.querySelector('#host')!;
    const canvas = document.createElement('canvas');
    host.replaceChildren(canvas);
    const from = performance.now();
    const { port1, port2 } = new MessageChannel();
    void ask({ kind: 'host', port: port2, layer }, [port2]);
    const chart = createWorkerChart(canvas, port1, ownOptions(lastMs), () => undefined, backend);
    chart.resize(host.clientWidth, host.clientHeight, devicePixelRatio);
    const bars = Math.min(FLOW_BARS, Math.floor(host.clientWidth / FOOTPRINT_PX));
    chart.showSpan(
      layer === 'heat'
        ? { fromMs: lastMs - DAY_MS, toMs: lastMs }
        : { fromMs: FLOW_END_MS - bars * MINUTE_MS, toMs: FLOW_END_MS },
    );
    while ((await ask({ kind: 'painted' })).frames === 0) await frame();
    return performance.now() - from;
  },
  async move(how, forMs) {
    // Before the chart is mounted this is what the harness itself costs.
    const canvas = document.querySelector('canvas') ?? document.querySelector('#host')!;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = { clientX: left + width * 0.4, clientY: top + height * 0.4, bubbles: true, cancelable: true };
    const before = await ask({ kind: 'painted' });
    await ask({ kind: 'takeFrames' });
    performance.mark('scene-from');
    const from = performance.now();
    let frames = 0;
    for (; performance.now() - from < forMs; frames += 1) {
      const sign = Math.floor(frames / TURN_FRAMES) % 2 === 0 ? 1 : -1;
      const delta = how === 'pan' ? { deltaX: sign * PAN_PX } : { deltaY: -sign * ZOOM_PX };
      canvas.dispatchEvent(new WheelEvent('wheel', { ...at, ...delta }));
      await frame();
    }
    const ms = performance.now() - from;
    performance.mark('scene-to');
    const { frames: after, log } = await ask({ kind: 'takeFrames' });
    return { ms, frames, painted: after - before.frames, log: log! };
  },
  backend: async () => (await ask({ kind: 'painted' })).backend,
  tickLoad: (perSecond, forMs) => ask({ kind: 'tickLoad', perSecond, forMs }),
};

declare global {
  interface Window {
    heatPage: HeatPage;
  }
}
