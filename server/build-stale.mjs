// Builds outputs that are older than their sources, and loads built entries.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILDS, ROOT, isStale } from './build-stamp.mjs';

const ARGUMENTS = { client: ['build', '--logLevel', 'warn'], server: ['build', '--ssr', '--logLevel', 'warn'] };

/** Builds in a child process, so that the exchange does not hold the bundler's memory. */
function build(name) {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...ARGUMENTS[name]], { cwd: ROOT, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The ${name} could not be built.`))));
  });
}

/** How long another process may build, ms. */
const BUILD_MS = 600_000;

/** Runs `work` when no other process does so for this folder; a lock goes with its process, however that ends. */
export async function whileAlone(folder, work) {
  const { default: Database } = await import('libsql');
  mkdirSync(folder, { recursive: true });
  const lock = new Database(join(folder, '.lock'));
  try {
    lock.exec(`PRAGMA busy_timeout=${BUILD_MS}`);
    lock.exec('BEGIN EXCLUSIVE');
    return await work();
  } finally {
    lock.close();
  }
}

/**
 * Builds the stale ones of `names` concurrently; of two processes that start at once one does, and the other waits.
 * Throws Error with a sentence for the operator.
 */
export async function buildStale(names, log) {
  if (!names.some(isStale)) return;
  await whileAlone(join(ROOT, 'dist'), async () => {
    const stale = names.filter(isStale);
    if (stale.length > 0) log(`Building ${stale.join(' and ')} ...`);
    await Promise.all(stale.map(build));
  });
}

/** Imports a built entry of the server. */
export function importBuilt(file) {
  return import(pathToFileURL(join(ROOT, BUILDS.server.output, file)).href);
}
