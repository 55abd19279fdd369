// Checks a database file: its pages, and that its texts are UTF-8. That of a large one runs beside its use.
import { setTimeout as pause } from 'node:timers/promises';
import type AsyncDatabase from 'libsql/promise';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { findInvalidText } from '../utf8-check.ts';
import { faultOfPages } from './wal-checkpointer.ts';

/**
 * A larger file is checked beside the exchange: each MB takes some 20 ms, and orders make 1.6 KB each, so that a start
 * would take longer with every day.
 */
export const MAX_BYTES_AT_START = 64 * 2 ** 20;
/** Between two reads of a check beside the exchange: what it does on this thread is a millisecond each. */
const PAUSE_MS = 5;

/** How often a stopped check is interrupted: between two statements that does nothing. */
const INTERRUPT_MS = 20;

/** A check beside other use of the file: pauses before each read of texts, and until when. */
interface Beside {
  pauseMs: number;
  signal: AbortSignal;
}

/** The first fault of the file; null for none. Rejects once it is aborted. */
export async function faultOfFile(connection: AsyncDatabase, beside?: Beside): Promise<string | null> {
  const read = async <T extends object>(sql: string): Promise<T[]> => {
    if (beside) await pause(beside.pauseMs, undefined, { signal: beside.signal });
    const statement: { all(): Promise<T[]> } = await connection.prepare(sql);
    return statement.all();
  };
  return (await faultOfPages(connection)) ?? findInvalidText(read);
}

/** A check that runs beside the use of the file, over a connection of its own. */
export class FileCheck {
  readonly #connection: AsyncDatabase;
  readonly #stop = new AbortController();
  #isOver = false;
  /** Resolves when the check has ended. */
  readonly running: Promise<void>;

  /** `onFault` gets a sentence about the fault; it is not called after `stop`. */
  constructor(connection: AsyncDatabase, onFault: (fault: string) => void, pauseMs = PAUSE_MS) {
    this.#connection = connection;
    const { signal } = this.#stop;
    this.running = faultOfFile(connection, { pauseMs, signal })
      .catch(errorMessage)
      .then((fault) => {
        if (fault !== null && !signal.aborted) onFault(fault);
      })
      .finally(() => {
        this.#isOver = true;
        connection.close();
      });
  }

  /** Ends the check where it is. */
  async stop(): Promise<void> {
    this.#stop.abort();
    // The driver ends the process where a closed connection is interrupted.
    const interrupt = (): void => {
      if (!this.#isOver) this.#connection.interrupt();
    };
    const interrupts = setInterval(interrupt, INTERRUPT_MS);
    interrupt();
    await this.running;
    clearInterval(interrupts);
  }
}
