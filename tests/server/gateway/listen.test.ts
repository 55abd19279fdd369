// A port that cannot be opened is a sentence for the operator.
import { createServer } from 'node:net';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { listen, portOf } from '../../../server/gateway/listen.ts';

const PRIVILEGED = 81;
const UNPRIVILEGED_FROM = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const NOBODY = 65_534;

/** Whether this process may become a user who may not open such a port. */
function canBeRefused(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return Number(readFileSync(UNPRIVILEGED_FROM, 'utf8')) > PRIVILEGED;
}

it('names a port that another program has', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const port = portOf(other);
  await expect(listen(fastify(), { port, host: '127.0.0.1' })).rejects.toThrow(
    `Port ${port} is in use by another program`,
  );
  other.close();
});

// Addresses and names that no machine has (RFC 5737, RFC 2606), and one that needs the name of a network card.
it.each(['192.0.2.1', 'nowhere.invalid', 'fe80::1'])('names %s, which is no address of this machine', async (host) => {
  await expect(listen(fastify(), { port: 0, host })).rejects.toThrow(
    `This machine has no address ${host}; correct HOST, or start without it.`,
  );
});

it.runIf(canBeRefused())('names a port that its user may not open', async () => {
  process.seteuid!(NOBODY);
  try {
    await expect(listen(fastify(), { port: PRIVILEGED, host: '127.0.0.1' })).rejects.toThrow(
      `This user may not open port ${PRIVILEGED}; choose one above 1023 with PORT.`,
    );
  } finally {
    process.seteuid!(0);
  }
});
