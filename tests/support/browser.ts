// The browser that tests look through: named by `CHROMIUM` (`npm test` finds or installs one), else Debian's.
import { existsSync } from 'node:fs';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Without one, the tests that need it are skipped and say so; with `CI` set that is an error. */
export const browserThere = existsSync(CHROMIUM);
if (!browserThere && process.env['CI']) throw new Error(`no browser at ${CHROMIUM}`);
if (!browserThere) console.warn(`skipped: no browser at ${CHROMIUM}`);
