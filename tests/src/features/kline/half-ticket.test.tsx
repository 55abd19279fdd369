// @vitest-environment happy-dom
// The order form below the chart: open again after a reload of the tab, and only there.
import { act, useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { TicketStart } from '../../../../src/components/ticket/ticket-slot.ts';
import { useHalfTicket } from '../../../../src/features/kline/use-half-ticket.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const fixture = reactRoot();
/** What the page rendered last. */
const page = { shown: null as TicketStart | null, open: (_start: TicketStart | null): void => undefined };

function Page() {
  const [shown, open] = useHalfTicket();
  useEffect(() => void Object.assign(page, { shown, open }), [shown, open]);
  return null;
}
let loads = 0;
/** The page as a new document renders it: nothing of React's is left. */
const load = (): Promise<void> => act(async () => fixture.root.render(<Page key={(loads += 1)} />));
/** A reload leaves the page without unmounting it: what it noted then is what the next document finds. */
async function reload(meanwhile = (): void => undefined): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  const left = { ...sessionStorage };
  await act(async () => fixture.root.render(null));
  for (const [name, value] of Object.entries(left)) sessionStorage.setItem(name, value as string);
  meanwhile();
  await load();
}

beforeEach(async () => {
  sessionStorage.clear();
  history.replaceState({ key: 'entry' }, '');
  await act(async () => fixture.root.render(null));
  await load();
});

it('opens again with its side and price, in the entry of its sheet too, and again after a second reload', async () => {
  expect(page.shown).toBeNull();
  await act(async () => page.open({ side: 'sell', priceTicks: 6_700_000 }));
  history.replaceState({ key: 'entry', sheets: 1 }, '');
  for (const time of [1, 2]) {
    await reload();
    expect(page.shown, String(time)).toEqual({ side: 'sell', priceTicks: 6_700_000 });
  }
});

it('stays closed once it was closed, in another entry, and where what was noted cannot be read', async () => {
  await act(async () => page.open({ side: 'buy' }));
  await reload();
  await act(async () => page.open(null));
  await reload();
  expect(page.shown).toBeNull();
  await act(async () => page.open({ side: 'buy' }));
  await reload(() => history.replaceState({ key: 'another' }, ''));
  expect(page.shown).toBeNull();
  await act(async () => page.open({ side: 'buy' }));
  await reload(() => sessionStorage.setItem('fxproHalfTicket', '{'));
  expect(page.shown).toBeNull();
});

it('leaves nothing behind when the page is left by a link', async () => {
  await act(async () => page.open({ side: 'buy' }));
  await act(async () => fixture.root.render(null));
  await load();
  expect([page.shown, sessionStorage.length]).toEqual([null, 0]);
});
