// The harness: one chart at a time, driven from outside through `window.harness`.
import { type Adapter, FED, type Layout, type Soaked, type TickLoad, type Subject, type Update } from './adapter.ts';
import { watchContexts } from './contexts.ts';
import { type FrameLog, takeFrames, watchFrames } from './frame-log.ts';
import { computeLines } from './full-layout.ts';
import { closeSum, makeSeries, makeTicks, TICK_RING } from './made-candles.ts';
import { madeFlow } from '../../heatmap/page/made-flow.ts';
import { Nothing } from './nothing.ts';
import { afterFrame, type Played, Player, type Scene } from './scenes.ts';
import { countShapes } from './shapes.ts';

export interface Setting {
  subject: Subject;
  /** A count of generated candles, or the path of recorded ones. */
  candles: number | string;
  layout: Layout;
  backend: 'auto' | 'webgl' | 'canvas2d';
  /** lightweight-charts: its own merging of narrow candles. */
  conflated: boolean;
}

export interface Mounted {
  /** From prepared data to the task after the first frame with a chart in it. */
  firstFrameMs: number;
}

/** Frames without a drawing after which a picture is whole. */
const QUIET_FRAMES = 6;
const MAX_MOUNT_MS = 60_000;
/** A scene is played again until this many frames were drawn, but not for ever. */
const MIN_FRAMES = 10;
const MAX_TIMES = 20;
/** A backend takes its place within this many frames, or not at all. */
const MAX_FRAMES = 300;

async function adapterOf({ subject, backend, conflated, candles }: Setting): Promise<Adapter> {
  if (subject === 'klinecharts') return new (await import('./peers/kline-adapter.ts')).KlineAdapter();
  if (subject === 'lightweight-charts')
    return new (await import('./peers/lightweight-adapter.ts')).LightweightAdapter(conflated);
  if (subject === 'openalgo-charts') return new (await import('./peers/openalgo-adapter.ts')).OpenalgoAdapter();
  if (subject === 'dxcharts-lite') return new (await import('./peers/dxcharts-adapter.ts')).DxchartsAdapter();
  if (subject === 'echarts') return new (await import('./peers/echarts-adapter.ts')).EchartsAdapter();
  if (subject === 'own main') return new (await import('./own-adapter.ts')).OwnAdapter(backend);
  if (subject === 'own worker')
    return new (await import('./own-worker-adapter.ts')).OwnWorkerAdapter(backend, await sourceOf(candles));
  return new Nothing();
}

async function sourceOf(candles: number | string): Promise<number | Float64Array> {
  if (typeof candles === 'number') return candles;
  const answer = await fetch(candles);
  if (!answer.ok) throw new Error(`${candles}: ${answer.status}`);
  return new Float64Array(await answer.arrayBuffer());
}

export class Harness {
  readonly #host = document.querySelector<HTMLElement>('#host')!;
  #adapter: Adapter = new Nothing();
  #player: Player | null = null;
  #subject: Subject = 'nothing';
  /** Sum of all closes, so that all subjects are known to show the same. */
  closeSum = 0;
  #ticks: Update[] = [];

