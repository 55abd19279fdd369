// Reads the source files of the repository and what each imports.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../support/data/shared-file.ts';

/** Top folders of the product; tests and bench may import all of them. */
export const PRODUCT = ['core', 'workers', 'chart', 'src', 'server'] as const;
const SKIPPED = /(^|\/)(node_modules|dist|results)\//;

export interface Source {
  /** Path from the repository root, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  from: string;
  /** Repository path of a file of ours, or the bare name of a package. */
  to: string;
  ours: boolean;
  typeOnly: boolean;
}

/** Text without comments, so that a word in prose is no fault. Strings stay. */
export function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}

/** Paths of all files below the named top folders. */
export function pathsOf(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => relative(ROOT, join(file.parentPath, file.name)).split('\\').join('/'))
    .filter((path) => !SKIPPED.test(path));
}

export function readSources(folders: readonly string[] = PRODUCT, named = /\.tsx?$/): Source[] {
  return pathsOf(folders)
    .filter((path) => named.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Static and dynamic imports, exports from another file, and types named by `import('...')`. */
export function importsOf({ path, text }: Source): Import[] {
  const { module } = parseSync(path, text);
  const found: { target: string; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries } of module.staticImports)
    found.push({ target: moduleRequest.value, typeOnly: entries.length > 0 && entries.every(({ isType }) => isType) });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ target: moduleRequest.value, typeOnly: isType });
  for (const [, target] of code(text).matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g))
    found.push({ target: target!, typeOnly: false });
  return found.map(({ target: asked, typeOnly }) => {
    const target = asked.replace(/\?.*$/, '');
    const ours = target.startsWith('.');
    return { from: path, to: ours ? posix.normalize(posix.join(dirname(path), target)) : target, ours, typeOnly };
  });
}
