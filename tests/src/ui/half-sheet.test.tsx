// @vitest-environment happy-dom
// A half sheet gives the focus back to what opened it, though the page hides that before the sheet has the focus.
import { act, useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { HalfSheet } from '../../../src/ui/overlays/half-sheet.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();

/** A browser takes the focus from what is hidden, before effects run on a slow machine. */
function Page({ open }: { open: boolean }) {
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [open]);
  return (
    <>
      <button type="button">Buy</button>
      {open && (
        <HalfSheet label="Trade" title="" closeLabel="Close" onClose={() => undefined}>
          <p>Form</p>
        </HalfSheet>
      )}
    </>
  );
}

it('returns the focus to the button that opened it', async () => {
  await act(async () => place.root.render(<Page open={false} />));
  const opener = place.host.querySelector('button')!;
  opener.focus();
  await act(async () => place.root.render(<Page open />));
  expect(document.activeElement).toBe(place.host.querySelector('[role="dialog"]'));
  await act(async () => place.root.render(<Page open={false} />));
  expect(document.activeElement).toBe(opener);
});
