// Fingerprint of a build's sources, stored in its output: `npm start` rebuilds when it differs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Sources and output of each build; paths from the root. */
export const BUILDS = {
  client: {
    output: 'dist/client',
    sources: [
      'index.html',
      'chart-frame.html',
      'operator.html',
      'public',
      'src',
      'workers',
      'chart',
      'core',
      'vite.config.ts',
      'package-lock.json',
    ],
  },
  server: { output: 'dist/server', sources: ['server', 'core', 'vite.config.ts', 'package-lock.json'] },
};

/** Name of the fingerprint file in the output. */
export const STAMP = '.stamp';

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/** SHA-256 of names and contents of a build's sources. */
export function sourceHash(build) {
  const hash = createHash('sha256');
  for (const source of BUILDS[build].sources) {
    for (const file of filesOf(join(ROOT, source)))
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export function isStale(build) {
  const file = join(ROOT, BUILDS[build].output, STAMP);
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourceHash(build);
}
