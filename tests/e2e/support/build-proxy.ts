// A proxy of an exchange that serves its build, or the same build with another cache name as a newer one.
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { portOf } from '../../../server/gateway/listen.ts';

/** Hash of a build in its service worker. */
const CACHE_NAME = /shell-[0-9a-f]{16}/g;
/** Where the parts of a build are, and those of a newer one that shares none of them. */
const [PARTS, NEWER_PARTS] = ['/assets/', '/assets/newer/'];
const PART_NAMES = /(?<=["'`(/=])\/?assets\/(?!newer)/g;
const NOT_FOUND = 404;

export class BuildProxy {
  readonly url: string;
  /** 'B' is a newer build: another service worker, and a page with a `build` meta tag. */
  build: 'A' | 'B' = 'A';
  /** The newer build has parts of its own, and those of the older one are gone. */
  replacesParts = false;
  readonly #server: Server;
  readonly #upstream: URL;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, behind: URL) {
    this.#server = server;
    this.#upstream = behind;
    this.url = `http://localhost:${portOf(server)}`;
    server.on('request', (incoming, outgoing) => this.#forward(incoming, outgoing));
    server.on('connection', (socket) => this.#track(socket));
    server.on('upgrade', (incoming, socket, head) => this.#tunnel(incoming, socket as Socket, head));
  }

  static async open(url: string): Promise<BuildProxy> {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    return new BuildProxy(server, new URL(url));
  }

  /** Refuses new connections and closes the open ones. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { hostname, port, host } = this.#upstream;
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' };
    const { url = '/', method } = incoming;
    const replaced = this.build === 'B' && this.replacesParts;
    if (replaced && url.startsWith(PARTS) && !url.startsWith(NEWER_PARTS)) {
      outgoing.writeHead(NOT_FOUND, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    const upstream = request({ hostname, port, path: url.replace(NEWER_PARTS, PARTS), method, headers }, (response) => {
      const type = String(response.headers['content-type'] ?? '');
      const changes =
        this.build === 'B' && (replaced ? /html|javascript|css/ : /html/).test(url === '/sw.js' ? 'html' : type);
      if (!changes) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        return;
      }
      const { 'content-length': _, ...rest } = response.headers;
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        outgoing.writeHead(response.statusCode ?? 502, rest);
        outgoing.end(
          text
            .replace(CACHE_NAME, `shell-${'b'.repeat(16)}`)
            .replace('<head>', '<head><meta name="build" content="B">')
            .replace(PART_NAMES, (name) => (replaced ? `${name}newer/` : name)),
        );
      });
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  }

  #tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const upstream = connect(Number(this.#upstream.port), this.#upstream.hostname, () => {
      const lines = Object.entries({ ...incoming.headers, host: this.#upstream.host }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  }
}
