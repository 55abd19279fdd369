// Gestures: what fingers, a mouse and keys ask of the chart.
import { describe, expect, test } from 'vitest';
import { Gestures, type PointerPoint } from '../../chart/input/gestures.ts';
import { Kinetic } from '../../chart/input/kinetic.ts';
import { actOnKey, type KeyTarget } from '../../chart/input/keys.ts';

class Recorder implements KeyTarget {
  calls: string[] = [];
  crosshair = false;
  panned = 0;
  taking = false;
  grab(): void { /* every gesture begins with it */ }
  panBy(deltaPx: number): void { this.panned += deltaPx; this.note('pan'); }
  fling(speed: number): void { this.note(`fling ${speed.toFixed(1)}`); }
  zoomAt(factor: number, xPx: number): void { this.note(`zoom ${factor.toFixed(2)} at ${xPx}`); }
  crosshairTo(xPx: number, yPx: number): void { this.crosshair = true; this.note(`cross ${xPx},${yPx}`); }
  crosshairOff(): void { this.crosshair = false; this.note('off'); }
  hasCrosshair(): boolean { return this.crosshair; }
  resetView(): void { this.note('reset'); }
  panBars(bars: number): void { this.note(`bars ${bars}`); }
  zoomMiddle(factor: number): void { this.note(`zoom ${factor}`); }
  toOldest(): void { this.note('oldest'); }
  toNewest(): void { this.note('newest'); }
  gripTake(): boolean { return this.taking; }
  gripMove(): void { this.note('grip move'); }
  gripDrop(): void { this.note('grip drop'); }
  gripCancel(): void { this.note('grip cancel'); }
  tapped(): boolean { return false; }
  measure(): void { this.note('measure'); }
  measureOff(): void { this.note('measure off'); }
  stepCrosshair(bars: number, upPx: number): void { this.note(`step ${bars},${upPx}`); }
  private note(call: string): void { if (this.calls[this.calls.length - 1] !== call) this.calls.push(call); }
}

const at = (xPx: number, yPx: number, timeMs: number, id = 1, touch = true): PointerPoint => ({ id, xPx, yPx, timeMs, touch });

describe('gestures', () => {
  test('a drag pans by what the finger moved after the slop, and flings', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    for (let step = 1; step <= 10; step += 1) gestures.move(at(100 + step * 10, 50, step * 10));
    gestures.up(at(200, 50, 100));
    expect(target.panned).toBe(90);
    expect(target.calls).toEqual(['pan', 'fling 1.0']);
  });

  test('a finger that rests before it leaves does not fling', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    for (let step = 1; step <= 5; step += 1) gestures.move(at(100 + step * 10, 50, step * 10));
    gestures.up(at(150, 50, 600));
    expect(target.calls).toEqual(['pan', 'fling 0.0']);
  });

  test('a long press brings the crosshair, the finger leads it, a tap sends it off', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    gestures.longPress();
    expect(gestures.steering).toBe(true);
    gestures.move(at(140, 70, 500));
    gestures.up(at(140, 70, 600));
    expect(target.calls).toEqual(['cross 100,50', 'cross 140,70']);
    gestures.down(at(30, 30, 2000));
    gestures.up(at(30, 30, 2050));
    expect(target.crosshair).toBe(false);
  });

  test('two taps reset, two far apart do not', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    for (const [x, time] of [[10, 0], [200, 100], [202, 250]] as const) {
      gestures.down(at(x, 20, time));
      gestures.up(at(x, 20, time + 30));
    }
    expect(target.calls.filter((call) => call === 'reset')).toEqual(['reset']);
  });

  test('a pinch zooms around the middle of the fingers and ends in a pan', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0, 1));
    gestures.down(at(200, 50, 5, 2));
    gestures.move(at(300, 50, 20, 2));
    expect(target.calls).toContain('zoom 2.00 at 200');
    gestures.up(at(300, 50, 30, 2));
    target.calls = [];
    gestures.move(at(120, 50, 40, 1));
    expect(target.calls).toEqual(['pan']);
  });

  test('a scroll of the page taken over by the browser is no tap', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    gestures.cancel(1);
    gestures.longPress();
    expect(target.calls).toEqual([]);
  });

  test('a mouse shows the crosshair by hovering and takes it along when it leaves', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.move(at(100, 50, 0, 9, false));
    gestures.leave(at(0, 0, 10, 9, false));
    expect(target.calls).toEqual(['cross 100,50', 'off']);
  });

  test('keys', () => {
    const target = new Recorder();
    const used = ['ArrowLeft', 'ArrowRight', '+', '-', 'Home', 'End', 'a'].map((key) => actOnKey(key, false, target));
    expect(used).toEqual([true, true, true, true, true, true, false]);
    actOnKey('ArrowLeft', true, target);
    expect(target.calls).toEqual(['bars 1', 'bars -1', 'zoom 1.25', 'zoom 0.8', 'oldest', 'newest', 'bars 10']);
    expect(actOnKey('Escape', false, target)).toBe(false);
  });

  test('inertia runs out and covers the same way at any frame rate', () => {
    const run = (frameMs: number): number => {
      const kinetic = new Kinetic();
      kinetic.start(2, 0);
      let moved = 0;
      let now = 0;
      while (kinetic.moving && now < 10_000) moved += kinetic.step((now += frameMs));
      expect(now).toBeLessThan(3000);
      return moved;
    };
    expect(run(8)).toBeCloseTo(run(33), -1);
  });
});
