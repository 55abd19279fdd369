// Proxies to a PostgreSQL server: connections that end with their last answer in the same packet, and slow ones.
import { type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { portOf } from '../../../server/gateway/listen.ts';

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]); // ready for the next question, outside any transaction
const TEXT = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const FAREWELL = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, TEXT.length + 4]), Buffer.from(TEXT)]);

export interface DyingProxy {
  url: string;
  /** Makes the next answer of every open connection its last. */
  endConnections(): void;
  /** Number of connections that ended so. */
  readonly died: number;
}

/**
 * A proxy that is closed with the test; returns the database's address by way of it. `onConnection` gets each new
 * connection and returns what is done with the server's answers on it.
 */
export async function proxyBefore(
  url: string,
  onConnection: (socket: Socket) => (answer: Buffer) => void,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = createServer((socket) => {
    const onAnswer = onConnection(socket);
    if (socket.destroyed) return;
    const upstream = connect(Number(port), hostname);
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(upstream);
    upstream.on('data', onAnswer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const way = new URL(url);
  way.port = String(portOf(server));
  return way.href;
}

export async function openDyingProxy(url: string): Promise<DyingProxy> {
  let ended = 0;
  let died = 0;
  const way = await proxyBefore(url, (socket) => {
    const bornAt = ended;
    return (answer) => {
      if (bornAt === ended || !answer.subarray(-READY.length).equals(READY)) return socket.write(answer);
      died += 1;
      return socket.end(Buffer.concat([answer, FAREWELL]));
    };
  });
  return {
    url: way,
    endConnections: () => {
      ended += 1;
    },
    get died() {
      return died;
    },
  };
}

/** A proxy that delivers every answer this much later, and counts its connections. */
export async function openSlowProxy(url: string, delayMs: number): Promise<{ url: string; readonly count: number }> {
  let count = 0;
  const way = await proxyBefore(url, (socket) => {
    count += 1;
    return (answer) => void setTimeout(() => socket.write(answer), delayMs);
  });
  return {
    url: way,
    get count() {
      return count;
    },
  };
}
