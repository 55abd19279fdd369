// How the screen looks: theme, which colour is up, which pair of colours; written on the document for styles and chart
// to read.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import { stored } from './storage.ts';

export const themeChoice = stored('fxproTheme');
export const upDownChoice = stored('fxproUpDown');
export const paletteChoice = stored('fxproPalette');

const systemLight = signal(false);
const looks = signal(0);
/** Counts changes of look: what has read colours from the document reads them again. */
export const lookVersion: ReadonlySignal<number> = looks;

/** Keeps the document in step with the choices. Called once. */
export function dressDocument(root: HTMLElement): void {
  const query = window.matchMedia('(prefers-color-scheme: light)');
  systemLight.value = query.matches;
  query.addEventListener('change', (event) => {
    systemLight.value = event.matches;
  });
  effect(() => {
    const light = themeChoice.value === 'light' || (themeChoice.value === 'system' && systemLight.value);
    root.dataset['theme'] = light ? 'light' : 'dark';
    root.dataset['updown'] = upDownChoice.value;
    root.dataset['palette'] = paletteChoice.value;
    document
      .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
      ?.setAttribute('content', light ? '#f4f6fa' : '#0b0f15');
    looks.value = looks.peek() + 1;
  });
}
