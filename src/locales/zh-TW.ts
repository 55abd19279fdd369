// The texts in traditional Chinese: the shell's own, and how to load each other namespace.
export { default as shell } from './zh-TW/shell.json';
export const pages = import.meta.glob(['./zh-TW/*.json', '!./zh-TW/shell.json']);
export const refusals = () => import('../../core/errors/messages/zh-TW.ts');
