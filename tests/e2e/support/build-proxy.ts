// A door before an exchange that serves its build, or the same build under another mark as a newer one; and that can be
// shut.
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What every build's service worker names its cache by. */
const MARK = /shell-[0-9a-f]{16}/g;

export class Front {
  readonly url: string;
  /** 'B' is a newer build: another worker, and a page that says so. */
  build: 'A' | 'B' = 'A';
  readonly #server: Server;
  readonly #behind: URL;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, behind: URL) {
    this.#server = server;
    this.#behind = behind;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (asked, answer) => this.#pass(asked, answer));
    server.on('connection', (socket) => this.#keep(socket));
    server.on('upgrade', (asked, socket, head) => this.#join(asked, socket as Socket, head));
  }

  static async before(url: string): Promise<Front> {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    return new Front(server, new URL(url));
  }

  /** Nobody answers any more. */
  shut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port, host } = this.#behind;
    const headers = { ...asked.headers, host, 'accept-encoding': 'identity' };
    const behind = request({ hostname, port, path: asked.url, method: asked.method, headers }, (given) => {
      const type = String(given.headers['content-type'] ?? '');
      const changes = this.build === 'B' && (asked.url === '/sw.js' || type.startsWith('text/html'));
      if (!changes) {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
        return;
      }
      const { 'content-length': _, ...rest } = given.headers;
      given.setEncoding('utf8');
      let text = '';
      given.on('data', (part: string) => {
        text += part;
      });
      given.on('end', () => {
        answer.writeHead(given.statusCode ?? 502, rest);
        answer.end(
          text.replace(MARK, `shell-${'b'.repeat(16)}`).replace('<head>', '<head><meta name="build" content="B">'),
        );
      });
    });
    behind.on('error', () => answer.destroy());
    asked.pipe(behind);
  }

  #join(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const behind = connect(Number(this.#behind.port), this.#behind.hostname, () => {
      const lines = Object.entries({ ...asked.headers, host: this.#behind.host }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      behind.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
  }
}
