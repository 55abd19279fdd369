// The texts in Russian: the shell's own, and how to load each other namespace.
export { default as shell } from './ru-RU/shell.json';
export const pages = import.meta.glob(['./ru-RU/*.json', '!./ru-RU/shell.json']);
export const refusals = () => import('../../core/errors/messages/ru-RU.ts');
