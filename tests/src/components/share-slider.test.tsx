// @vitest-environment happy-dom
// The slider of a ticket under a finger that scrolls the page: the size stays as it is.
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Shares } from '../../../src/components/ticket/ticket-fields.tsx';
import { reactRoot, setValue } from '../../support/browser/react-root.ts';

describe('the share slider', () => {
  const place = reactRoot();
  let chosen: number[] = [];
  const slider = (): HTMLInputElement => place.host.querySelector('input')!;
  const point = (type: string, clientX: number, pointerType = 'touch'): void =>
    act(() => {
      slider().dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerType }));
    });
  const moveTo = (percent: number): void =>
    act(() => {
      setValue(slider(), String(percent));
      slider().dispatchEvent(new Event('input', { bubbles: true }));
    });

  beforeEach(() => {
    chosen = [];
    act(() =>
      place.root.render(<Shares percent={1} chosen={null} disabled={false} onShare={(next) => chosen.push(next)} />),
    );
  });

  it('changes nothing when the page is scrolled by a finger that began on it', () => {
    point('pointerdown', 100);
    moveTo(50);
    point('pointermove', 103);
    point('pointercancel', 103);
    expect(chosen).toEqual([]);
    expect(slider().value).toBe('1');
  });

  it('takes a tap, and follows a finger along it', () => {
    point('pointerdown', 100);
    moveTo(50);
    expect(chosen).toEqual([]);
    point('pointerup', 101);
    expect(chosen).toEqual([50]);
    point('pointerdown', 100);
    moveTo(51);
    point('pointermove', 109);
    moveTo(54);
    point('pointermove', 112);
    point('pointerup', 112);
    expect(chosen).toEqual([50, 51, 54]);
  });

  it('follows a mouse and keys at once', () => {
    point('pointerdown', 100, 'mouse');
    moveTo(50);
    point('pointerup', 100, 'mouse');
    moveTo(2);
    expect(chosen).toEqual([50, 2]);
  });
});
