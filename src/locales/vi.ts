// The texts in Vietnamese: the shell's own, and how to load each other namespace.
export { default as shell } from './vi/shell.json';
export const pages = import.meta.glob(['./vi/*.json', '!./vi/shell.json']);
export const refusals = () => import('../../core/errors/messages/vi.ts');
