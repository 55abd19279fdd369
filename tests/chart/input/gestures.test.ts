// Gestures: the calls that fingers, a mouse and keys make on the chart.
import { describe, expect, test } from 'vitest';
import { Gestures, type PointerPoint } from '../../../chart/input/gestures.ts';
import { Kinetic } from '../../../chart/input/kinetic.ts';
import { actOnKey, type KeyTarget } from '../../../chart/input/keys.ts';

class Recorder implements KeyTarget {
  calls: string[] = [];
  crosshair = false;
  panned = 0;
  pannedDown = 0;
  taking = false;
  /** Whether something takes taps for itself, and the taps so far: "once" or "twice". */
  tapTaken = false;
  taps: string[] = [];
  grab(): void {
    /* every gesture begins with it */
  }
  panBy(deltaPx: number, deltaYPx: number): void {
    this.panned += deltaPx;
    this.pannedDown += deltaYPx;
    this.#note('pan');
  }
  fling(speed: number): void {
    this.#note(`fling ${speed.toFixed(1)}`);
  }
  zoomAt(factor: number, xPx: number): void {
    this.#note(`zoom ${factor.toFixed(2)} at ${xPx}`);
  }
  crosshairTo(xPx: number, yPx: number): void {
    this.crosshair = true;
    this.#note(`cross ${xPx},${yPx}`);
  }
  crosshairOff(): void {
    this.crosshair = false;
    this.#note('off');
  }
  hasCrosshair(): boolean {
    return this.crosshair;
  }
  resetView(): void {
    this.#note('reset');
  }
  panBars(bars: number): void {
    this.#note(`bars ${bars}`);
  }
  zoomMiddle(factor: number): void {
    this.#note(`zoom ${factor}`);
  }
  toOldest(): void {
    this.#note('oldest');
  }
  toNewest(): void {
    this.#note('newest');
  }
  dragStart(): boolean {
    return this.taking;
  }
  /** Whether a hold takes, and whether what was taken stays taken. */
  holding = false;
  staying = true;
  dragHold(): boolean {
    return this.holding;
  }
  dragMove(): boolean {
    this.#note('drag move');
    return this.staying;
  }
  dragDrop(): void {
    this.#note('drag drop');
  }
  dragCancel(): void {
    this.#note('drag cancel');
  }
  tapped(_point: PointerPoint, twice: boolean): boolean {
    this.taps.push(twice ? 'twice' : 'once');
    return this.tapTaken;
  }
  measure(): void {
    this.#note('measure');
  }
  measureOff(): void {
    this.#note('measure off');
  }
  stepCrosshair(bars: number, upPx: number): void {
    this.#note(`step ${bars},${upPx}`);
  }
  #note(call: string): void {
    if (this.calls[this.calls.length - 1] !== call) this.calls.push(call);
  }
}

const at = (xPx: number, yPx: number, timeMs: number, id = 1, touch = true): PointerPoint => ({
  id,
  xPx,
  yPx,
  timeMs,
  touch,
});

