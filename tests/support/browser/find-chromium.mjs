// Finds an installed Chromium, or installs the system's package; a browser build is never downloaded.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from '../server/system-package.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** Debian's build without windows: the same engine and pictures for a quarter less processor time. */
const HEADLESS = 'chromium-headless-shell';

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** Path of an installed Chromium, `CHROMIUM` first; null where there is none. */
export function findChromium() {
  return process.env.CHROMIUM ?? onPath(NAMES) ?? (existsSync(MAC) ? MAC : onPath([HEADLESS]));
}

/**
 * Path of the Chromium for tests: `CHROMIUM`, the build without windows, or any. The package is installed where there
 * is none, and with `CI` set where only a build with windows is. Throws where none can be had.
 */
export function findOrInstallChromium() {
  const installed = process.env.CHROMIUM ?? onPath([HEADLESS]) ?? (process.env.CI ? null : findChromium());
  if (installed) return installed;
  console.log(`no ${HEADLESS} found: installing the system package`);
  installPackage(HEADLESS);
  const path = onPath([HEADLESS]) ?? findChromium();
  if (!path)
    throw new Error(
      'The browser tests need Chromium: install it (for example "apt-get install chromium") or set CHROMIUM to its path.',
    );
  return path;
}
