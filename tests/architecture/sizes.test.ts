// No folder has more than 20 files, no line more than 120 columns, and no file is missing from a clone.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/data/shared-file.ts';
import { folderFaults, lineFaults } from './size-rules.ts';
import { PRODUCT, pathsOf, readSources } from './sources.ts';

const ALL = [...PRODUCT, 'tests', 'bench'];

/** Those of the paths that git ignores, tracked or not. */
function ignoredByGit(paths: readonly string[]): string[] {
  const args = ['check-ignore', '--no-index', '--stdin'];
  const { stdout } = spawnSync('git', args, { cwd: ROOT, input: paths.join('\n'), encoding: 'utf8' });
  return stdout.split('\n').filter((path) => path !== '');
}

describe('sizes', () => {
  it('of folders hold', () => expect(folderFaults(pathsOf(ALL))).toEqual([]));

  it('of lines hold', () => expect(readSources(ALL, /\.(tsx?|mjs)$/).flatMap(lineFaults)).toEqual([]));

  it('refuse the 21st file, but not in a folder of data', () => {
    const files = (folder: string) => Array.from({ length: 21 }, (_, index) => `${folder}/${index}.ts`);
    expect(folderFaults(files('core/orders'))).toEqual(['core/orders has 21 files: at most 20']);
    expect(folderFaults(files('core/orders').slice(1))).toEqual([]);
    expect(folderFaults(files('bench/results'))).toEqual([]);
  });

  it('refuse a line of more than 120 columns, but not a long text', () => {
    const sum = (count: number) => `export const x = ${Array.from({ length: count }, () => 'y').join(' + ')};`;
    expect(lineFaults({ path: 'core/a.ts', text: `// Planted.\n${sum(40)}` }).join()).toMatch(
      /core\/a.ts:2 has \d+ col/,
    );
    expect(lineFaults({ path: 'core/a.ts', text: `// ${'word '.repeat(30)}` })).toHaveLength(1);
    expect(lineFaults({ path: 'core/a.ts', text: `export const x = '${'word '.repeat(30)}';` })).toEqual([]);
    expect(lineFaults({ path: 'core/a.ts', text: sum(20) })).toEqual([]);
  });

  it.skipIf(!existsSync(join(ROOT, '.git')))('a clone has every source file', () => {
    expect(ignoredByGit(['dist/client/main.js'])).toEqual(['dist/client/main.js']);
    expect(ignoredByGit(pathsOf(ALL))).toEqual([]);
  });
});
