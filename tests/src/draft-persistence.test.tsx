// @vitest-environment happy-dom
// A draft typed before a login is restored, even when React renders the page twice before mounting.
import { Suspense, act, use } from 'react';
import { expect, it } from 'vitest';
import { usePersistentDraft } from '../../src/components/ticket/draft-persistence.ts';
import { reactRoot } from '../support/browser/react-root.ts';

const place = reactRoot();

/** Suspends until `words` resolves, as a lazy page does; `type` sets the draft. */
function Ticket({ words, type }: { words: Promise<string> | null; type?: string }) {
  const [draft, setDraft] = usePersistentDraft('ticket', () => 'first price');
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
