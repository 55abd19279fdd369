// @vitest-environment happy-dom
// A sheet within a sheet: each closes alone.
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { Sheet } from '../../../src/ui/overlays/sheet.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const fixture = reactRoot();

it('Escape in a sheet leaves the one around it open', async () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  await act(async () =>
    fixture.root.render(
      <Sheet open title="outer" closeLabel="close" onClose={outer}>
        <Sheet open title="inner" closeLabel="close" onClose={inner}>
          text
        </Sheet>
      </Sheet>,
    ),
  );
  const dialog = document.querySelector('dialog[aria-label="inner"]')!;
  await act(async () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect([outer.mock.calls.length, inner.mock.calls.length]).toEqual([0, 1]);
});
