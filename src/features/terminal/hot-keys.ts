// Keys of the commands: the usual ones, the user's own, and what a press means.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useEffect } from 'react';
import { COMMANDS, type Command, runCommand } from '../../components/common/commands.ts';
import { stored } from '../../stores/device/storage.ts';

export type Keys = Readonly<Record<Command, string>>;

/** '' : no key. Letters are lower case; Ctrl is Command on a Mac. */
export const USUAL_KEYS: Keys = {
  palette: 'Ctrl+k',
  keys: '?',
  buy: 'b',
  sell: 's',
  share25: '1',
  share50: '2',
  share75: '3',
  share100: '4',
  cancelAll: 'x',
  ladder: 'l',
  centreLadder: 'r',
  nextMarket: 'n',
  previousMarket: 'p',
  shorterInterval: ',',
  longerInterval: '.',
  drawings: 'd',
  indicators: 'i',
  chartSettings: 'c',
  fullScreen: 'f',
};

const item = stored('fxproKeys');
/** Longest key that is stored: "Ctrl+Alt+MediaTrackNext" and the like. */
const MAX_LETTERS = 24;

/** The keys of known commands in a stored text; none in a text of another version. */
function ownKeys(text: string): Partial<Keys> {
  try {
    const own = JSON.parse(text || '{}') as Record<string, unknown> | null;
    const isKey = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_LETTERS;
    return Object.fromEntries(COMMANDS.filter((each) => isKey(own?.[each])).map((each) => [each, own?.[each]]));
  } catch {
    return {};
  }
}

export const hotKeys: ReadonlySignal<Keys> = computed(() => ({ ...USUAL_KEYS, ...ownKeys(item.value) }));

/** Gives a command a key; a command that had the key has none then. */
export function bindKey(command: Command, key: string): void {
  const before = hotKeys.peek();
  const taken = COMMANDS.filter((each) => each !== command && before[each] === key && key !== '');
  const next = { ...before, ...Object.fromEntries(taken.map((each) => [each, ''])), [command]: key };
  const own = COMMANDS.filter((each) => next[each] !== USUAL_KEYS[each]).map((each) => [each, next[each]]);
  item.value = own.length === 0 ? '' : JSON.stringify(Object.fromEntries(own));
}

export function resetKeys(): void {
  item.value = '';
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Keys that move focus or belong to the chart, to lists and to dialogs: no command takes them. */
const RESERVED = /^(Tab|Enter|Escape| |Home|End|Delete|Backspace|Arrow.*|Page.*|\+|-|=|Dead|Process|Unidentified)$/;

/** A letter or digit of another script than the Latin one; Arabic keyboards have a key of two letters. */
const OTHER_SCRIPT = /^(?![\d\p{Script=Latin}])[\p{L}\p{Nd}]/u;

/** What a Latin keyboard has on the key of a press, where the keyboard has a letter of another script there. */
function latinKey(key: string, code: string): string {
  if (!OTHER_SCRIPT.test(key)) return key;
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? { Comma: ',', Period: '.' }[code] ?? key;
}

/** The key of a press as it is stored; null for a press that cannot be a command's. */
export function keyOf({ key: typed, code, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  const key = latinKey(typed, code);
  if (/^(Control|Meta|Alt|AltGraph|Shift|CapsLock)$/.test(key)) return null;
  const control = ctrlKey || metaKey;
  if (RESERVED.test(key)) return null;
  return `${control ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;
}

/** Whether the user types: then a letter is text. Ctrl and a letter is no text. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches('[type="checkbox"]')))
  );
}

/** The command of a press; null while the user types, a sheet is open, or the key is held down. */
function commandOf(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.repeat || event.isComposing) return null;
  const key = keyOf(event);
  if (key === null || document.querySelector('dialog[open]')) return null;
  if (isTyping(event.target) && !key.startsWith('Ctrl+')) return null;
  return COMMANDS.find((command) => hotKeys.peek()[command] === key) ?? null;
}

/** Runs the commands of the keys that are pressed while the component is mounted. */
export function useHotKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command && runCommand(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** A key as a person reads it. */
export function keyText(key: string): string {
  return key === '' ? '--' : key.replace(/[a-z]$/, (letter) => letter.toUpperCase());
}
