// Types of page-build.mjs.
import type { Plugin } from 'vite';

export function operatorPagePlugin(): Plugin;
export function buildOperatorPage(): Promise<{ fileName: string; source: string | Uint8Array }[]>;
