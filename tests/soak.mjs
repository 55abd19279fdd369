// Runs what takes longer than every change may: `npm run soak -- NAME` is tests/**/NAME.soak.test.ts at its full
// length.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const ENDING = '.soak.test.ts';
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ENDING));
const nameOf = (file) => file.split(/[\\/]/).at(-1).slice(0, -ENDING.length);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !files.some((file) => nameOf(file) === name));
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `${names.length === 0 ? 'Name one or more' : `No soak called ${unknown.join(', ')}`}; there are: ${files.map(nameOf).join(', ')}`,
  );
  process.exit(1);
}
const chosen = files.filter((file) => names.includes(nameOf(file))).map((file) => join('tests', file));
const { status } = spawnSync('npx', ['vitest', 'run', ...chosen], {
  stdio: 'inherit',
  cwd: dirname(here),
  env: { ...process.env, SOAK: '1' },
});
process.exit(status ?? 1);
