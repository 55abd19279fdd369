// Types of home-html.mjs.
import type { Plugin, Rolldown } from 'vite';

export function homeHtmlPlugin(): Plugin;
export function homeHtml(html: string, bundle: Rolldown.OutputBundle, language: string): string;
