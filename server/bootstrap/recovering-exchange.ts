// Restarts an exchange whose store refused a commit, as soon as the store works again.
// Its HTTP server answers 1500 meanwhile.
import { statfsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError } from './config.ts';
import type { LogFields } from '../gateway/monitoring/log.ts';
import type { HttpServerOptions } from './http-server.ts';
import { clientOf } from '../store/postgres/postgres-connection.ts';
import { refusesWrites } from '../store/postgres/write-probe.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { errorCode } from '../store/error-code.ts';
import { sentenceOf } from './system-errors.ts';

/** Time between two attempts to start. */
const RETRY_MS = 500;
/** Free space of the data folder's disk that a start needs: on a nearly full disk it would stop again at once. */
const MIN_FREE_BYTES = 32 * 2 ** 20;

/**
 * Error codes of a store that is unreachable, full or failing, which may pass: SQLite, the file system, and
 * PostgreSQL's classes (disk full, shutdown, I/O error, read-only).
 */
const TRANSIENT =
  /^(SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)\w*|ENOSPC|EDQUOT|EIO|EROFS|EACCES|EMFILE|ENFILE|ECONN\w+|53\d\d\d|57P0[123]|58030|25006)$/;

/** Whether the cause may pass while the process waits. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreUnavailableError) return true;
  return (
    TRANSIENT.test(errorCode(error)) ||
    isTransient(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isTransient))
  );
}

async function hasFreeSpace({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl !== null) return !(await isFull(databaseUrl));
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** False where there is no server: the start reports that. */
async function isFull(databaseUrl: string): Promise<boolean> {
  const client = clientOf(databaseUrl);
  client.on('error', () => undefined); // the probe fails
  try {
    await client.connect();
    return await refusesWrites(client);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined); // answered either way
  }
}

/** What a restart needs of an exchange. */
interface Stoppable {
  address: { port: number };
  failed: Promise<unknown>;
  close(): Promise<void>;
  abandon(): Promise<void>;
  closeHttp(): Promise<void>;
}

/** How an exchange is started again. */
interface Restart<Exchange, Options> {
  config: Config;
  options: Options;
  start: (config: Config, options: Options) => Promise<Exchange>;
  log: (event: string, fields: LogFields) => void;
}

/** An exchange that is restarted when it stops for a transient reason. */
export class RecoveringExchange<Exchange extends Stoppable, Options extends HttpServerOptions> {
  exchange: Exchange;
  /** Resolves with a sentence for the operator when it has stopped for good. */
  readonly over: Promise<string>;
  readonly #config: Config;
  readonly #options: Options;
  readonly #start: (config: Config, options: Options) => Promise<Exchange>;
  readonly #log: (event: string, fields: LogFields) => void;
  #closing = false;
  /** Why it has stopped for now; null while it runs. */
  #paused: string | null = null;
  #resolveOver!: (sentence: string) => void;

  /** `exchange` is what `start` has started with these options. */
  constructor(exchange: Exchange, { config, options, start, log }: Restart<Exchange, Options>) {
    this.exchange = exchange;
    // The port that it first listened on: port 0 would choose another one.
    this.#config = { ...config, port: exchange.address.port };
    this.#options = options;
    this.#start = start;
    this.#log = log;
    this.over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
    this.#watch();
  }

  /** Throws Error, with a sentence for the operator, where it is paused: there is nothing to end in order. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#paused !== null) {
      await this.exchange.closeHttp();
      throw new Error(
        `Ended while the exchange was paused: ${this.#paused}. What was answered is not lost; the next start completes the rows.`,
      );
    }
    await this.exchange.close();
  }

  #watch(): void {
    const { exchange } = this;
    void exchange.failed.then((error) => this.#recover(exchange, error));
  }

  #reasonOf(error: unknown): string {
    return sentenceOf((error instanceof ConfigError && error.cause) || error, this.#config.dataDir);
  }

  /** Never rejects. */
  async #recover(stopped: Stoppable, reason: unknown): Promise<void> {
    if (this.#closing) return;
    const began = performance.now();
    if (!isTransient(reason) || this.#options.server) {
      this.#resolveOver(`The exchange has ended, because its store failed: ${this.#reasonOf(reason)}`);
      return;
    }
    this.#paused = this.#reasonOf(reason);
    this.#log('exchange.paused', { retryMs: RETRY_MS, reason: this.#paused });
    await stopped.abandon();
    let logged = '';
    while (!this.#closing) {
      try {
        if (await hasFreeSpace(this.#config)) {
          this.exchange = await this.#start(this.#config, {
            ...this.#options,
            beforeListen: () => stopped.closeHttp(),
          });
          this.#paused = null;
          this.#log('exchange.resumed', { pausedMs: Math.round(performance.now() - began) });
          this.#watch();
          if (this.#closing) await this.exchange.close();
          return;
        }
      } catch (error) {
        const why = this.#reasonOf(error);
        if (!isTransient(error)) {
          this.#resolveOver(`The exchange has ended, because it could not start again: ${why}`);
          return;
        }
        if (why !== logged) this.#log('exchange.resume_failed', { retryMs: RETRY_MS, reason: why });
        logged = why;
      }
      await pause(RETRY_MS);
    }
  }
}
