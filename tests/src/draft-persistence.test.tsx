// @vitest-environment happy-dom
// What was typed before a login is found again, however often its screen is begun before it stands.
import { Suspense, act, use } from 'react';
import { expect, it } from 'vitest';
import { usePersistentDraft } from '../../src/components/ticket/draft-persistence.ts';
import { mounted } from '../support/mounted.ts';

const place = mounted();

/** Needs `words` before it stands, as a screen does whose code is still on its way; `type` puts something in. */
function Ticket({ words, type }: { words: Promise<string> | null; type?: string }) {
  const [draft, setDraft] = usePersistentDraft('ticket', () => 'first price');
  if (words) use(words);
  return <button onClick={() => setDraft(type ?? '')}>{draft}</button>;
}

it('a draft left by a visitor is there when the screen is begun twice', async () => {
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

  // Cleared by hand and left: what is found is what was left.
  act(() => place.host.querySelector('button')!.click());
  act(() => place.root.render(null));
  act(() => place.root.render(<Ticket words={null} />));
  expect(place.host.textContent).toBe('');
});
