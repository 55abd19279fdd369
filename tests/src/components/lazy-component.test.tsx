// @vitest-environment happy-dom
// A lazy component that fails to load leaves the page intact, reports it, and can be retried.
import { act, useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { lazyBlock, lazySheet } from '../../../src/components/common/lazy-component.tsx';
import { startI18n } from '../../../src/locales/i18n.ts';
import { toastLine } from '../../../src/stores/ui/toast.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
beforeAll(() => startI18n('en-US'));
const silent = (): void => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
};

/** A loader that fails the first `times` calls. */
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

it('a block shows a placeholder, offers a retry when loading fails, and stays once loaded', async () => {
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

it('a block that was preloaded is there in the first render', async () => {
  const Block = lazyBlock(
    failing<object>(0, () => 'the proof'),
    ({ part }) => part,
    '...',
  );
  await Block.preload();
  act(() => place.root.render(<Block />));
  expect(place.host.textContent).toBe('the proof');
});

it('an optional block shows nothing when loading fails', async () => {
  silent();
  const load = failing<object>(1, () => 'news');
  const Block = lazyBlock(load, ({ part }) => part, '...', { failed: null });
  act(() => place.root.render(<Block />));
  expect(place.host.textContent).toBe('...');
  await act(async () => undefined);
  expect(place.host.textContent).toBe('');
});

it('a sheet loads when opened; on failure it shows a toast and closes; opening it again retries', async () => {
  silent();
  const load = failing<{ open: boolean; onClose: () => void }>(1, ({ open }) => (open ? 'open sheet' : 'closed sheet'));
  const Sheet = lazySheet(load, ({ part }) => part);
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Close position</button>
        <p>{open ? 'wanted' : 'not wanted'}</p>
        <Sheet open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  await act(async () => place.root.render(<Page />));
  expect(load).not.toHaveBeenCalled();
  await tap('Close position');
  expect(place.host.textContent).toBe('Close positionnot wanted');
  expect(toastLine.value).toMatchObject({ kind: 'error', text: 'This part could not be loaded' });
  await tap('Close position');
  expect(place.host.textContent).toBe('Close positionwantedopen sheet');
  expect(load).toHaveBeenCalledTimes(2);
});

it('Escape and Back end the opening of a sheet that still loads, and close nothing around it', async () => {
  for (const cancel of [
    () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    () => new PopStateEvent('popstate'),
  ]) {
    const part = ({ open }: { open: boolean; onClose: () => void }): string => (open ? 'open sheet' : 'closed sheet');
    let arrive = (): void => undefined;
    const loaded = new Promise<{ part: typeof part }>((resolve) => (arrive = () => resolve({ part })));
    const Sheet = lazySheet(
      () => loaded,
      (module) => module.part,
    );
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button onClick={() => setOpen(true)}>Menu</button>
          <Sheet open={open} onClose={() => setOpen(false)} />
        </>
      );
    }
    await act(async () => place.root.render(<Page />));
    await tap('Menu');
    const event = cancel();
    act(() => void window.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(event.type === 'keydown');
    await act(async () => arrive());
    expect(place.host.textContent, event.type).not.toContain('open sheet');
    await tap('Menu');
    expect(place.host.textContent, event.type).toBe('Menuopen sheet');
    const later = cancel();
    act(() => void window.dispatchEvent(later));
    expect([place.host.textContent, later.defaultPrevented], 'its own keys').toEqual(['Menuopen sheet', false]);
  }
});
