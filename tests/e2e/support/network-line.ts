// The line between a page and its exchange: it can go dead without a word, as a phone's does, and come back.
import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';

export class Line {
  readonly url: string;
  private readonly server: Server;
  private readonly pairs = new Set<{ near: Socket; far: Socket }>();
  private dead = false;

  private constructor(server: Server, port: number, farPort: number) {
    this.url = `http://localhost:${port}`;
    this.server = server;
    server.on('connection', (near) => this.join(near, farPort));
  }

  /** A line to an exchange, on a free port. */
  static async to(url: string): Promise<Line> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new Line(server, typeof address === 'object' && address ? address.port : 0, Number(new URL(url).port));
  }

  /**
   * Nothing goes through any more, and nobody is told: sockets stay half open, new ones are accepted and never
   * answered.
   */
  die(): void {
    this.dead = true;
    for (const { near, far } of this.pairs) {
      near.pause();
      far.pause();
    }
  }

  /** New connections go through again; what hung on the dead line is cut. */
  revive(): void {
    this.dead = false;
    this.cut();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private cut(): void {
    for (const { near, far } of this.pairs) {
      near.destroy();
      far.destroy();
    }
    this.pairs.clear();
  }

  private join(near: Socket, farPort: number): void {
    const far = connect(farPort, '127.0.0.1');
    const pair = { near, far };
    this.pairs.add(pair);
    const end = (): void => {
      near.destroy();
      far.destroy();
      this.pairs.delete(pair);
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from
        .on('data', (bytes) => to.write(bytes))
        .on('close', end)
        .on('error', end);
    if (this.dead) near.pause();
  }
}
