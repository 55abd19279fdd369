// The texts in Arabic: the shell's own, and how to load each other namespace.
export { default as shell } from './ar-AE/shell.json';
export const pages = import.meta.glob(['./ar-AE/*.json', '!./ar-AE/shell.json']);
export const refusals = () => import('../../core/errors/messages/ar-AE.ts');
