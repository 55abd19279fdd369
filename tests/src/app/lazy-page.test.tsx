// @vitest-environment happy-dom
// Pages loaded on demand: shown at once when preloaded, waited for otherwise, and loaded again after a failure.
import { Component, type ReactNode, StrictMode, Suspense, act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkError, lazyPage } from '../../../src/app/routing/lazy-page.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const view = reactRoot();
const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => errors.mockClear());
afterEach(() => expect(errors.mock.calls).toEqual([]));

function Page() {
  return <p>the page</p>;
}

test('a page that was not preloaded is waited for, by the rules of hooks', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  let finish: (module: { Page: typeof Page }) => void = () => undefined;
  const Lazy = lazyPage(() => new Promise<{ Page: typeof Page }>((done) => (finish = done)), 'Page');
  view.root.render(
    <StrictMode>
      <Suspense fallback="waits">
        <Lazy />
      </Suspense>
    </StrictMode>,
  );
  await expect.poll(() => view.host.textContent).toBe('waits');
  finish({ Page });
  await expect.poll(() => view.host.textContent).toBe('the page');
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});

test('a preloaded page is shown in the first render', async () => {
  const Lazy = lazyPage(async () => ({ Page }), 'Page');
  await Lazy.preload();
  act(() =>
    view.root.render(
      <Suspense fallback="waits">
        <Lazy />
      </Suspense>,
    ),
  );
  expect(view.host.textContent).toBe('the page');
});

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }
  override render(): ReactNode {
    return this.state.error === null ? this.props.children : String(this.state.error instanceof ChunkError);
  }
}

test('a failed load is a ChunkError, and the next preload tries again', async () => {
  let fails = true;
  const Lazy = lazyPage(async () => {
    if (fails) throw new Error('no network');
    return { Page };
  }, 'Page');
  await Lazy.preload();
  await act(async () =>
    view.root.render(
      <Boundary key="1">
        <Lazy />
      </Boundary>,
    ),
  );
  expect(view.host.textContent).toBe('true');
  errors.mockClear();
  fails = false;
  await Lazy.preload();
  await act(async () =>
    view.root.render(
      <Boundary key="2">
        <Lazy />
      </Boundary>,
    ),
  );
  expect(view.host.textContent).toBe('the page');
});
