// Reads the house: every source file of every room, with what it imports.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { ROOT } from '../support/shared.ts';

const ROOMS = ['core', 'workers', 'chart', 'src', 'server'] as const;

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

export function readHouse(): Source[] {
  const files = ROOMS.flatMap((room) => readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true }));
  return files
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({ path: relative(ROOT, path).split('\\').join('/'), text: readFileSync(path, 'utf8') }));
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export function importsOf(source: Source): Import[] {
  return [...code(source.text).matchAll(IMPORT)].map((match) => {
    const target = (match[2] ?? match[3] ?? '').replace(/\?.*$/, '');
    const ours = target.startsWith('.');
    const to = ours ? posix.normalize(posix.join(dirname(source.path), target)) : target;
    return { from: source.path, to, ours, typeOnly: match[1] !== undefined };
  });
}
