// @vitest-environment happy-dom
// Hot keys: guarded while the user types, rebound without doubles; they fill in an order and never send it.
import { act, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Command, isAvailable, runCommand, useCommand } from '../../../../src/components/common/commands.ts';
import {
  USUAL_KEYS,
  bindKey,
  hotKeys,
  keyOf,
  resetKeys,
  useHotKeys,
} from '../../../../src/features/terminal/hot-keys.ts';
import { KeysSheet } from '../../../../src/features/terminal/keys-sheet.tsx';
import { PaneGrid } from '../../../../src/features/terminal/pane-grid.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const view = reactRoot();
const ran: Command[] = [];

function Page({ commands }: { commands: readonly Command[] }) {
  useHotKeys();
  return (
    <>
      <input aria-label="amount" />
      {commands.map((command) => (
        <Runner key={command} command={command} />
      ))}
    </>
  );
}
function Runner({ command }: { command: Command }) {
  useCommand(command, () => ran.push(command));
  return null;
}

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['chart']);
});
beforeEach(() => {
  resetKeys();
  ran.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

const press = (key: string, options: KeyboardEventInit = {}, target: EventTarget = document.body): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options })));

describe('a hot key', () => {
  beforeEach(() => act(async () => view.root.render(<Page commands={['buy', 'share50', 'palette']} />)));

  it('runs its command, in any case', async () => {
    await press('b');
    await press('B', { shiftKey: true });
    expect(ran).toEqual(['buy', 'buy']);
  });

  it('is text while the user types, except with Ctrl', async () => {
    const field = view.host.querySelector('input')!;
    await press('b', {}, field);
    await press('k', { ctrlKey: true }, field);
    expect(ran).toEqual(['palette']);
  });

  it('does nothing while it is held down, with another modifier, or below an open sheet', async () => {
    await press('b', { repeat: true });
    await press('b', { ctrlKey: true });
    await press('b', { altKey: true });
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    await press('b');
    dialog.remove();
    expect(ran).toEqual([]);
  });

  it.each([
    ['и', 'KeyB', 'buy'],
    ['И', 'KeyB', 'buy'],
    ['لا', 'KeyB', 'buy'],
    ['ש', 'KeyA', null],
    ['٢', 'Digit2', 'share50'],
    ['é', 'Digit2', null],
    ['b', 'KeyN', 'buy'],
  ])('is found by its place on a keyboard of another script: %s on %s', async (key, code, command) => {
    await press(key, { code });
    expect(ran).toEqual(command === null ? [] : [command]);
  });

  it('opens the palette with Ctrl and the key of a Cyrillic keyboard', async () => {
    await press('л', { code: 'KeyK', ctrlKey: true });
    expect(ran).toEqual(['palette']);
  });

  it('does nothing where no component carries its command out', async () => {
    await press('s');
    await act(async () => view.root.render(<Page commands={[]} />));
    await press('b');
    expect(ran).toEqual([]);
    expect(isAvailable('buy')).toBe(false);
    expect(runCommand('buy')).toBe(false);
  });
});

describe('the keys of the commands', () => {
  it('are taken from one another: a key has one command', () => {
    bindKey('sell', 'b');
    expect(hotKeys.value).toMatchObject({ buy: '', sell: 'b' });
    bindKey('buy', 's');
    expect(hotKeys.value).toMatchObject({ buy: 's', sell: 'b' });
    expect(JSON.parse(stored('fxproKeys').value)).toEqual({ buy: 's', sell: 'b' });
    resetKeys();
    expect(hotKeys.value).toEqual(USUAL_KEYS);
  });

  it('are the usual ones for a stored text of another version', () => {
    for (const text of ['{', '{"jump":"j"}', '{"buy":7}']) {
      stored('fxproKeys').value = text;
      expect(hotKeys.value).toEqual(USUAL_KEYS);
    }
  });

  it.each(['Enter', 'Tab', 'Escape', ' ', 'ArrowUp', 'Home', '+', 'Shift'])('never include %s', (key) => {
    expect(keyOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false })).toBeNull();
  });

  it('are changed in their sheet: the next press is the key, Escape changes nothing', async () => {
    function Opened() {
      const [open, setOpen] = useState(true);
      return <KeysSheet open={open} onClose={() => setOpen(false)} />;
    }
    await act(async () => view.root.render(<Opened />));
    const button = view.host.querySelector<HTMLElement>('[data-testid="key-sell"]')!;
    await act(async () => button.click());
    await press('Escape');
    expect(hotKeys.value.sell).toBe('s');
    await act(async () => button.click());
    await press('v');
    expect(hotKeys.value.sell).toBe('v');
    expect(button.textContent).toBe('V');
    await act(async () => button.click());
    await press('Backspace');
    expect(hotKeys.value.sell).toBe('');
  });
});

describe('the sheet of the keys, closed while it awaits a key', () => {
  it('takes no further press', async () => {
    function Closable() {
      const [open, setOpen] = useState(true);
      return (
        <>
          <KeysSheet open={open} onClose={() => setOpen(false)} />
          <input aria-label="amount" />
        </>
      );
    }
    await act(async () => view.root.render(<Closable />));
    await act(async () => view.host.querySelector<HTMLElement>('[data-testid="key-sell"]')!.click());
    await act(async () => view.host.querySelector<HTMLElement>('[aria-label="Close"]')!.click());
    const digit = new KeyboardEvent('keydown', { key: '7', bubbles: true, cancelable: true });
    await act(async () => void view.host.querySelector('input')!.dispatchEvent(digit));
    expect([digit.defaultPrevented, hotKeys.value.sell]).toEqual([false, 's']);
  });
});

describe('Enter on the focused order form', () => {
  const panes = (disabled: boolean, submit: () => void) => ({
    list: null,
    book: null,
    dock: null,
    ticket: (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input />
        <button type="submit" disabled={disabled} />
      </form>
    ),
  });

  it('presses its button, and nothing while that is disabled or another element is focused', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    const submit = vi.fn();
    const render = (disabled: boolean): Promise<void> =>
      act(async () => view.root.render(<PaneGrid strip={null} chart={null} panes={panes(disabled, submit)} />));
    await render(true);
    const pane = view.host.querySelector('[data-pane="ticket"]')!;
    await press('Enter', {}, pane);
    expect(submit).not.toHaveBeenCalled();
    await render(false);
    await press('Enter', {}, pane.querySelector('button')!);
    expect(submit).not.toHaveBeenCalled();
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    await act(async () => void pane.dispatchEvent(enter));
    expect(submit).toHaveBeenCalledTimes(1);
    // The press is not passed on to the confirmation that opens.
    expect(enter.defaultPrevented).toBe(true);
    // Held down, it sends one order.
    await press('Enter', { repeat: true }, pane);
    expect(submit).toHaveBeenCalledTimes(1);
  });
});
