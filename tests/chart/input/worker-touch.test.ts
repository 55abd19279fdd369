// @vitest-environment happy-dom
// Fingers on a chart that a worker draws: the page scrolls under them only once the worker left them to it.
import { expect, it } from 'vitest';
import { createWorkerChart } from '../../../chart/hosts/worker-chart.ts';
import type { ToPage } from '../../../chart/hosts/worker-messages.ts';
import type { ChartOptions } from '../../../chart/api.ts';

function chartOfSlowWorker() {
  const port = Object.assign(new EventTarget(), { start: () => undefined, postMessage: () => undefined });
  const canvas = document.createElement('canvas');
  document.body.replaceChildren(canvas);
  canvas.setPointerCapture = () => undefined;
  canvas.transferControlToOffscreen = () => ({}) as OffscreenCanvas;
  const chart = createWorkerChart(canvas, port as unknown as MessagePort, {} as ChartOptions, () => undefined);
  const answer = (data: ToPage): void => {
    port.dispatchEvent(new MessageEvent('message', { data }));
  };
  /** Whether the page may scroll when the finger moves on. */
  const scrolls = (): boolean => canvas.dispatchEvent(new Event('touchmove', { cancelable: true }));
  const down = (pointerType: string): void => {
    canvas.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, pointerType, button: 0 }));
  };
  return { chart, answer, scrolls, down };
}

const gesture = (steering: boolean, pressing: boolean): ToPage => ({
  kind: 'gestureState',
  gestureState: { steering, pressing },
});

it('waits for the worker while a drawing is selected or a tool is active, and at no other time', () => {
  const { chart, answer, scrolls, down } = chartOfSlowWorker();
  down('touch');
  expect(scrolls(), 'nothing to drag').toBe(true);
  answer(gesture(false, false));
  const state = { kind: 'drawingState', set: 0, canUndo: false, canRedo: false } as const;
  for (const event of [
    { ...state, tool: null, selected: 'a' },
    { ...state, tool: 'trend' as const, selected: null },
  ]) {
    answer({ kind: 'event', event });
    expect(scrolls(), 'no finger').toBe(true);
    down('mouse');
    expect(scrolls(), 'a mouse').toBe(true);
    down('touch');
    expect(scrolls(), 'undecided').toBe(false);
    answer(gesture(true, false));
    expect(scrolls(), 'it drags').toBe(false);
    answer(gesture(false, false));
    down('touch');
    answer(gesture(false, true));
    expect(scrolls(), 'beside the drawing').toBe(true);
    answer(gesture(false, false));
  }
  answer({ kind: 'event', event: { ...state, tool: null, selected: null } });
  down('touch');
  expect(scrolls(), 'not selected any more').toBe(true);
  chart.dispose();
});
