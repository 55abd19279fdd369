// Types of home-html.mjs.
import type { Plugin, Rolldown } from 'vite';
import type { FirstScreen } from '../../lib/chunks.ts';
import type { LanguageCode } from '../../locales/languages.ts';

export function homeHtmlPlugin(): Plugin;
export function screenHtml(
  html: string,
  bundle: Rolldown.OutputBundle,
  screen: FirstScreen,
  language: LanguageCode,
): string;
export function nameWorker(html: string, bundle: Rolldown.OutputBundle): string;
