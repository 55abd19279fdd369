// An exchange in a process of its own, with its own port and data folder; can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../data/shared-file.ts';
import { freePort } from '../data/free-port.mjs';
import { prepareData } from '../data/prepared-data.ts';

export class ExchangeProcess {
  readonly url: string;
  #child: ChildProcess | null = null;
  readonly #env: Record<string, string>;
  readonly data: string;

  private constructor(port: number, env: Record<string, string>) {
    this.url = `http://localhost:${port}`;
    this.data = mkdtempSync(join(tmpdir(), 'defi-e2e-'));
    this.#env = { PORT: String(port), DATA_DIR: this.data, ...env };
  }

  /** Starts an exchange on an empty database and waits until it answers. Throws after 90 s. */
  static async start(env: Record<string, string> = {}): Promise<ExchangeProcess> {
    const exchange = new ExchangeProcess(await freePort(), env);
    await exchange.launch();
    return exchange;
  }

  async launch(): Promise<void> {
    await prepareData(this.data, { ...process.env, ...this.#env });
    const child = spawn(process.execPath, ['server/start.mjs'], {
      cwd: ROOT,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4000);
      });
    const until = Date.now() + 90_000;
    while (Date.now() < until) {
      if (child.exitCode !== null) throw new Error(`exchange exited:\n${output}`);
      if (await this.#isReady()) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    throw new Error(`exchange did not answer within 90 s:\n${output}`);
  }

  /** SIGSTOP: it hangs with open sockets, as under a debugger. SIGCONT: it continues. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name);
  }

  /** Sends SIGKILL and waits for the exit. The data folder remains. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Kills it and removes its data folder. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
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
}
