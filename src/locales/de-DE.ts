// The texts in German: the shell's own, and how to load each other namespace.
export { default as shell } from './de-DE/shell.json';
export const pages = import.meta.glob(['./de-DE/*.json', '!./de-DE/shell.json']);
export const refusals = () => import('../../core/errors/messages/de-DE.ts');
