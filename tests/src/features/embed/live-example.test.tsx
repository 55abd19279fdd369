// @vitest-environment happy-dom
// The picture of the live example: its address is given back, however the page is left.
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { LiveExample, defaultExample } from '../../../../src/features/embed/live-example.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const place = reactRoot();

it('keeps no address of a picture that came late, twice, or after the page was left', async () => {
  await startI18n('en-US');
  await loadNamespaces(['embed']);
  const answers: ((picture: Blob) => void)[] = [];
  customElements.define(
    'defi-chart',
    class extends HTMLElement {
      snapshot = (): Promise<Blob> => new Promise((answer) => answers.push(answer));
    },
  );
  const held = new Set<string>();
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (): string => {
        const address = `blob:${Math.random()}`;
        held.add(address);
        return address;
      };
      static override revokeObjectURL = (address: string): void => void held.delete(address);
    },
  );
  await act(async () => place.root.render(<LiveExample value={defaultExample()} onChange={() => undefined} />));
  const take = [...place.host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Take a picture');
  for (let i = 0; i < 3; i += 1) await act(async () => take!.click());
  await act(async () => answers.splice(0, 2).forEach((answer) => answer(new Blob(['png']))));
  expect([held.size, place.host.querySelectorAll('img').length]).toEqual([1, 1]);
  await act(async () => place.root.render(null));
  await act(async () => answers[0]!(new Blob(['png'])));
  expect([...held]).toEqual([]);
  vi.unstubAllGlobals();
});
