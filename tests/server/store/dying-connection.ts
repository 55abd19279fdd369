// A way to a PostgreSQL server on which a connection dies with its last answer: the server's farewell comes in the same
// packet.
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]); // ready for the next question, outside any transaction
const TEXT = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const FAREWELL = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, TEXT.length + 4]), Buffer.from(TEXT)]);

export interface LastWords {
  url: string;
  /** Lets the next answer of every connection that is open be its last. */
  say(): void;
  /** Connections that died so. */
  readonly died: number;
}

export async function lastWords(url: string): Promise<LastWords> {
  const { hostname, port } = new URL(url);
  let said = 0;
  let died = 0;
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    const bornAt = said;
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(upstream);
    upstream.on('data', (data) => {
      if (bornAt === said || !data.subarray(-READY.length).equals(READY)) return socket.write(data);
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
    say: () => {
      said += 1;
    },
    get died() {
      return died;
    },
  };
}
