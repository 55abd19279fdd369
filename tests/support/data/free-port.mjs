// Free ports of this machine, for servers of tests.
import { createServer } from 'node:net';

/**
 * Ports that systems give to no connection and to no listener without a port of its own, which would take one that a
 * server is about to use, or to use again after a restart. Below them are ports that programs are known by.
 */
const [FIRST_PORT, PORTS] = [20_000, 12_000];
const given = new Set();

/** A port of this machine that no program listens on, another one each time. */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
