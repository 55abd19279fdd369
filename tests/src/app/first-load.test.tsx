// @vitest-environment happy-dom
// The first page: the one of the address, also of one that changed while it was loaded or before it was rendered.
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { loadFirstPage } from '../../../src/app/routing/first-load.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const view = reactRoot();

/** A router at the second of two pages, whose chunk comes when the returned function is called. */
function startAtSecond() {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((done) => (arrive = done));
  const root = createRootRoute();
  const parent = { getParentRoute: () => root };
  const Second = Object.assign(() => 'second', { preload: () => arrived });
  const routeTree = root.addChildren([
    createRoute({ ...parent, path: '/first', component: () => 'first' }),
    createRoute({ ...parent, path: '/second', component: Second }),
  ]);
  const history = createMemoryHistory({ initialEntries: ['/first', '/second'] });
  return { router: createRouter({ routeTree, history }), history, arrive };
}

const render = (router: ReturnType<typeof startAtSecond>['router']): Promise<void> =>
  act(async () => view.root.render(<RouterProvider router={router as never} />));

it('the first page is that of the address', async () => {
  const { router, arrive } = startAtSecond();
  arrive();
  await loadFirstPage(router as never);
  await render(router);
  expect(view.host.textContent).toBe('second');
});

it('the first page is the one before after a step back while it loads', async () => {
  const { router, history, arrive } = startAtSecond();
  const loaded = loadFirstPage(router as never);
  history.back();
  arrive();
  await loaded;
  await render(router);
  expect(view.host.textContent).toBe('first');
});

it('the first page is the one before after a step back between load and render', async () => {
  const { router, history, arrive } = startAtSecond();
  arrive();
  await loadFirstPage(router as never);
  history.back();
  await render(router);
  await expect.poll(() => view.host.textContent).toBe('first');
});

it('a change of the address loads once after the first page is rendered', async () => {
  const { router, history, arrive } = startAtSecond();
  arrive();
  await loadFirstPage(router as never);
  await render(router);
  const loads: string[] = [];
  router.subscribe('onBeforeLoad', ({ toLocation }) => void loads.push(toLocation.pathname));
  await act(async () => history.back());
  await expect.poll(() => view.host.textContent).toBe('first');
  expect(loads).toEqual(['/first']);
});
