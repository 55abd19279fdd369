// The tools of `npm run check`, with this repository's settings, refuse planted faults.
// Faults of the rules that are written here are planted beside each rule.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checks } from '../check.mjs';
import { ROOT } from '../support/data/shared-file.ts';
import { LONG_TESTS, fastTests } from '../test-groups.mjs';

const SETTINGS = ['knip.json', 'tsconfig.json', '.oxlintrc.json', '.oxfmtrc.json'];
/** A sound repository of two files. */
const SOUND = {
  'package.json': `${JSON.stringify({ name: 'planted', version: '1.0.0', type: 'module' }, null, 2)}\n`,
  'core/a.ts': '// Planted.\nexport const a = 1;\n',
  'chart/api.ts': "// Planted.\nexport { a } from '../core/a.ts';\n",
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'defi-planted-'));
  for (const name of SETTINGS) cpSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  plant(SOUND);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plant(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function run(tool: string, ...args: string[]): { status: number | null; output: string } {
  const bin = join(ROOT, 'node_modules', '.bin', tool);
  const { status, stdout, stderr } = spawnSync(bin, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('npm run check', () => {
  it('has these checks', () => {
    expect(checks.map(({ name }) => name)).toEqual([
      'layout',
      ...['core', 'workers', 'chart', 'src', 'server', 'tests'].map((name) => `types of ${name}`),
      'lint',
      'unused exports',
      'architecture',
    ]);
    // The types of the benches are checked with those of the tests.
    const { include } = JSON.parse(readFileSync(join(ROOT, 'tests', 'tsconfig.json'), 'utf8')) as { include: string[] };
    expect(include).toEqual(expect.arrayContaining(['.', '../bench']));
  });

  it('accepts a sound repository', () => {
    expect(run('oxfmt', '--check')).toMatchObject({ status: 0 });
    expect(run('oxlint', '--quiet')).toMatchObject({ status: 0 });
    expect(run('knip', '--no-progress')).toMatchObject({ status: 0 });
  });

  it.each([
    ['an unused export', 'core/a.ts', '// Planted.\nexport const a = 1;\nexport const b = 2;\n', /b\s+core\/a\.ts:3/],
    ['an unused file', 'core/b.ts', '// Planted.\nexport const b = 1;\n', /Unused files[^]*core\/b\.ts/],
    ['a package that is not installed', 'core/a.ts', "// Planted.\nexport { a } from 'nowhere';\n", /nowhere/],
  ])('refuses %s', (_, path, text, sentence) => {
    plant({ [path]: text });
    const { status, output } = run('knip', '--no-progress');
    expect(output).toMatch(sentence);
    expect(status).toBe(1);
  });

  it.each([
    ['a file of more than 400 lines', `// Planted.\n${'f();\n'.repeat(401)}`, /max-lines/],
    ['a default export', '// Planted.\nexport default 1;\n', /no-default-export/],
    ['any', '// Planted.\nexport const a: any = 1;\n', /no-explicit-any/],
    [
      'two imports of one module',
      "// Planted.\nimport { b } from './b.ts';\nimport { c } from './b.ts';\nexport const a = b + c;\n",
      /no-duplicates/,
    ],
    ['an empty catch', '// Planted.\ntry {\n  f();\n} catch {}\n', /no-empty/],
  ])('refuses %s', (_, text, rule) => {
    plant({ 'core/a.ts': text });
    const { status, output } = run('oxlint', '--quiet');
    expect(output).toMatch(rule);
    expect(status).toBe(1);
  });

  it('refuses another layout', () => {
    plant({ 'core/a.ts': '// Planted.\nexport const a = "1"\n' });
    expect(run('oxfmt', '--check')).toMatchObject({ status: 1, output: expect.stringContaining('core/a.ts') });
  });
});

describe('npm run test:fast', () => {
  it('leaves out what exists: the long tests, and those that start a process, a database or a browser', () => {
    expect(LONG_TESTS.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const fast = fastTests();
    expect(fast.length).toBeGreaterThan(100);
    for (const slow of [...LONG_TESTS, 'tests/server/store/store.test.ts', 'tests/visual/golden.test.ts'])
      expect(fast).not.toContain(slow);
  });
});
