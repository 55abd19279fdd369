// @vitest-environment happy-dom
// The depth chart on a recording canvas: when it draws, in which colours, and its pointer and key input.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartTheme } from '../../../chart/api.ts';
import { DepthChart } from '../../../chart/depth/depth-chart.ts';
import type { DepthScene } from '../../../chart/depth/depth-scene.ts';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import { gridOf } from '../../../core/units/units.ts';
import { bookSection } from '../../support/data/generated-frame.ts';

const THEME: ChartTheme = {
  bg: '#000000',
  surface: '#111111',
  raised: '#222222',
  line: '#333333',
  text: '#ffffff',
  text2: '#cccccc',
  text3: '#888888',
  accent: '#4d8dff',
  up: '#00aa00',
  down: '#aa0000',
  upText: '#0f0',
  downText: '#f00',
  warn: '#ffaa00',
  lines: [],
  fontFamily: 'sans-serif',
};
const BIDS: [number, number][] = [
  [9995, 10],
  [9990, 20],
  [9950, 40],
];
const ASKS: [number, number][] = [
  [10_005, 10],
  [10_010, 20],
  [10_050, 40],
];

let frames: FrameRequestCallback[];
let colors: string[];
let canvas: HTMLCanvasElement;
let chart: DepthChart;
let scene: DepthScene;
let byKeys: boolean[];

