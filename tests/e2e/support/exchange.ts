// A real exchange for a browser test: its own process, port and data folder; can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/shared.ts';

/** A port that is free now. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export class Exchange {
  readonly url: string;
  private child: ChildProcess | null = null;
  private readonly env: Record<string, string>;
  readonly data: string;

  private constructor(port: number, env: Record<string, string>) {
    this.url = `http://localhost:${port}`;
    this.data = mkdtempSync(join(tmpdir(), 'defi-e2e-'));
    this.env = { PORT: String(port), DATA_DIR: this.data, ...env };
  }

  /** Starts an exchange on an empty database and waits until it answers. */
  static async start(env: Record<string, string> = {}): Promise<Exchange> {
    const exchange = new Exchange(await freePort(), env);
    await exchange.up();
    return exchange;
  }

  async up(): Promise<void> {
    const child = spawn(process.execPath, ['server/start.mjs'], {
      cwd: ROOT,
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4000);
      });
    const until = Date.now() + 90_000;
    while (Date.now() < until) {
      if (child.exitCode !== null) throw new Error(`the exchange ended:\n${said}`);
      if (await this.answers()) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    throw new Error(`the exchange did not answer:\n${said}`);
  }

  private async answers(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/mmtb-api/common/prop`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'keys=version',
      });
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** SIGSTOP: it hangs with all its sockets open, as under a debugger. SIGCONT: it goes on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(name);
  }

  /** kill -9: the process gets no chance to say goodbye. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
