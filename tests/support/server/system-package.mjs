// Debian packages that tests need, and free ports for their servers.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** Where nothing answers, a run goes on after some seconds. */
const SHORT_WAITS = ['http', 'https'].flatMap((kind) => ['-o', `Acquire::${kind}::Timeout=10`]);

/** Installs a package where this user may; the caller looks whether it is there. */
export function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ])
    spawnSync('apt-get', [...SHORT_WAITS, '-o', 'Acquire::Retries=0', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
}

/** A port of this machine that no program listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
