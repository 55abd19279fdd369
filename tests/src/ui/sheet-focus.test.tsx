// @vitest-environment happy-dom
// A keyboard stays where it was after a sheet whose opener is off or gone, and after a button that was busy.
import { act } from 'react';
import { expect, it } from 'vitest';
import { Button } from '../../../src/ui/button.tsx';
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

function Rows({ ids, open, onOpen }: { ids: readonly number[]; open: boolean; onOpen: () => void }) {
  return (
    <section>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <button type="button" onClick={onOpen}>
              {id}
            </button>
          </li>
        ))}
      </ul>
      <Sheet open={open} title="Close" closeLabel="Close" onClose={() => undefined}>
        <button type="button">Confirm</button>
      </Sheet>
    </section>
  );
}

it('the list has the focus whose row is gone', async () => {
  const show = (ids: readonly number[], open: boolean): Promise<void> =>
    act(async () => place.root.render(<Rows ids={ids} open={open} onOpen={() => undefined} />));
  await show([1, 2], false);
  place.host.querySelector<HTMLElement>('li button')!.focus();
  await show([1, 2], true);
  [...place.host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Confirm')!.focus();
  await show([2], true);
  await show([2], false);
  expect(document.activeElement).toBe(place.host.querySelector('section'));
});

it('a button that was off while it was busy has the focus again, unless something else has it', async () => {
  const show = (busy: boolean): Promise<void> =>
    act(async () =>
      place.root.render(
        <>
          <Button busy={busy}>Log in</Button>
          <input />
        </>,
      ),
    );
  const busyOnce = async (meanwhile: (button: HTMLElement) => void): Promise<Element | null> => {
    await show(false);
    const button = place.host.querySelector('button')!;
    button.focus();
    await show(true);
    meanwhile(button);
    await show(false);
    return document.activeElement;
  };
  expect(await busyOnce((button) => button.blur())).toBe(place.host.querySelector('button'));
  expect(await busyOnce(() => place.host.querySelector('input')!.focus())).toBe(place.host.querySelector('input'));
});
