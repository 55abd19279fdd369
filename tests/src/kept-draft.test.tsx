// @vitest-environment happy-dom
// What was typed before a login is found again, however often its screen is begun before it stands.
import { Suspense, act, use } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useKeptDraft } from '../../src/cells/kept-draft.ts';

let host: HTMLElement;
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

/** Needs `words` before it stands, as a screen does whose code is still on its way; `type` puts something in. */
function Ticket({ words, type }: { words: Promise<string> | null; type?: string }) {
  const [draft, setDraft] = useKeptDraft('ticket', () => 'first price');
  if (words) use(words);
  return <button onClick={() => setDraft(type ?? '')}>{draft}</button>;
}

it('a draft left by a visitor is there when the screen is begun twice', async () => {
  act(() => root.render(<Ticket words={null} type="65642" />));
  act(() => host.querySelector('button')!.click());
  expect(host.textContent).toBe('65642');
  act(() => root.render(null));

  let arrive: (words: string) => void = () => undefined;
  const words = new Promise<string>((done) => { arrive = done; });
  await act(async () => root.render(<Suspense fallback="..."><Ticket words={words} /></Suspense>));
  expect(host.textContent).toBe('...');
  await act(async () => arrive('here'));
  expect(host.textContent).toBe('65642');

  // Cleared by hand and left: what is found is what was left.
  act(() => host.querySelector('button')!.click());
  act(() => root.render(null));
  act(() => root.render(<Ticket words={null} />));
  expect(host.textContent).toBe('');
});
