// NATS servers for tests: from an installed binary, on free ports of this machine, as a cluster of any size.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../data/free-port.mjs';
import { installPackage } from './system-package.mjs';

const BINARY = 'nats-server';
const READY_MS = 30_000;

function installed() {
  const folders = ['/usr/sbin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, BINARY)).find((path) => existsSync(path)) ?? null;
}

/** Installs the Debian package where there is no server and this user may. Whether there is one now. */
export function installNats() {
  if (installed()) return true;
  console.log('no nats-server found: installing the system package');
  installPackage('nats-server');
  return installed() !== null;
}

/** A server that was started; ready when it accepts clients. */
function launch(binary, port, clusterPort, routes, { args: more = [], env = {} } = {}) {
  const args = ['-a', '127.0.0.1', '-p', String(port), ...more];
  if (routes.length > 1) {
    args.push('--cluster_name', 'defi', '--cluster', `nats://127.0.0.1:${clusterPort}`);
    args.push('--routes', routes.join(','));
  }
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let timer;
  const ready = new Promise((resolve, reject) => {
    let text = '';
    timer = setTimeout(() => reject(new Error(`nats-server is not ready: ${text}`)), READY_MS);
    child.stderr.on('data', (bytes) => {
      text += bytes;
      if (text.includes('Server is ready')) resolve();
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`nats-server has ended: ${text}`)));
  }).finally(() => clearTimeout(timer));
  ready.catch(() => undefined); // one that was killed is not waited for
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  return { child, ready, ended };
}

/** Starts `count` servers that form one cluster, with more arguments and variables; null when none is installed. */
export async function startNats(count = 1, options = {}) {
  const binary = installed();
  if (!binary) return null;
  const ports = [];
  for (let at = 0; at < 2 * count; at += 1) ports.push(await freePort());
  const clients = ports.slice(0, count);
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`);
  const start = (at) => launch(binary, clients[at], ports[count + at], routes, options);
  const servers = clients.map((_, at) => start(at));
  await Promise.all(servers.map(({ ready }) => ready));
  return {
    url: clients.map((port) => `nats://127.0.0.1:${port}`).join(','),
    urlOf: (at) => `nats://127.0.0.1:${clients[at]}`,
    /** Ends one at once, as a crash does. */
    kill: (at) => servers[at].child.kill('SIGKILL'),
    async restart(at) {
      // It may hold its port for a while after it was killed.
      await servers[at].ended;
      servers[at] = start(at);
      await servers[at].ready;
    },
    remove: () => {
      for (const { child } of servers) child.kill('SIGKILL');
    },
  };
}
