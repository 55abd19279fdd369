// The texts in Korean: the shell's own, and how to load each other namespace.
export { default as shell } from './ko-KR/shell.json';
export const pages = import.meta.glob(['./ko-KR/*.json', '!./ko-KR/shell.json']);
export const refusals = () => import('../../core/errors/messages/ko-KR.ts');