  async prepare(setting: Setting): Promise<void> {
    this.#adapter = await adapterOf(setting);
    this.#subject = setting.subject;
    if (this.#adapter.feed || setting.subject === 'nothing')
      return this.#adapter.prepare(makeSeries(0), setting.layout);
    const series = setting.layout === 'flow' ? madeFlow().bars : makeSeries(await sourceOf(setting.candles));
    this.closeSum = closeSum(series);
    await this.#adapter.prepare(series, setting.layout);
    // Ticks of a library that computes its lines must not have been seen by our columns before.
    const isFed = setting.layout === 'lines' || (FED.includes(setting.subject) && setting.layout === 'full');
    const precomputed = isFed && setting.subject !== 'own main';
    this.#ticks = makeTicks(series, TICK_RING, precomputed ? computeLines(series) : null);
  }

  /** Mounts, waits for the first frame with a chart in it, then until nothing more is drawn. */
  async mount(): Promise<Mounted> {
    const adapter = this.#adapter;
    const host = this.#host;
    const shapes = countShapes();
    const from = performance.now();
    await adapter.mount(host);
    const drawn = (): number => (adapter.feed ? adapter.feed.framesKnown() : shapes.count());
    let firstFrameMs = 0;
    let quiet = 0;
    let before = -1;
    while (quiet < QUIET_FRAMES && performance.now() - from < MAX_MOUNT_MS) {
      await afterFrame();
      const now = drawn();
      if (firstFrameMs === 0 && now >= (adapter.feed ? 1 : 100)) firstFrameMs = performance.now() - from;
      quiet = now === before ? quiet + 1 : 0;
      before = now;
      if (firstFrameMs === 0 && !(adapter instanceof Nothing || adapter.isWhole?.())) quiet = 0;
    }
    shapes.stop();
    this.#player = new Player(this.#subject, adapter, this.#ticks);
    if (adapter.feed) this.closeSum = await adapter.feed.closeSum();
    return { firstFrameMs };
  }

  async showBars(count: number): Promise<void> {
    this.#adapter.showBars(count);
    for (let k = 0; k < 4; k += 1) await afterFrame();
  }

  play(scene: Scene, frames: number, mostMs: number): Promise<Played> {
    return this.#player!.play(scene, frames, mostMs);
  }
  begin(scene: Scene): Promise<void> {
    return this.#player!.begin(scene);
  }
  lead(scene: Scene): Promise<void> {
    return this.#player!.lead(scene);
  }
  leave(scene: Scene): Promise<void> {
    return this.#player!.leave(scene);
  }
  /** Fails unless every step of panning and zooming moves the chart. */
  async checkSteps(): Promise<void> {
    await this.#player!.checkSteps('pan');
    await this.#player!.checkSteps('zoom');
  }
  /** Plays a scene, again where few frames were drawn, and returns the frames of the thread that draws. */
  async timed(scene: Scene, forMs: number): Promise<FrameLog> {
    const { feed } = this.#adapter;
    const take = async (): Promise<FrameLog> => (feed ? feed.takeFrames() : takeFrames());
    await take();
    let log: FrameLog = { betweenMs: [], scriptMs: [] };
    for (let times = 0; log.betweenMs.length < MIN_FRAMES; times += 1) {
      if (times === MAX_TIMES) throw new Error(`${log.betweenMs.length} frames in ${times} times ${forMs} ms`);
      await this.play(scene, Infinity, forMs);
      const { betweenMs, scriptMs } = await take();
      log = { betweenMs: [...log.betweenMs, ...betweenMs], scriptMs: [...log.scriptMs, ...scriptMs] };
    }
    return log;
  }
  burst(forMs: number): Promise<number> {
    return this.#player!.burst(forMs);
  }
  tickLoad(perSecond: number, forMs: number): Promise<TickLoad> {
    return this.#player!.tickLoad(perSecond, forMs);
  }

  /** Keeps the page busy `ms` of every second until the returned function is called. */
  block(ms: number): void {
    setInterval(() => {
      const until = performance.now() + ms;
      while (performance.now() < until);
    }, 1000);
  }

  /** Device px of the widest canvas: proof that a library draws at full resolution. */
  widestCanvasPx(): number {
    return [...this.#host.querySelectorAll('canvas')].reduce((most, { width }) => Math.max(most, width), 0);
  }

  get soaked(): Soaked {
    return this.#adapter as Soaked;
  }

  /** Unmounts and mounts the chart `count` times; each one lives until it has drawn with `backend`. */
  async remount(count: number, backend: string): Promise<void> {
    const adapter = this.#adapter;
    const host = this.#host;
    for (let k = 0; k < count; k += 1) {
      adapter.destroy();
      host.replaceChildren();
      await adapter.mount(host);
      await afterFrame();
      for (let tries = 0; tries < MAX_FRAMES && (await this.soaked.backendNow()) !== backend; tries += 1)
        await afterFrame();
    }
  }

  async switchMarkets(count: number): Promise<void> {
    for (let k = 0; k < count; k += 1) {
      await this.soaked.switchMarket();
      await afterFrame();
    }
  }
}

declare global {
  interface Window {
    harness: Harness;
  }
}

watchContexts();
watchFrames();
window.harness = new Harness();
