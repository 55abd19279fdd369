// @vitest-environment happy-dom
// The dock of the terminal: which panels a market has.
import { act } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { Dock } from '../../../../src/features/terminal/dock.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const view = reactRoot();
const show = (hasStatistics: boolean): Promise<void> =>
  act(async () =>
    view.root.render(<Dock initial="orders" hasStatistics={hasStatistics} render={(panel) => `panel ${panel}`} />),
  );
const tabs = (): HTMLElement[] => [...view.host.querySelectorAll<HTMLElement>('[role="tab"]')];
const panel = (): string => view.host.querySelector('#terminal-dock')!.textContent;

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market', 'chart', 'contracts', 'alert']);
});

it('has funding and open interest where contracts are traded; another market shows its first panel', async () => {
  await show(false);
  expect(tabs().map(({ textContent }) => textContent)).not.toContain('Funding and open interest');
  await show(true);
  await act(async () => tabs().at(-1)!.click());
  expect(tabs().at(-1)!.textContent).toBe('Funding and open interest');
  expect(panel()).toBe('panel statistics');
  await show(false);
  expect(panel()).toBe('panel orders');
});
