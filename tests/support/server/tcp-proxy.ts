// A TCP proxy that can stop carrying bytes, as a network does that is cut without closing its connections.
import { type Socket, connect, createServer } from 'node:net';
import { portOf } from '../../../server/gateway/listen.ts';

export interface TcpProxy {
  /** `127.0.0.1:port`, to be used in place of the target's address. */
  address: string;
  /** Carries nothing from now on; what arrives meanwhile is stored, and carried after `resume`. */
  pause(): void;
  resume(): void;
  /** The target's end of each connection is closed, and nothing reaches the other end, as when a machine is lost. */
  lose(): void;
  close(): void;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Map<Socket, 'client' | 'target'>();
  const lost = new WeakSet<Socket>();
  let isPaused = false;
  const server = createServer((client) => {
    const remote = connect(target);
    for (const [from, to, end] of [
      [client, remote, 'client'],
      [remote, client, 'target'],
    ] as const) {
      sockets.set(from, end);
      from.on('data', (bytes) => to.destroyed || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!isPaused && !lost.has(from)) to.destroy();
      });
      if (isPaused) from.pause();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${portOf(server)}`,
    pause() {
      isPaused = true;
      for (const socket of sockets.keys()) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets.keys()) socket.resume();
    },
    lose() {
      for (const [socket, end] of sockets) {
        if (end !== 'target') continue;
        lost.add(socket);
        socket.destroy();
      }
    },
    close() {
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
