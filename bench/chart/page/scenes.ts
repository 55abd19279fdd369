// Scenes of the chart bench: panning, zooming, ticks, bursts; frame by frame.
import type { Adapter, Subject, TickLoad, Update } from './adapter.ts';
import { DRAG_ROUND, SyntheticHand, ZOOM_ROUND } from './input-driver.ts';

export type Scene = 'rest' | 'pan' | 'zoom' | 'tick';

/** Frames drawn, as the library or the page counts them, and how long they took. */
export interface Played {
  frames: number;
  ms: number;
  /** Frames of the page itself, where the chart draws in a thread of its own. */
  pageFrames: number;
}

/** Frames that a scene plays before it counts, and with the one after that. */
const WARM_FRAMES = 3;
export const UNTIMED_FRAMES = WARM_FRAMES + 1;
/** A step of the hand is in the chart within this many frames. */
const MOVED_WITHIN = 30;
/** Steps after which a picture of a scene is compared with the one before it: a drag begins after some px. */
const LED_STEPS: Record<Scene, number> = { rest: 0, pan: 4, zoom: 4, tick: 1 };
/** A load lets the page breathe after this long. */
const SLICE_MS = 8;

const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

/** Waits for the task after the frame: whatever the frame requested has been drawn. */
export async function afterFrame(): Promise<void> {
  await nextFrame();
  await nextTask();
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(0);
  });
}

export class Player {
  readonly #adapter: Adapter;
  #hand: SyntheticHand;
  readonly #ticks: Update[];
  readonly #subject: Subject;
  #played = 0;

  constructor(subject: Subject, adapter: Adapter, ticks: Update[]) {
    this.#subject = subject;
    this.#adapter = adapter;
    this.#hand = new SyntheticHand(adapter.handTarget());
    this.#ticks = ticks;
  }

