// The texts in Japanese: the shell's own, and how to load each other namespace.
export { default as shell } from './ja-JP/shell.json';
export const pages = import.meta.glob(['./ja-JP/*.json', '!./ja-JP/shell.json']);
export const refusals = () => import('../../core/errors/messages/ja-JP.ts');
