// Page of the heat map's benchmark: a chart that a worker draws, moved by wheel events.
import { createWorkerChart } from '../../../chart/hosts/worker-chart.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import { ownOptions } from '../../chart/page/look.ts';
import type { Chart } from '../../../chart/api.ts';
import type { BackendChoice } from '../../../chart/render/backend.ts';
import type { FrameLog } from '../../chart/page/frame-log.ts';
import type { HeatAnswer, HeatAsk, Layer } from './heat-ask.ts';
import { FLOW_END_MS } from './made-flow.ts';

/** Frames of the page, frames with what is measured, and all frames of the worker. */
interface Moved {
  ms: number;
  frames: number;
  painted: number;
  log: FrameLog;
}

type Way = 'pan' | 'zoom';

export interface HeatPage {
  prepare(): Promise<number>;
  /** Mounts a chart of the last 24 hours, or of footprints and a profile; ms until it was painted. */
  mount(layer: Layer, backend: BackendChoice): Promise<number>;
  /** What draws now. */
  backend(): Promise<string>;
  move(how: Way, forMs: number): Promise<Moved>;
  /** Fails unless every step there and back moves the chart. */
  checkSteps(how: Way): Promise<void>;
  tickLoad(perSecond: number, forMs: number): Promise<HeatAnswer>;
}

const PAN_PX = 6;
const ZOOM_PX = 24;
/** Width of a bar with a footprint, CSS px. */
const FOOTPRINT_PX = 5;
/** Moves go back and forth, as far as there are candles and zoom on both sides. */
const PAN_TURN = 20;
const ZOOM_TURN: Record<Layer, number> = { heat: 60, footprint: 25 };
/** Most bars with footprints in sight; there are more on either side to pan to. */
const MAX_BARS = 500;
/** A move lasts until this many frames were drawn, but not for ever. */
const MIN_FRAMES = 10;
const MAX_MS = 60_000;
/** A step is in the chart within this many frames; this many of them move it by a candle. */
const MOVED_WITHIN = 10;
const MAX_STEPS = 6;

const worker = new Worker(new URL('./heat.worker.ts', import.meta.url), { type: 'module' });
const waiting = new Map<number, (answer: HeatAnswer) => void>();
let lastNo = 0;
let lastMs = 0;
let chart: Chart | null = null;
let shown: Layer = 'heat';
worker.addEventListener('message', ({ data }: MessageEvent<{ no: number; answer: HeatAnswer }>) => {
  waiting.get(data.no)?.(data.answer);
  waiting.delete(data.no);
});

function ask(what: HeatAsk, transfer: Transferable[] = []): Promise<HeatAnswer> {
  const no = ++lastNo;
  worker.postMessage({ no, ask: what }, transfer);
  return new Promise((done) => waiting.set(no, done));
}

/** The candles in sight, by the first one and how many there are. */
async function inSight(): Promise<string> {
  const { time } = await chart!.candles();
  return `${time[0]} ${time.length}`;
}

/** Fails where steps do not move the chart. */
async function checkMoved(step: () => void): Promise<void> {
  const before = await inSight();
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    step();
    for (let frames = 0; frames < MOVED_WITHIN; frames += 1) {
      if ((await inSight()) !== before) return;
      await frame();
    }
  }
  throw new Error('the chart did not move');
}

/** Turns the wheel over the chart; before it is mounted over its place, which is what the harness itself costs. */
function stepsOf(how: Way): (count: number) => void {
  const canvas = document.querySelector('canvas') ?? document.querySelector('#host')!;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const at = { clientX: left + width * 0.4, clientY: top + height * 0.4, bubbles: true, cancelable: true };
  const turn = how === 'pan' ? PAN_TURN : ZOOM_TURN[shown];
  return (count) => {
    // Into the past, or nearer, and back.
    const sign = Math.floor(count / turn) % 2 === 0 ? -1 : 1;
    const delta = how === 'pan' ? { deltaX: sign * PAN_PX } : { deltaY: sign * ZOOM_PX };
    canvas.dispatchEvent(new WheelEvent('wheel', { ...at, ...delta }));
  };
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
    shown = layer;
    const from = performance.now();
    const { port1, port2 } = new MessageChannel();
    void ask({ kind: 'host', port: port2, layer }, [port2]);
    chart = createWorkerChart(canvas, port1, ownOptions(lastMs), () => undefined, backend);
    chart.resize(host.clientWidth, host.clientHeight, devicePixelRatio);
    // The width of the plot is known with the first frame; a span is shown as it is from then on.
    while (chart.framesDrawn === 0) await frame();
    const bars = Math.min(MAX_BARS, Math.floor(host.clientWidth / FOOTPRINT_PX));
    chart.showSpan(
      layer === 'heat'
        ? { fromMs: lastMs - DAY_MS, toMs: lastMs }
        : { fromMs: FLOW_END_MS - bars * MINUTE_MS, toMs: FLOW_END_MS },
    );
    const first = layer === 'heat' ? 0 : chart.framesDrawn;
    while ((await ask({ kind: 'painted' })).frames <= first) await frame();
    return performance.now() - from;
  },
  async move(how, forMs) {
    const step = stepsOf(how);
    if (chart) await checkMoved(() => step(0));
    const before = await ask({ kind: 'painted' });
    await ask({ kind: 'takeFrames' });
    performance.mark('scene-from');
    const from = performance.now();
    let frames = 0;
    const isOver = async (): Promise<boolean> => {
      const ms = performance.now() - from;
      if (ms < forMs) return false;
      return !chart || ms > MAX_MS || (await ask({ kind: 'painted' })).frames - before.frames >= MIN_FRAMES;
    };
    for (; !(await isOver()); frames += 1) {
      step(frames);
      await frame();
    }
    const ms = performance.now() - from;
    performance.mark('scene-to');
    const { frames: after, log } = await ask({ kind: 'takeFrames' });
    // What took the first and takes the last of the steps took those between.
    if (chart) await checkMoved(() => step(frames));
    return { ms, frames, painted: after - before.frames, log: log! };
  },
  async checkSteps(how) {
    const step = stepsOf(how);
    const turn = how === 'pan' ? PAN_TURN : ZOOM_TURN[shown];
    for (let count = 0; count < 2 * turn; count += 1) await checkMoved(() => step(count));
  },
  backend: async () => (await ask({ kind: 'painted' })).backend,
  tickLoad: (perSecond, forMs) => ask({ kind: 'tickLoad', perSecond, forMs }),
};

declare global {
  interface Window {
    heatPage: HeatPage;
  }
}
