// @vitest-environment happy-dom
// Code that does not come: what stands around it stays, it says so, and the next wish asks again.
import { act, useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { lazyBlock, lazySheet } from '../../src/components/common/lazy-component.tsx';
import { startI18n } from '../../src/locales/i18n.ts';
import { toastLine } from '../../src/stores/ui/toast.ts';
import { mounted } from '../support/mounted.ts';

const place = mounted();
beforeAll(() => startI18n('en-US'));
const silent = (): void => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
};

/** A loader that fails so many times. */
function failing<P>(times: number, part: (props: P) => string) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Importing a module script failed.');
    return { part };
  });
  return load;
}

const tap = (label: string): Promise<void> =>
  act(async () => {
    [...place.host.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click();
  });

it('a block waits, offers another try when it is lost, and stays once it is there', async () => {
  silent();
  const load = failing<{ name: string }>(2, ({ name }) => `proof of ${name}`);
  const Block = lazyBlock(load, ({ part }) => part, '...');
  const page = (name: string) => (
    <div>
      the page <Block name={name} />
    </div>
  );
  act(() => place.root.render(page('Ann')));
  expect(place.host.textContent).toBe('the page ...');
  await act(async () => undefined);
  expect(place.host.querySelector('[role="alert"]')).not.toBe(null);
  await tap('Retry');
  expect(place.host.querySelector('[role="alert"]')).not.toBe(null);
  await tap('Retry');
  expect(place.host.textContent).toBe('the page proof of Ann');
  act(() => place.root.render(page('Bob')));
  expect([place.host.textContent, load.mock.calls.length]).toEqual(['the page proof of Bob', 3]);
});

it('a sheet is asked for when it is opened; lost, a toast says so and it is closed; opened again it is asked for again', async () => {
  silent();
  const load = failing<{ open: boolean; onClose: () => void }>(1, ({ open }) => (open ? 'open sheet' : 'closed sheet'));
  const Sheet = lazySheet(
    load,
    ({ part }) => part,
    ({ open }) => open,
    ({ onClose }) => onClose(),
  );
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Close position</button>
        <p>{open ? 'wished' : 'not wished'}</p>
        <Sheet open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  await act(async () => place.root.render(<Page />));
  expect(load).not.toHaveBeenCalled();
  await tap('Close position');
  expect(place.host.textContent).toBe('Close positionnot wished');
  expect(toastLine.value).toMatchObject({ kind: 'error', text: 'This part could not be loaded' });
  await tap('Close position');
  expect(place.host.textContent).toBe('Close positionwishedopen sheet');
  expect(load).toHaveBeenCalledTimes(2);
});
