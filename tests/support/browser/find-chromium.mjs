// Finds an installed Chromium, or installs the system's package; a browser build is never downloaded.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Path of an installed Chromium, `CHROMIUM` first; null where there is none. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  return found ?? (existsSync(MAC) ? MAC : null);
}

function aptGet(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Path of a Chromium; installs the Debian package where there is none. Throws where that fails. */
export function findOrInstallChromium() {
  const path = findChromium();
  if (path) return path;
  console.log('no Chromium found: installing the system package');
  aptGet('update', '-qq');
  aptGet('install', '-y', '-qq', 'chromium');
  const after = findChromium();
  if (!after)
    throw new Error(
      'The browser tests need Chromium: install it (for example "apt-get install chromium") or set CHROMIUM to its path.',
    );
  return after;
}
