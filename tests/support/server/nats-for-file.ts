// NATS servers for the tests of one file.
import { afterAll, beforeAll } from 'vitest';
import { type NatsServers, startNats } from './nats.mjs';

/** A cluster while the file's tests run; null where no server is installed (in CI that is an error). */
export function natsForFile(count = 1): () => NatsServers | null {
  let servers: NatsServers | null = null;
  beforeAll(async () => {
    servers = await startNats(count);
    if (servers === null && process.env['CI']) throw new Error('nats-server is missing: the tests install it in CI');
    if (servers === null) console.warn('no nats-server installed: its tests are skipped');
  });
  afterAll(() => servers?.remove());
  return () => servers;
}
