// Opens the port of a node, and closes it without losing an answer.
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorCode } from '../store/error-code.ts';

interface Address {
  port: number;
  host: string;
}

/** Why a port cannot be opened, and what to do; null: some other error. */
function listenMessage(code: string | undefined, { port, host }: Address): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program; stop that one, or choose another with PORT.`;
    case 'EACCES':
      return `This user may not open port ${port}; choose one above 1023 with PORT.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}; correct HOST, or start without it.`;
    default:
      return null;
  }
}

/** Opens the port. Throws a sentence for the operator when that cannot be. */
export async function listen(http: FastifyInstance, address: Address): Promise<void> {
  try {
    await http.listen(address);
  } catch (cause) {
    const message = listenMessage(errorCode(cause), address);
    if (message === null) throw cause;
    throw new Error(message, { cause });
  }
}

/** Requests still running this long after closing began are aborted, ms. */
const DRAIN_MS = 3_000;

/**
 * Closes the port: new requests are refused, running ones are answered. `before` is what ends with it. A connection
 * ends with its answer: otherwise it would hold the process for its keep-alive time.
 */
export async function drain(http: FastifyInstance, before: () => Promise<unknown>): Promise<void> {
  http.server.keepAliveTimeout = 1;
  const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
  try {
    await before();
    await http.close();
  } finally {
    clearTimeout(hurry);
  }
}

/** The port that a server listens on. Throws Error when it listens on none. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
