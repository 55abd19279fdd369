// @vitest-environment happy-dom
// Pointers on the canvas: one that is down stays known when another canvas takes the place of the first.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attach } from '../../../chart/input/dom-listeners.ts';
import { type PointerInput, newGestureState } from '../../../chart/input/pointer-input.ts';

/** Canvases one after the other with the same pointers, and what they forwarded. */
function canvases() {
  const held = new Set<number>();
  const seen: string[] = [];
  const input: PointerInput = {
    pointer: (kind, id) => void seen.push(`${kind} ${id}`),
    wheel: () => undefined,
    key: (key) => void seen.push(key),
  };
  const captured: number[] = [];
  let detach = (): void => undefined;
  const show = (capture: (id: number) => void = (id) => void captured.push(id)): HTMLCanvasElement => {
    detach();
    const canvas = document.createElement('canvas');
    document.body.replaceChildren(canvas);
    canvas.setPointerCapture = capture;
    detach = attach(canvas, input, newGestureState(), held);
    return canvas;
  };
  const fire = (canvas: HTMLCanvasElement, kind: string, pointerId: number): void => {
    canvas.dispatchEvent(new PointerEvent(`pointer${kind}`, { pointerId, pointerType: 'touch', button: 0 }));
  };
  return { show, fire, captured, seen };
}

afterEach(() => vi.restoreAllMocks());

describe('a finger that is down while another canvas takes the place of the first', () => {
  it('goes on there, and ends there', () => {
    const { show, fire, captured, seen } = canvases();
    fire(show(), 'down', 5);
    const next = show();
    expect(captured).toEqual([5, 5]);
    fire(next, 'up', 5);
    window.dispatchEvent(new Event('blur'));
    expect(seen).toEqual(['down 5', 'up 5']);
  });

  it('is cancelled when it left meanwhile, or with the window', () => {
    const { show, fire, seen } = canvases();
    fire(show(), 'down', 5);
    show(() => {
      throw new DOMException('no such pointer', 'NotFoundError');
    });
    expect(seen).toEqual(['down 5', 'cancel 5']);
    fire(show(), 'down', 6);
    show();
    window.dispatchEvent(new Event('blur'));
    expect(seen.slice(2)).toEqual(['down 6', 'cancel 6']);
  });
});

it('Enter that is held down answers once', () => {
  const { show, seen } = canvases();
  const canvas = show();
  for (const repeat of [false, true, true])
    for (const key of ['Enter', 'ArrowLeft']) canvas.dispatchEvent(new KeyboardEvent('keydown', { key, repeat }));
  expect(seen).toEqual(['Enter', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']);
});
