// Proxies to a PostgreSQL server: connections that end with their last answer in the same packet, and slow ones.
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

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

export async function openDyingProxy(url: string): Promise<DyingProxy> {
  const { hostname, port } = new URL(url);
  let ended = 0;
  let died = 0;
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    const bornAt = ended;
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(upstream);
    upstream.on('data', (data) => {
      if (bornAt === ended || !data.subarray(-READY.length).equals(READY)) return socket.write(data);
      died += 1;
      return socket.end(Buffer.concat([data, FAREWELL]));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
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
  const { hostname, port } = new URL(url);
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    const upstream = connect(Number(port), hostname);
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(upstream);
    upstream.on('data', (data) => setTimeout(() => socket.write(data), delayMs));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
    get count() {
      return count;
    },
  };
}
