// Debian packages that tests need.
import { spawnSync } from 'node:child_process';

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
