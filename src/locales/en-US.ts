// The texts in English: the shell's own, and how to load each other namespace.
export { default as shell } from './en-US/shell.json';
export const pages = import.meta.glob(['./en-US/*.json', '!./en-US/shell.json']);
export const refusals = () => import('../../core/errors/messages/en-US.ts');
