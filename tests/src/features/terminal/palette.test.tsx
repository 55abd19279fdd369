// @vitest-environment happy-dom
// The command palette: keys of an input method choose words, not results.
import { act } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { useCommand } from '../../../../src/components/common/commands.ts';
import { Palette } from '../../../../src/features/terminal/palette.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));

const view = reactRoot();
const onClose = vi.fn();

function Page() {
  useCommand('fullScreen', () => undefined);
  return <Palette open onClose={onClose} />;
}

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['chart']);
});

it('takes no key with which a word of an input method is chosen', async () => {
  await act(async () => view.root.render(<Page />));
  const field = view.host.querySelector('input')!;
  const press = (key: string, isComposing: boolean): Promise<void> =>
    act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true })));
  const chosen = (): string | null => field.getAttribute('aria-activedescendant');
  const first = chosen();
  await press('ArrowDown', true);
  await press('Enter', true);
  expect([onClose.mock.calls.length, chosen()]).toEqual([0, first]);
  await press('Enter', false);
  expect(onClose).toHaveBeenCalledTimes(1);
});