describe('gestures', () => {
  test('a drag pans by the movement after the slop, and flings', () => {
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

  test('a long press shows the crosshair, the finger moves it, a tap hides it', () => {
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

  test('a swipe or a tap that reaches a busy page after the long press shows no crosshair', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    gestures.longPress();
    gestures.move(at(120, 50, 40));
    expect(gestures.steering).toBe(false);
    gestures.move(at(140, 50, 80));
    gestures.up(at(140, 50, 120));
    expect(target.calls).toEqual(['cross 100,50', 'off', 'pan', 'fling 0.0']);
    target.calls = [];
    gestures.down(at(30, 30, 2000));
    gestures.longPress();
    gestures.up(at(30, 30, 2050));
    expect([target.calls, target.crosshair]).toEqual([['cross 30,30', 'off'], false]);
  });

  test('a double tap resets the view, two taps far apart do not', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    for (const [x, time] of [
      [10, 0],
      [200, 100],
      [202, 250],
    ] as const) {
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

  test('a drag target moves after the slop and is dropped where the finger lifts, without a pan', () => {
    const target = new Recorder();
    target.taking = true;
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    expect(gestures.steering).toBe(true);
    gestures.move(at(103, 50, 10));
    expect(target.calls).toEqual([]);
    gestures.move(at(100, 70, 20));
    gestures.longPress();
    gestures.up(at(100, 80, 600));
    expect(target.calls).toEqual(['drag move', 'drag drop']);
    expect(target.taps).toEqual([]);
    expect(gestures.steering).toBe(false);
  });

  test('a hold starts a drag at the press position or on an axis, not after the finger moved', () => {
    for (const taking of [false, true]) {
      const target = new Recorder();
      Object.assign(target, { taking, holding: true });
      const gestures = new Gestures(target);
      gestures.down(at(100, 50, 0));
      gestures.move(at(102, 52, 100));
      expect(gestures.hold()).toBe(true);
      gestures.longPress();
      gestures.move(at(100, 80, 400));
      gestures.up(at(100, 80, 500));
      expect(target.calls).toEqual(['drag move', 'drag drop']);
      gestures.down(at(100, 50, 1000));
      gestures.move(at(104, 53, 1100));
      expect(gestures.hold()).toBe(false);
      gestures.up(at(104, 53, 1300));
      expect(gestures.hold()).toBe(false);
    }
  });

  test('a drag target that releases the pointer leaves the move to the chart', () => {
    const target = new Recorder();
    Object.assign(target, { holding: true, staying: false });
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    gestures.hold();
    gestures.move(at(130, 52, 300));
    gestures.move(at(150, 52, 320));
    gestures.up(at(150, 52, 340));
    expect(target.calls).toEqual(['drag move', 'drag cancel', 'pan', 'fling 0.0']);
  });

  test('a tap on a drag target that did not move releases it and is a tap, the second one a double tap', () => {
    const target = new Recorder();
    target.taking = true;
    target.tapTaken = true;
    const gestures = new Gestures(target);
    for (const time of [0, 150]) {
      gestures.down(at(100, 50, time));
      gestures.up(at(101, 51, time + 40));
    }
    expect(target.calls).toEqual(['drag cancel']);
    expect(target.taps).toEqual(['once', 'twice']);
  });

  test('a double tap on no target resets the view', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    for (const time of [0, 150]) {
      gestures.down(at(100, 50, time));
      gestures.up(at(100, 50, time + 40));
    }
    expect(target.calls).toEqual(['off', 'reset']);
  });

  test('a drag or a pinch between two taps makes them two single taps', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    const tap = (time: number): void => {
      gestures.down(at(100, 50, time));
      gestures.up(at(100, 50, time + 20));
    };
    tap(0);
    gestures.down(at(100, 50, 40));
    gestures.move(at(130, 50, 60));
    gestures.up(at(130, 50, 80));
    tap(100);
    gestures.down(at(90, 50, 130, 1));
    gestures.down(at(110, 50, 131, 2));
    gestures.up(at(110, 50, 140, 2));
    gestures.up(at(90, 50, 150, 1));
    tap(170);
    expect(target.taps).toEqual(['once', 'once', 'once']);
  });

  test('a second finger ends a drag and pinches; the next drag starts normally', () => {
    const target = new Recorder();
    target.taking = true;
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0, 1));
    gestures.move(at(100, 90, 20, 1));
    gestures.down(at(200, 50, 30, 2));
    gestures.move(at(300, 50, 50, 2));
    expect(target.calls.slice(0, 3)).toEqual(['drag move', 'drag cancel', 'pan']);
    gestures.up(at(300, 50, 60, 2));
    gestures.up(at(100, 90, 70, 1));
    target.calls = [];
    gestures.down(at(100, 50, 1000, 1));
    gestures.move(at(102, 50, 1010, 1));
    gestures.up(at(102, 50, 1020, 1));
    expect(target.calls).toEqual(['drag cancel', 'off']);
  });

  test('a cancelled drag is undone, and the next one has its own slop', () => {
    const target = new Recorder();
    target.taking = true;
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    gestures.move(at(100, 90, 20));
    gestures.cancel(1);
    expect(target.calls).toEqual(['drag move', 'drag cancel']);
    target.calls = [];
    gestures.down(at(100, 50, 100));
    gestures.up(at(101, 50, 140));
    expect(target.calls).toEqual(['drag cancel', 'off']);
  });

  test('a mouse drags sooner than a finger, and without the crosshair', () => {
    const target = new Recorder();
    target.taking = true;
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0, 1, false));
    gestures.move(at(100, 53, 20, 1, false));
    expect(target.calls).toEqual(['drag move']);
  });

  test('two resting fingers measure until one lifts; the other pans', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0, 1));
    gestures.down(at(200, 90, 5, 2));
    gestures.longPress();
    expect(gestures.steering).toBe(true);
    gestures.move(at(240, 90, 500, 2));
    expect(target.calls).toEqual(['measure']);
    gestures.up(at(240, 90, 600, 2));
    gestures.longPress();
    gestures.move(at(120, 50, 700, 1));
    expect(target.calls).toEqual(['measure', 'measure off', 'pan']);
  });

  test('two moving fingers do not measure; a cancelled measure ends', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0, 1));
    gestures.down(at(200, 50, 5, 2));
    gestures.move(at(220, 50, 20, 2));
    gestures.longPress();
    expect(target.calls).not.toContain('measure');
    gestures.cancel(1);
    gestures.cancel(2);
    target.calls = [];
    gestures.down(at(100, 50, 1000, 1));
    gestures.down(at(200, 50, 1005, 2));
    gestures.longPress();
    gestures.cancel(2);
    expect(target.calls).toEqual(['measure', 'measure off']);
  });

  test('when one of three fingers lifts, the others continue to pinch', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0, 1));
    gestures.down(at(200, 50, 5, 2));
    gestures.down(at(400, 50, 10, 3));
    gestures.move(at(220, 50, 20, 2));
    gestures.up(at(100, 50, 30, 1));
    target.calls = [];
    target.panned = 0;
    gestures.move(at(580, 50, 40, 3));
    expect(target.calls).toEqual(['pan', 'zoom 2.00 at 400']);
    expect(target.panned).toBe(90);
  });

  test('a mouse and two fingers pan vertically as well, one finger leaves that to the page', () => {
    const finger = new Recorder();
    const one = new Gestures(finger);
    one.down(at(100, 50, 0));
    one.move(at(120, 90, 10));
    one.move(at(140, 120, 20));
    expect([finger.panned, finger.pannedDown]).toEqual([20, 0]);
    const mouse = new Recorder();
    const other = new Gestures(mouse);
    other.down(at(100, 50, 0, 1, false));
    other.move(at(120, 90, 10, 1, false));
    other.move(at(140, 120, 20, 1, false));
    expect([mouse.panned, mouse.pannedDown]).toEqual([20, 30]);
    const two = new Recorder();
    const both = new Gestures(two);
    both.down(at(100, 50, 0, 1));
    both.down(at(200, 50, 5, 2));
    both.move(at(200, 90, 10, 2));
    both.move(at(100, 90, 15, 1));
    expect(two.pannedDown).toBe(40);
  });

  test('a scroll taken over by the browser is no tap', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.down(at(100, 50, 0));
    gestures.cancel(1);
    gestures.longPress();
    expect(target.calls).toEqual([]);
  });

  test('a hovering mouse shows the crosshair and hides it when it leaves', () => {
    const target = new Recorder();
    const gestures = new Gestures(target);
    gestures.move(at(100, 50, 0, 9, false));
    gestures.leave(at(0, 0, 10, 9, false));
    expect(target.calls).toEqual(['cross 100,50', 'off']);
  });

  test('keys pan, zoom and move the crosshair', () => {
    const target = new Recorder();
    const used = ['ArrowLeft', 'ArrowRight', '+', '-', 'Home', 'End', 'a'].map((key) => actOnKey(key, false, target));
    expect(used).toEqual([true, true, true, true, true, true, false]);
    actOnKey('ArrowLeft', true, target);
    expect(target.calls).toEqual(['bars 1', 'bars -1', 'zoom 1.25', 'zoom 0.8', 'oldest', 'newest', 'bars 10']);
    expect(actOnKey('Escape', false, target)).toBe(false);
  });

  test('inertia ends and covers the same distance at any frame rate', () => {
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
