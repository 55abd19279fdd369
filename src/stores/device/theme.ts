// Theme, direction colours and palette, written to the document for styles and the chart.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import { stored } from './storage.ts';

export const themeChoice = stored('fxproTheme');
export const upDownChoice = stored('fxproUpDown');
export const paletteChoice = stored('fxproPalette');

const systemLight = signal(false);
const version = signal(0);
/** Counts theme changes; readers of colour tokens read them again. */
export const themeVersion: ReadonlySignal<number> = version;

/** Applies the choices to the document and follows their changes. Called once. */
export function applyTheme(root: HTMLElement): void {
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
    version.value = version.peek() + 1;
  });
}