/** A 2D context that records the colours of fills and strokes. */
function noteContext(): CanvasRenderingContext2D {
  const context: Record<string, unknown> = { measureText: () => ({ width: 40 }) };
  for (const name of [
    'clearRect',
    'fillRect',
    'fillText',
    'beginPath',
    'moveTo',
    'lineTo',
    'closePath',
    'clip',
    'save',
    'restore',
    'setLineDash',
    'arc',
  ])
    context[name] = () => undefined;
  context['fill'] = () => colors.push(String(context['fillStyle']));
  context['stroke'] = () => colors.push(String(context['strokeStyle']));
  return context as unknown as CanvasRenderingContext2D;
}
function book(state: number = BOOK_STATE.live, bids = BIDS, asks = ASKS): void {
  chart.setBook(Float64Array.from(bookSection(1, state, bids, asks)), 3);
}
/** Runs one animation frame; returns whether anything was drawn. */
function frame(): boolean {
  const before = chart.framesDrawn;
  for (const run of frames.splice(0)) run(0);
  expect(chart.framesDrawn - before).toBeLessThanOrEqual(1);
  return chart.framesDrawn > before;
}
function hand(type: string, xPx: number, more: Record<string, unknown> = {}): Event {
  const event = new Event(type, { cancelable: true });
  canvas.dispatchEvent(
    Object.assign(event, { offsetX: xPx, offsetY: 50, pointerId: 1, pointerType: 'touch', ...more }),
  );
  return event;
}
const press = (key: string, more: Record<string, unknown> = {}): Event =>
  hand('keydown', 0, { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

beforeEach(() => {
  frames = [];
  colors = [];
  byKeys = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  canvas = document.createElement('canvas');
  canvas.getContext = (() => noteContext()) as unknown as HTMLCanvasElement['getContext'];
  canvas.setPointerCapture = () => undefined;
  chart = new DepthChart(canvas, {
    grids: { price: gridOf('0.01'), amount: gridOf('0.001') },
    theme: THEME,
    onDrawn: (drawn, byKey) => {
      scene = drawn;
      byKeys.push(byKey);
    },
  });
  chart.resize(400, 240, 2);
  book();
  frame();
});
afterEach(() => {
  chart.dispose();
  vi.unstubAllGlobals();
});

describe('frames', () => {
  it('are drawn once for all changes, and not without one', () => {
    expect(frame()).toBe(false);
    for (let i = 0; i < 50; i++) book();
    chart.zoomBy(1.1);
    expect(frames).toHaveLength(1);
    expect(frame()).toBe(true);
    expect(frame()).toBe(false);
    chart.setStale(false);
    chart.resize(400, 240, 2);
    chart.pointOff();
    expect(frame()).toBe(false);
  });

  it('are not drawn while hidden, and once on return if something changed', () => {
    chart.setVisible(false);
    book();
    expect(frames).toHaveLength(0);
    chart.setVisible(true);
    expect(frame()).toBe(true);
    chart.setVisible(false);
    chart.setVisible(true);
    expect(frame()).toBe(false);
  });

  it('have the device pixels of the screen, at once when the size changes', () => {
    chart.resize(300, 200, 3);
    expect([canvas.width, canvas.height]).toEqual([900, 600]);
    expect(frames).toHaveLength(0);
    expect([scene.widthPx, scene.ratio]).toEqual([900, 3]);
  });

  it('are not drawn after dispose', () => {
    chart.dispose();
    book();
    expect(frames).toHaveLength(0);
    hand('pointermove', 100, { pointerType: 'mouse' });
    expect(frames).toHaveLength(0);
  });
});

describe('colours', () => {
  it('follow the theme in the next frame', () => {
    expect(colors).toContain(THEME.up);
    expect(colors).toContain(THEME.down);
    chart.setTheme({ ...THEME, up: '#0000ff' });
    colors = [];
    frame();
    expect(colors).toContain('#0000ff');
    expect(colors).not.toContain(THEME.up);
  });

  it('are grey while the book is repaired or the feed is not live', () => {
    for (const grey of [() => book(BOOK_STATE.repairing), () => chart.setStale(true)]) {
      colors = [];
      grey();
      frame();
      expect(colors).toContain(THEME.text3);
      expect(colors).not.toContain(THEME.up);
      book();
    }
    chart.setStale(false);
    colors = [];
    frame();
    expect(colors).toContain(THEME.up);
  });
});

describe('input', () => {
  it('of a mouse: the crosshair follows and disappears when it leaves', () => {
    hand('pointermove', 300, { pointerType: 'mouse' });
    frame();
    expect(scene.reading?.xPx).toBeCloseTo(600, -1);
    hand('pointerleave', 300, { pointerType: 'mouse' });
    frame();
    expect(scene.reading).toBeNull();
  });

  it('of a finger: a drag moves the crosshair, which stays; a tap sets it, and a tap on it removes it', () => {
    hand('pointerdown', 100);
    hand('pointermove', 104);
    expect(frame()).toBe(false);
    hand('pointermove', 140);
    frame();
    expect(scene.reading?.side).toBe('bid');
    hand('pointerup', 140);
    frame();
    expect(scene.reading?.xPx).toBeCloseTo(280, -1);
    const tap = (xPx: number): void => {
      hand('pointerdown', xPx);
      hand('pointerup', xPx);
      frame();
    };
    tap(320);
    expect(scene.reading?.side).toBe('ask');
    tap(322);
    expect(scene.reading).toBeNull();
  });

  it('of a scrolling page: a cancelled touch is no tap', () => {
    hand('pointerdown', 100);
    hand('pointercancel', 100);
    hand('pointerup', 100);
    expect(frame()).toBe(false);
  });

  it('two fingers and a wheel zoom, and no finger of a pinch taps', () => {
    chart.zoomBy(0.5);
    frame();
    const { share } = scene;
    hand('pointerdown', 150, { pointerId: 1 });
    hand('pointerdown', 250, { pointerId: 2 });
    hand('pointermove', 350, { pointerId: 2 });
    frame();
    expect(scene.share).toBeCloseTo(share / 2, 6);
    hand('pointerup', 350, { pointerId: 2 });
    hand('pointerup', 150, { pointerId: 1 });
    frame();
    const event = hand('wheel', 100, { deltaY: 400, deltaMode: 0, ctrlKey: false });
    frame();
    expect(event.defaultPrevented).toBe(true);
    expect(scene.share).toBeCloseTo(share, 6);
  });

  it('on keys: arrows step over levels and emit readings, plus and minus zoom, Escape ends, all others are the page’s', () => {
    expect(press('ArrowRight').defaultPrevented).toBe(true);
    frame();
    expect([scene.reading?.priceTicks, byKeys.at(-1)]).toEqual([10_005, true]);
    press('ArrowLeft');
    frame();
    expect(scene.reading?.priceTicks).toBe(9995);
    press('ArrowLeft', { shiftKey: true });
    frame();
    expect(scene.reading?.priceTicks).toBe(9950);
    const { share } = scene;
    press('+');
    frame();
    expect([scene.share < share, byKeys.at(-1)]).toEqual([true, false]);
    press('Escape');
    frame();
    expect(scene.reading).toBeNull();
    for (const key of ['Tab', 'ArrowDown', 'a']) expect(press(key).defaultPrevented).toBe(false);
    expect(press('ArrowRight', { ctrlKey: true }).defaultPrevented).toBe(false);
  });
});
