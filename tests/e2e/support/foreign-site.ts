// A web site of another origin, for tests of embedding.
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { portOf } from '../../../server/gateway/listen.ts';

export class ForeignSite {
  readonly origin: string;
  readonly #server: Server;

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.origin = origin;
  }

  /**
   * Serves `pages` by path, as HTML, under a strict policy that allows `exchange` to bring its script and its frame.
   */
  static async open(pages: Record<string, string>, exchange: string): Promise<ForeignSite> {
    const server = createServer((request, response) => {
      const page = pages[(request.url ?? '/').split('?', 1)[0] ?? '/'];
      response
        .writeHead(page === undefined ? 404 : 200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' ${exchange}; frame-src *; style-src 'unsafe-inline'`,
        })
        .end(page ?? 'not found');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ForeignSite(server, `http://127.0.0.1:${portOf(server)}`);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