  /** Plays a scene for `frames` frames of the page, or until `mostMs` have passed. */
  async play(scene: Scene, frames: number, mostMs: number): Promise<Played> {
    const { feed } = this.#adapter;
    await this.begin(scene);
    if (scene === 'tick') await feed?.everyFrame(true);
    await this.#moved(scene, async () => {
      for (let k = 0; k < WARM_FRAMES; k += 1) await this.#frame(scene, k);
    });
    const drawnBefore = (await feed?.framesDrawn()) ?? 0;
    performance.mark('scene-from');
    const from = performance.now();
    let done = 0;
    for (; done < frames && performance.now() - from < mostMs; done += 1) await this.#frame(scene, done + WARM_FRAMES);
    const ms = performance.now() - from;
    performance.mark('scene-to');
    const pageFrames = done;
    const drawn = feed ? (await feed.framesDrawn()) - drawnBefore : done;
    if (scene === 'tick') await feed?.everyFrame(false);
    // What took the first and takes the last of the steps took those between.
    await this.#moved(scene, () => this.#frame(scene, done + WARM_FRAMES));
    await this.#end(scene, done + WARM_FRAMES + 1);
    return { frames: drawn, pageFrames, ms };
  }

  /** A scene there and back, of which each step must move the chart. */
  async checkSteps(scene: 'pan' | 'zoom'): Promise<void> {
    await this.begin(scene);
    const steps = scene === 'pan' ? DRAG_ROUND : ZOOM_ROUND;
    // A drag begins after some px.
    for (let k = 0; k < WARM_FRAMES; k += 1) await this.#frame(scene, k);
    for (let k = WARM_FRAMES; k < steps; k += 1) await this.#moved(scene, () => this.#frame(scene, k));
    if (scene === 'pan') this.#hand.letGo();
  }

  /** Takes the first steps of a scene that has begun, and stays there; a worker's ticks go on. */
  async lead(scene: Scene): Promise<void> {
    if (scene === 'tick') await this.#adapter.feed?.everyFrame(true);
    await this.#moved(scene, async () => {
      for (let k = 0; k < LED_STEPS[scene]; k += 1) await this.#frame(scene, k);
    });
  }

  /** Ends a scene after its first steps. */
  async leave(scene: Scene): Promise<void> {
    if (scene === 'tick') await this.#adapter.feed?.everyFrame(false);
    await this.#end(scene, LED_STEPS[scene]);
  }

  /** With the newest candle in sight, and the hand at its place. */
  async begin(scene: Scene): Promise<void> {
    // A chart that moved to another backend has another canvas.
    this.#hand = this.#hand.at(this.#adapter.handTarget());
    this.#adapter.toNewest();
    await afterFrame();
    if (scene === 'pan') this.#hand.grab();
    else this.#hand.enter();
  }

  nextTick(): Update {
    const tick = this.#ticks[this.#played % this.#ticks.length]!;
    this.#played += 1;
    return tick;
  }

  /** Ticks one after the other, each with all its microtasks but no frame between, for about `forMs`; us a tick. */
  async burst(forMs: number): Promise<number> {
    if (this.#adapter.feed) return this.#adapter.feed.burst(forMs);
    const from = performance.now();
    let count = 0;
    for (; performance.now() - from < forMs || count < 3; count += 1) {
      this.#adapter.tick(this.nextTick());
      for (let k = 0; k < 4; k += 1) await undefined;
    }
    return ((performance.now() - from) * 1000) / count;
  }

  async tickLoad(perSecond: number, forMs: number): Promise<TickLoad> {
    if (this.#adapter.feed) return this.#adapter.feed.tickLoad(perSecond, forMs);
    return tickLoad(
      perSecond,
      forMs,
      () => this.#adapter.tick(this.nextTick()),
      afterFrame,
      () => performance.now(),
    );
  }

  /** Plays frames of a pan or zoom, which must move the chart. */
  async #moved(scene: Scene, play: () => Promise<void>): Promise<void> {
    const before = await this.#adapter.inSight();
    await play();
    if (before === '' || (scene !== 'pan' && scene !== 'zoom')) return;
    for (let frames = 0; (await this.#adapter.inSight()) === before; frames += 1) {
      if (frames === MOVED_WITHIN) throw new Error(`${this.#subject} did not move (${scene}): ${before}`);
      await nextFrame();
    }
  }

  /** `step`: how many were taken. A zoom goes on until it is what it was. */
  async #end(scene: Scene, step: number): Promise<void> {
    if (scene === 'pan') this.#hand.letGo();
    if (scene === 'zoom') for (let k = step; k % ZOOM_ROUND !== 0; k += 1) await this.#frame(scene, k);
  }

  async #frame(scene: Scene, at: number): Promise<void> {
    await nextFrame();
    if (scene === 'pan') this.#hand.drag();
    else if (scene === 'zoom') this.#hand.zoom(at);
    else if (scene === 'tick' && !this.#adapter.feed) this.#adapter.tick(this.nextTick());
  }
}

/**
 * Applies as many ticks as are due, in slices that leave room for frames; late ones are caught up with. `frame`
 * resolves right after a frame was drawn.
 */
export async function tickLoad(
  perSecond: number,
  forMs: number,
  apply: () => void,
  frame: () => Promise<void>,
  now: () => number,
): Promise<TickLoad> {
  const from = now();
  const due = (): number => Math.floor(((now() - from) * perSecond) / 1000);
  const lateMs: number[] = [];
  let applied = 0;
  let shown = 0;
  const watch = (async () => {
    while (now() - from < forMs) {
      await frame();
      if (applied === shown) continue;
      lateMs.push(now() - from - (shown * 1000) / perSecond);
      shown = applied;
    }
  })();
  while (now() - from < forMs) {
    const sliceEnd = now() + SLICE_MS;
    for (let left = due() - applied; left > 0 && now() < sliceEnd; left -= 1) {
      apply();
      applied += 1;
    }
    await new Promise((done) => {
      setTimeout(done, 1);
    });
  }
  const result = { due: due(), applied, lateMs };
  await watch;
  return result;
}
