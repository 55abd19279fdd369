// No folder has more than 20 files, no line more than 120 columns.
import { describe, expect, it } from 'vitest';
import { folderFaults, lineFaults } from './size-rules.ts';
import { PRODUCT, pathsOf, readSources } from './sources.ts';

const ALL = [...PRODUCT, 'tests', 'bench'];

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
});
