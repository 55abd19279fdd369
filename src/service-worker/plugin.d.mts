// Types of plugin.mjs.
import type { Plugin } from 'vite';

export function serviceWorkerPlugin(): Plugin;
