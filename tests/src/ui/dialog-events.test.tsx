// @vitest-environment happy-dom
// Dialogs and the browser's events of them: each closes alone, and stays in step with the page.
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { type ReactNode, act } from 'react';
import { expect, it, vi } from 'vitest';
import { SideDrawer } from '../../../src/app/shell/side-drawer.tsx';
import { Sheet } from '../../../src/ui/overlays/sheet.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const fixture = reactRoot();

const show = (content: ReactNode): Promise<void> => act(async () => fixture.root.render(content));
const send = (dialog: Element, type: 'cancel' | 'close'): Promise<void> =>
  act(async () => void dialog.dispatchEvent(new Event(type, { cancelable: type === 'cancel' })));

it('Escape in a sheet leaves the one around it open', async () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  await show(
    <Sheet open title="outer" closeLabel="close" onClose={outer}>
      <Sheet open title="inner" closeLabel="close" onClose={inner}>
        text
      </Sheet>
    </Sheet>,
  );
  await send(document.querySelector('dialog[aria-label="inner"]')!, 'cancel');
  expect([outer.mock.calls.length, inner.mock.calls.length]).toEqual([0, 1]);
});

it('a late event of a closing leaves a sheet that is open again open; one that the browser closed is closed', async () => {
  const onClose = vi.fn();
  await show(
    <Sheet open title="sheet" closeLabel="close" onClose={onClose}>
      text
    </Sheet>,
  );
  const dialog = document.querySelector('dialog')!;
  await send(dialog, 'close');
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => dialog.close());
  expect(onClose).toHaveBeenCalledOnce();
});

it('Escape in a sheet of the side drawer leaves the drawer open; a drawer that the browser closed is closed', async () => {
  const close = vi.fn();
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SideDrawer open onClose={close} /> }),
    history: createMemoryHistory(),
  });
  await show(<RouterProvider router={router as never} />);
  const drawer = document.querySelector('dialog')!;
  const language = [...drawer.querySelectorAll('button')].find((item) => item.textContent.includes('menu.language'))!;
  await act(async () => language.click());
  await send(drawer.querySelector('dialog')!, 'cancel');
  expect(close).not.toHaveBeenCalled();
  await act(async () => drawer.close());
  expect(close).toHaveBeenCalledOnce();
});
