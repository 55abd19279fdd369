// The quick checks: layout, types, linter, unused exports, architecture. `npm run check` runs them alone.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOMS = ['core', 'workers', 'chart', 'src', 'server', 'tests', 'bench'];

export const checks = [
  { name: 'layout', command: 'npx', args: ['oxfmt', '--check'] },
  ...ROOMS.map((room) => ({ name: `types of ${room}`, command: 'npx', args: ['tsc', '-p', room] })),
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
