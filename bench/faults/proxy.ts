// A proxy between an exchange and a worker: forwards both ways, corrupts messages on request, stalls, half-closes,
// kills.
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { portOf } from '../../server/gateway/listen.ts';

/** What passes down to the worker in the place of one message of the exchange. */
export type Filter = (text: string) => string[];

/** Ways a connection dies without saying so, and one that it does. */
export type Cut = 'stall-down' | 'stall-both' | 'stall-up' | 'fin' | 'kill';

interface Line {
  down: WebSocket;
  up: WebSocket;
  early: string[];
  cut?: Cut;
}

export class Proxy {
  filter: Filter = (text) => [text];
  readonly #lines = new Set<Line>();
  readonly #sockets: WebSocketServer;
  readonly #server = createServer();

  private constructor(target: string) {
    this.#sockets = new WebSocketServer({ server: this.#server, perMessageDeflate: false });
    this.#sockets.on('connection', (down) => this.#join(down, target));
  }

  static async start(target: string): Promise<Proxy> {
    const proxy = new Proxy(target);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `ws://127.0.0.1:${portOf(this.#server)}`;
  }

  /** Cuts every line that is open now; new ones are whole. */
  cut(how: Cut): void {
    for (const line of this.#lines) {
      if (how === 'kill') {
        line.down.terminate();
        line.up.terminate();
      } else if (how === 'fin') (line.down as unknown as { _socket: Socket })._socket.end();
      else line.cut = how;
    }
  }

  async close(): Promise<void> {
    for (const { down, up } of this.#lines) {
      down.terminate();
      up.terminate();
    }
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #join(down: WebSocket, target: string): void {
    const up = new WebSocket(target, { perMessageDeflate: false });
    const line: Line = { down, up, early: [] };
    this.#lines.add(line);
    down.on('message', (data) => {
      if (line.cut === 'stall-up' || line.cut === 'stall-both') return;
      if (up.readyState === WebSocket.OPEN) up.send(String(data));
      else line.early.push(String(data));
    });
    up.on('open', () => line.early.splice(0).forEach((text) => up.send(text)));
    up.on('message', (data) => {
      if (line.cut === 'stall-down' || line.cut === 'stall-both') return;
      for (const text of this.filter(String(data))) down.send(text);
    });
    const end = (): void => {
      this.#lines.delete(line);
      down.terminate();
      up.terminate();
    };
    for (const socket of [down, up]) socket.on('close', end).on('error', end);
  }
}
