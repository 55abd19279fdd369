// @vitest-environment happy-dom
// A keyboard stays in the form whose button is off while it sends, after the sheet of its confirmation.
import { act } from 'react';
import { expect, it } from 'vitest';
import { Sheet } from '../../../src/ui/overlays/sheet.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();

function Ticket({ phase }: { phase: 'idle' | 'confirming' | 'sending' }) {
  return (
    <form>
      <button type="submit" disabled={phase === 'sending'}>
        Buy
      </button>
      <Sheet open={phase === 'confirming'} title="Buy" closeLabel="Close" onClose={() => undefined}>
        <button type="button">Confirm</button>
      </Sheet>
    </form>
  );
}

it('its form has the focus', async () => {
  await act(async () => place.root.render(<Ticket phase="idle" />));
  place.host.querySelector<HTMLElement>('[type="submit"]')!.focus();
  await act(async () => place.root.render(<Ticket phase="confirming" />));
  const confirm = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Confirm')!;
  confirm.focus();
  expect(document.activeElement).toBe(confirm);
  await act(async () => place.root.render(<Ticket phase="sending" />));
  expect(document.activeElement).toBe(place.host.querySelector('form'));
});
