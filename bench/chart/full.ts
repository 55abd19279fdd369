// The full layout at two histories and on a recording: load, panning, zooming, one tick a frame, bursts, memory.
import { Cell } from './browser.ts';
import { type Line, linesOf, SUBJECTS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import { type Scene, UNTIMED_FRAMES } from './page/scenes.ts';
import type { PageServer } from './page-server.ts';
import { type Plan, spoken } from './plan.ts';
import { cpuMs } from './process-tree.ts';

const SCENES = ['tick', 'zoom', 'pan'] as const satisfies readonly Scene[];
/**
 * What a scene must change, CSS px: candles between legends, crosshair and price axis of every library; a tick the
 * panes below them, which have no countdown.
 */
const CANDLES_PX = { x: 160, y: 200, width: 130, height: 110 };
const SEEN = { tick: { x: 160, y: 420, width: 230, height: 380 }, zoom: CANDLES_PX, pan: CANDLES_PX };
/** A step is painted within this, or not at all; so is what came before it. */
const MAX_PAINTED_MS = 30_000;
export const VISIBLE_BARS = 150;
const BURST_MS = 400;
/** The page is busy for this long in every second. */
const BLOCKED_MS = 200;
const BLOCKED_SCENE_MS = 4000;
/** Thread times in a trace have a resolution of 1 us an event: less than this a frame is noise, ms. */
export const JS_FLOOR_MS = 0.01;
const LOAD_FLOOR_MS = 1;

/** Readings by name of figure and subject. */
export class Readings {
  readonly #byFigure = new Map<string, Map<Subject, number[]>>();

  /** What the platform does not report (NaN) is omitted, with a note. */
  note(figure: string, subject: Subject, value: number): void {
    if (Number.isNaN(value)) {
      console.warn(`  left out: ${figure} of ${subject}, it cannot be measured here`);
      return;
    }
    const bySubject = this.#byFigure.get(figure) ?? new Map<Subject, number[]>();
    this.#byFigure.set(figure, bySubject.set(subject, [...(bySubject.get(subject) ?? []), value]));
  }

  of(figure: string): Map<Subject, number[]> {
    return this.#byFigure.get(figure) ?? new Map();
  }
}

async function measureCell(
  server: PageServer,
  subject: Subject,
  candles: number | string,
  plan: Plan,
  readings: Readings,
  /** Whether the subject shows these candles for the first time, and any at all. */
  { first, firstOfAll }: { first: boolean; firstOfAll: boolean },
): Promise<void> {
  const cell = await Cell.open(server.url, 'software');
  const note = (figure: string, value: number): void => readings.note(figure, subject, value);
  try {
    const mounted = await cell.mount({ subject, candles, layout: 'full', backend: 'auto', conflated: false });
    note('load cpu', mounted.mainCpuMs);
    note('first frame', mounted.firstFrameMs);
    await cell.page.evaluate((bars) => window.harness.showBars(bars), VISIBLE_BARS);
    if (firstOfAll) await cell.page.evaluate(() => window.harness.checkSteps());
    if (first && subject !== 'nothing') for (const scene of SCENES) await checkPicture(cell, subject, scene);
    for (const scene of SCENES) await watchScene(cell, scene, plan, note);
    // Tiny costs need more frames to be distinguished from noise.
    const times = subject === 'nothing' || subject === 'own worker' ? 2 : 1;
    for (const scene of SCENES)
      await traceScene(cell, scene, times * plan.tracedFrames, times * plan.sceneMs * 1.5, note);
    if (subject !== 'nothing') {
      note('burst', await cell.page.evaluate((ms) => window.harness.burst(ms), BURST_MS));
      note('heap', await cell.heapMiB());
    }
    note('memory', cell.memoryMiB());
    if (subject === 'own worker') await watchBlocked(cell, note);
  } finally {
    await cell.close();
  }
}

/** Fails unless the first steps of a scene change what is painted. At its end a zoom shows what it began with. */
async function checkPicture(cell: Cell, subject: Subject, scene: keyof typeof SEEN): Promise<void> {
  const pictured = async (is: (picture: Buffer) => boolean, failure: string): Promise<Buffer> => {
    for (const until = performance.now() + MAX_PAINTED_MS; ;) {
      const picture = await cell.page.screenshot({ clip: SEEN[scene] });
      if (is(picture)) return picture;
      if (performance.now() > until) throw new Error(`${subject}: the picture ${failure} (${scene})`);
    }
  };
  await cell.page.evaluate((name) => window.harness.begin(name), scene);
  let last: Buffer | null = null;
  const before = await pictured((picture) => {
    const rests = last?.equals(picture) ?? false;
    last = picture;
    return rests;
  }, 'does not come to rest');
  await cell.page.evaluate((name) => window.harness.lead(name), scene);
  await pictured((picture) => !picture.equals(before), 'did not change');
  await cell.page.evaluate((name) => window.harness.leave(name), scene);
}

/** Untraced: frames a second, CPU of the main thread and of all processes a frame. */
async function watchScene(
  cell: Cell,
  scene: Scene,
  plan: Plan,
  note: (figure: string, value: number) => void,
): Promise<void> {
  const pids = cell.pids();
  const before = cpuMs(pids);
  const mainBefore = await cell.mainCpuMs();
  const { frames, pageFrames, ms } = await cell.page.evaluate(
    ([name, most]) => window.harness.play(name, Infinity, most),
    [scene, plan.sceneMs] as const,
  );
  note(`${scene} task`, ((await cell.mainCpuMs()) - mainBefore) / (pageFrames + UNTIMED_FRAMES));
  note(`${scene} all cpu`, (cpuMs(pids) - before) / (frames + UNTIMED_FRAMES));
  note(`${scene} fps`, (frames * 1000) / ms);
  note(`${scene} page fps`, (pageFrames * 1000) / ms);
}

export async function traceScene(
  cell: Cell,
  scene: Scene,
  mostFrames: number,
  mostMs: number,
  note: (figure: string, value: number) => void,
): Promise<void> {
  const { result, jsMs } = await cell.traceJs(() =>
    cell.page.evaluate(([name, frames, most]) => window.harness.play(name, frames, most), [
      scene,
      mostFrames,
      mostMs,
    ] as const),
  );
  note(`${scene} js`, jsMs / result.pageFrames);
}

async function watchBlocked(cell: Cell, note: (figure: string, value: number) => void): Promise<void> {
  await cell.page.evaluate((ms) => window.harness.block(ms), BLOCKED_MS);
  const { frames, ms } = await cell.page.evaluate(
    (most) => window.harness.play('tick', Infinity, most),
    BLOCKED_SCENE_MS,
  );
  note('blocked fps', (frames * 1000) / ms);
}

function linesAt(readings: Readings, at: string): Line[] {
  const lines: Line[] = [];
  const add = (what: string, unit: string, better: Line['better'], figure: string, floor?: number): void => {
    const line = linesOf(`${what}, ${at}`, unit, better, readings.of(figure), floor);
    if (Object.keys(line.values).length > 0) lines.push(line);
  };
  add('load until the picture is whole, main thread CPU', 'ms', 'less', 'load cpu', LOAD_FLOOR_MS);
  add('load to first frame, wall', 'ms', 'less', 'first frame');
  add('JS a frame, panning', 'ms', 'less', 'pan js', JS_FLOOR_MS);
  add('JS a frame, zooming', 'ms', 'less', 'zoom js', JS_FLOOR_MS);
  add('JS of one tick and its frame', 'ms', 'less', 'tick js', JS_FLOOR_MS);
  add('main thread CPU a frame, panning', 'ms', 'less', 'pan task', JS_FLOOR_MS);
  add('main thread CPU a frame, zooming', 'ms', 'less', 'zoom task', JS_FLOOR_MS);
  add('frames a second, panning', '1/s', 'more', 'pan fps');
  add('frames a second, zooming', '1/s', 'more', 'zoom fps');
  add('frames a second, one tick a frame', '1/s', 'more', 'tick fps');
  add('frames a second, one tick a frame, main thread blocked 200 ms of every second', '1/s', 'more', 'blocked fps');
  add('one update in a burst', 'us', 'less', 'burst');
  add('CPU of all processes a pan frame, software compositing', 'ms', 'less', 'pan all cpu');
  add('JS heap of the page', 'MiB', 'less', 'heap');
  add('memory of the page with its workers (PSS)', 'MiB', 'less', 'memory');
  return lines;
}

export async function measureFull(server: PageServer, plan: Plan): Promise<Line[]> {
  const sources: { at: string; candles: number | string; rounds: number }[] = plan.sizes.map(({ candles, rounds }) => ({
    at: spoken(candles),
    candles,
    rounds,
  }));
  const { recording } = server;
  if (recording && !plan.quick)
    sources.push({ at: `recorded ${spoken(recording.count)}`, candles: recording.path, rounds: 1 });
  const readings = sources.map(() => new Readings());
  for (let round = 0; sources.some(({ rounds }) => round < rounds); round += 1) {
    for (const [at, { candles, rounds }] of sources.entries()) {
      if (round >= rounds) continue;
      // In turns, so that a slow moment of the machine meets them all.
      const first = round === 0;
      for (const subject of SUBJECTS)
        await measureCell(server, subject, candles, plan, readings[at]!, { first, firstOfAll: first && at === 0 });
    }
  }
  return sources.flatMap(({ at }, i) => linesAt(readings[i]!, at));
}
