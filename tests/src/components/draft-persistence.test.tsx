// @vitest-environment happy-dom
// A draft typed before a login or a reload is restored, even when React renders the page twice before mounting.
import { type Dispatch, type SetStateAction, Suspense, act, use, useEffect, useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePersistentDraft } from '../../../src/components/ticket/draft-persistence.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();

/** Suspends until `words` resolves, as a lazy page does; `type` sets the draft. */
function Ticket({ words, type }: { words: Promise<string> | null; type?: string }) {
  const [draft, setDraft] = usePersistentDraft<string>('ticket', () => 'first price');
  if (words) use(words);
  return <button onClick={() => setDraft(type ?? '')}>{draft}</button>;
}

it("restores a visitor's draft when the page is rendered twice before mounting", async () => {
  act(() => place.root.render(<Ticket words={null} type="65642" />));
  act(() => place.host.querySelector('button')!.click());
  expect(place.host.textContent).toBe('65642');
  act(() => place.root.render(null));

  let arrive: (words: string) => void = () => undefined;
  const words = new Promise<string>((done) => {
    arrive = done;
  });
  await act(async () =>
    place.root.render(
      <Suspense fallback="...">
        <Ticket words={words} />
      </Suspense>,
    ),
  );
  expect(place.host.textContent).toBe('...');
  await act(async () => arrive('here'));
  expect(place.host.textContent).toBe('65642');

  // Cleared by the user before leaving: the empty draft is restored.
  act(() => place.host.querySelector('button')!.click());
  act(() => place.root.render(null));
  act(() => place.root.render(<Ticket words={null} />));
  expect(place.host.textContent).toBe('');
});

describe('a reload of the tab', () => {
  const LATER_MS = 600_001;
  const FIELDS = { price: '65000', amount: '' };
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
  });

  const logIn = (id: number): void => {
    const more = { userKyc: null, hasGoogleAuth: 0, service: '' };
    localStorage.setItem('fxproUserToken', `token ${id}`);
    localStorage.setItem('fxproUserInfo', JSON.stringify({ user: { id, email: 'a@b.c' }, ...more }));
  };

  /** A page of a later load, whose market has another price: the ticket of `name`, the change, and the toast. */
  async function load(name = 'spot 2', onRendered = (): void => undefined) {
    vi.resetModules();
    const { usePersistentDraft: usePersisted } = await import('../../../src/components/ticket/draft-persistence.ts');
    const { toastLine } = await import('../../../src/stores/ui/toast.ts');
    type Fields = { price: string; amount: string; ownPrice?: boolean };
    const ticket = { draft: FIELDS as Fields, set: (() => undefined) as Dispatch<SetStateAction<Fields>> };
    const Page = function Page() {
      const [draft, set] = usePersisted<Fields>(name, () => ({ price: '66000', amount: '' }));
      useEffect(() => void Object.assign(ticket, { draft, set }));
      useLayoutEffect(onRendered, []);
      return null;
    };
    act(() => place.root.render(<Page />));
    return {
      next: async (key = 'next') => {
        await act(async () => place.root.render(<Page key={key} />));
        return ticket.draft;
      },
      draft: () => ({ price: ticket.draft.price, amount: ticket.draft.amount }),
      type: (change: Partial<Fields>) => act(() => ticket.set((before) => ({ ...before, ...change }))),
      hasToast: () => toastLine.peek() !== null,
      leave: () => {
        window.dispatchEvent(new Event('pagehide'));
        act(() => place.root.render(null));
      },
    };
  }

  async function reloaded(change: { price?: string; amount?: string; ownPrice?: boolean }) {
    const page = await load();
    page.type(change);
    page.leave();
  }

  it('keeps what the user typed, once, with a toast', async () => {
    logIn(1);
    await reloaded({ price: '61000', ownPrice: true, amount: '0.5' });
    const again = await load();
    expect([again.draft(), again.hasToast()]).toEqual([{ price: '61000', amount: '0.5' }, true]);
    act(() => place.root.render(null));
    expect((await load()).draft()).toEqual({ price: '66000', amount: '' });
  });

  it('has the price of now where the user typed none', async () => {
    logIn(1);
    await reloaded({ price: '61000', amount: '0.5' });
    const again = await load();
    expect([again.draft(), again.hasToast()]).toEqual([{ price: '66000', amount: '0.5' }, true]);
  });

  it('does not restore what was sent and has no answer yet', async () => {
    logIn(1);
    const page = await load();
    const { submissionOf } = await import('../../../src/hooks/submissions.ts');
    page.type({ price: '61000', ownPrice: true, amount: '0.5' });
    submissionOf('spot 2').begin();
    page.leave();
    const again = await load();
    expect([again.draft(), again.hasToast()]).toEqual([{ price: '66000', amount: '' }, false]);
  });

  it('shows no toast where nothing was typed', async () => {
    logIn(1);
    await reloaded({});
    expect((await load()).hasToast()).toBe(false);
  });

  it.each([
    ['another market', () => undefined, 'spot 3'],
    ['another account', () => logIn(2), 'spot 2'],
    ['a later time', () => vi.setSystemTime(Date.now() + LATER_MS), 'spot 2'],
    ['a store that is cut off', () => sessionStorage.setItem('fxproDrafts', '[["spot 2"'), 'spot 2'],
    ['a store of another form', () => sessionStorage.setItem('fxproDrafts', '{"spot 2":1}'), 'spot 2'],
  ])('restores nothing for %s', async (_, change, name) => {
    logIn(1);
    await reloaded({ price: '61000', ownPrice: true, amount: '0.5' });
    change();
    const again = await load(name);
    expect([again.draft(), again.hasToast()]).toEqual([{ price: '66000', amount: '' }, false]);
  });

  it.each([
    ['goes on in the other layout', true, '0.5'],
    ['ends with its page', false, ''],
  ])('what a user typed %s', async (_, changes, amount) => {
    logIn(1);
    let wide = false;
    vi.stubGlobal('matchMedia', () => ({ matches: wide }));
    const page = await load();
    page.type({ amount: '0.5' });
    wide = changes;
    // Another ticket in the place of the one that is open.
    expect([(await page.next()).amount, page.hasToast()]).toEqual([amount, false]);
    vi.unstubAllGlobals();
  });

  it('what a user typed goes on where the window is back before the other layout is complete', async () => {
    logIn(1);
    let wide = false;
    vi.stubGlobal('matchMedia', () => ({ matches: wide }));
    const page = await load('spot 2', () => {
      wide = false;
    });
    page.type({ amount: '0.5' });
    wide = true;
    await page.next();
    expect((await page.next('back')).amount).toBe('0.5');
    vi.unstubAllGlobals();
  });
});
