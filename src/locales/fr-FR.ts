// The texts in French: the shell's own, and how to load each other namespace.
export { default as shell } from './fr-FR/shell.json';
export const pages = import.meta.glob(['./fr-FR/*.json', '!./fr-FR/shell.json']);
export const refusals = () => import('../../core/errors/messages/fr-FR.ts');
