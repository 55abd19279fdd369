// A PostgreSQL server for tests: from an installed binary, on a free port of this machine, in a temporary folder, gone
// afterwards.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../data/free-port.mjs';
import { installPackage } from './system-package.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** Folder of `initdb` and `pg_ctl`, the newest one; null when there is none. */
function installed() {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  return (
    [...debian, ...(process.env.PATH ?? '').split(delimiter)].find(
      (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
    ) ?? null
  );
}

/** Installs the Debian package where there is no server and this user may. Whether there is one now. */
export function installPostgres() {
  if (installed()) return true;
  console.log('no PostgreSQL found: installing the system package');
  installPackage('postgresql');
  return installed() !== null;
}

/** The server refuses to run as root; then it runs as the package's user. */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  if (!line) throw new Error('PostgreSQL does not run as root, and there is no user "postgres"');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Starts a server of its own; null when none is installed. Throws with the output of a server that cannot start. */
export async function startPostgres(port = 0) {
  const bin = installed();
  if (!bin) return null;
  const chosen = port || (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'defi-postgres-'));
  const user = owner();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const call = (name, ...args) => {
    // Its output goes to a file: the server would keep a pipe open.
    const { status, stderr, error } = spawnSync(join(bin, name), args, {
      cwd: folder,
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw error ?? new Error(`${name}: ${stderr}`);
  };
  const start = () =>
    call(
      'pg_ctl',
      'start',
      '-w',
      '-D',
      data,
      '-l',
      join(folder, 'log'),
      '-o',
      `-p ${chosen} -c listen_addresses=127.0.0.1 -k ${folder}`,
    );
  const stop = (mode) => call('pg_ctl', 'stop', '-w', '-D', data, '-m', mode);
  call('initdb', '-D', data, '-U', 'defi', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  start();
  return {
    url: `postgres://defi@127.0.0.1:${chosen}/postgres`,
    start,
    /** Ends it as a crash does: nothing is flushed, clients are cut off. */
    crash: () => stop('immediate'),
    remove: () => {
      stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
