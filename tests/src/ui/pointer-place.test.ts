// @vitest-environment happy-dom
// A dialog opens at the pointer, and is on the screen after a rotation of the device too.
import { expect, it } from 'vitest';
import { placeAtPointer } from '../../../src/ui/overlays/pointer-place.ts';

it('a dialog at the pointer goes to the middle of a window whose size changes', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  window.dispatchEvent(new PointerEvent('pointerdown', { clientX: 400, clientY: 300 }));
  for (const _ of [1, 2]) {
    placeAtPointer(dialog);
    expect([dialog.hasAttribute('data-placed'), dialog.style.getPropertyValue('--y')]).toEqual([true, '308px']);
    window.dispatchEvent(new Event('resize'));
    expect(dialog.hasAttribute('data-placed')).toBe(false);
  }
  dialog.remove();
});
