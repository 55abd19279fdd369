// An exchange that stopped because its store refused a commit starts again from what is stored, as soon as the store is
// there; its HTTP server answers 1500 meanwhile.
import { statfsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { HttpServerOptions } from './http-server.ts';
import { StoreAwayError } from '../store/postgres/postgres-connection.ts';

/** Between two tries to start again. */
const RETRY_MS = 500;
/** On the data folder's disk, before a start is tried: one that runs full at once would only stop again. */
const LEAST_FREE_BYTES = 32 * 2 ** 20;

/**
 * What a store that is away, full or failing says, and may say no longer in a while: SQLite, the file system, and
 * classes of PostgreSQL's (no room, no server, a failing disk, only reads).
 */
const TRANSIENT =
  /^(SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)\w*|ENOSPC|EDQUOT|EIO|EROFS|EACCES|EMFILE|ENFILE|ECONN\w+|53\d\d\d|57P0[123]|58030|25006)$/;

/** Whether the cause may be removed while the process waits. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreAwayError) return true;
  const { code = '', cause } = error as { code?: unknown; cause?: unknown };
  return (
    TRANSIENT.test(String(code)) ||
    isTransient(cause) ||
    (error instanceof AggregateError && error.errors.some(isTransient))
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hasFreeSpace({ databaseUrl, dataDir }: Config): boolean {
  if (databaseUrl !== null) return true;
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize >= LEAST_FREE_BYTES;
}

/** What is asked of an exchange to start another in its place. */
interface Stoppable {
  address: { port: number };
  failed: Promise<unknown>;
  close(): Promise<void>;
  abandon(): Promise<void>;
  closeHttp(): Promise<void>;
}

/** An exchange that is started again whenever it stops for a reason that passes. */
export class Recovering<Exchange extends Stoppable, Options extends HttpServerOptions> {
  exchange: Exchange;
  /** Resolves with a sentence when it has stopped for good. */
  readonly over: Promise<string>;
  readonly #config: Config;
  readonly #options: Options;
  readonly #start: (config: Config, options: Options) => Promise<Exchange>;
  readonly #log: (line: string) => void;
  #closing = false;
  #resolveOver!: (sentence: string) => void;

  constructor(
    exchange: Exchange,
    config: Config,
    options: Options,
    start: (config: Config, options: Options) => Promise<Exchange>,
    log: (line: string) => void,
  ) {
    this.exchange = exchange;
    // Wherever it listened first: port 0 would be another one.
    this.#config = { ...config, port: exchange.address.port };
    this.#options = options;
    this.#start = start;
    this.#log = log;
    this.over = new Promise((resolve) => {
      this.#resolveOver = resolve;
    });
    this.#watch();
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.exchange.close();
  }

  #watch(): void {
    const { exchange } = this;
    void exchange.failed.then((error) => this.#recover(exchange, error));
  }

  /** Never rejects. */
  async #recover(stopped: Stoppable, reason: unknown): Promise<void> {
    if (this.#closing) return;
    const began = performance.now();
    if (!isTransient(reason) || this.#options.server) {
      this.#resolveOver(`The exchange has ended, because its store failed: ${messageOf(reason)}`);
      return;
    }
    this.#log(
      `The exchange takes nothing for now, because its store refused a commit: ${messageOf(reason)}. It goes on by itself when the store is back.`,
    );
    await stopped.abandon();
    while (!this.#closing) {
      try {
        if (hasFreeSpace(this.#config)) {
          this.exchange = await this.#start(this.#config, {
            ...this.#options,
            beforeListen: () => stopped.closeHttp(),
          });
          this.#log(
            `The store is back, and the exchange goes on, ${((performance.now() - began) / 1000).toFixed(1)} s after it stopped.`,
          );
          this.#watch();
          if (this.#closing) await this.exchange.close();
          return;
        }
      } catch (error) {
        if (isTransient(error)) this.#log(`The store is not back yet: ${messageOf(error)}`);
        else {
          this.#resolveOver(`The exchange has ended, because it could not start again: ${messageOf(error)}`);
          return;
        }
      }
      await pause(RETRY_MS);
    }
  }
}
