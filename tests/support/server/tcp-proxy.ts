// A TCP proxy that can stop carrying bytes, as a network does that is cut without closing its connections.
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface TcpProxy {
  /** `127.0.0.1:port`, to be used in place of the target's address. */
  address: string;
  /** Carries nothing from now on; what arrives meanwhile is stored, and carried after `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isPaused = false;
  const server = createServer((client) => {
    const remote = connect(target);
    for (const [from, to] of [
      [client, remote],
      [remote, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!isPaused) to.destroy();
      });
      if (isPaused) from.pause();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
