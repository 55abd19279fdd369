// The checks before every commit: layout, types, lint, unused exports, architecture. `npm run check` runs them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What was checked and has not changed since is not checked again. */
const incremental = (folder) => ['--incremental', '--tsBuildInfoFile', `.cache/tsc/${folder}.tsbuildinfo`];
const FOLDERS = ['core', 'workers', 'chart', 'src', 'server', 'tests', 'bench'];

export const checks = [
  { name: 'layout', command: 'npx', args: ['oxfmt', '--check'] },
  ...FOLDERS.map((folder) => ({
    name: `types of ${folder}`,
    command: 'npx',
    args: ['tsc', '-p', folder, ...incremental(folder)],
  })),
  { name: 'lint', command: 'npx', args: ['oxlint', '--quiet'] },
  { name: 'unused exports', command: 'npx', args: ['knip'] },
  { name: 'architecture', command: 'npx', args: ['vitest', 'run', 'tests/architecture', '--reporter=dot'] },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = checks.filter(({ command, args, name }) => {
    const code = spawnSync(command, args, { stdio: 'inherit' }).status;
    if (code !== 0) console.error(`FAILED: ${name}`);
    return code !== 0;
  });
  process.exitCode = failed.length === 0 ? 0 : 1;
}
