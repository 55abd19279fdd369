// Types of plugin.mjs.
import type { Plugin, Rolldown } from 'vite';

export function serviceWorker(): Plugin;
export function shellOf(bundle: Rolldown.OutputBundle): string[];
