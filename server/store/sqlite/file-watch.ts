// Watches the files of the embedded store: reports when they are deleted, replaced or overwritten.
import { type BigIntStats, statSync } from 'node:fs';

/** Time between checks beside those at commits. */
const CHECK_MS = 500;
/** The file and its log, without which the file lacks the last commits. */
const NAMES = ['', '-wal'];

/** For a database file that is open in WAL mode. */
export interface FileWatchOptions {
  file: string;
  /** Another process wrote into the file. */
  onForeignWrite: () => void;
  onBroken: (error: Error) => void;
}

export class FileWatch {
  readonly #options: FileWatchOptions;
  readonly #opened: string[];
  #changedNs: bigint;
  #writing = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: FileWatchOptions) {
    this.#options = options;
    this.#opened = NAMES.map((name) => identityOf(statSync(options.file + name, { bigint: true })));
    this.#changedNs = this.#changed();
    this.#timer = setInterval(() => this.#poll(), CHECK_MS);
    this.#timer.unref();
  }

  /** Throws Error when a file was deleted or replaced: what is written then cannot be found again. */
  check(): void {
    for (const [at, name] of NAMES.entries()) {
      const path = this.#options.file + name;
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (!stat || identityOf(stat) !== this.#opened[at]) {
        throw new Error(
          `the file ${path} was ${stat ? 'replaced' : 'deleted'} while the exchange used it; restore it, or a backup`,
        );
      }
    }
  }

  /**
   * Runs a write of this process into the file itself, as opposed to its log. Foreign writes during it are not noticed;
   * those before and after are.
   */
  async whileWriting(write: () => Promise<void>): Promise<void> {
    this.#detectForeignWrite();
    this.#writing = true;
    try {
      await write();
    } finally {
      this.#writing = false;
      this.#changedNs = this.#changed();
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #poll(): void {
    try {
      this.check();
    } catch (error) {
      this.dispose();
      this.#options.onBroken(error as Error);
      return;
    }
    this.#detectForeignWrite();
  }

  #detectForeignWrite(): void {
    if (this.#writing) return;
    const changedNs = this.#changed();
    if (changedNs === this.#changedNs) return;
    this.#changedNs = changedNs;
    this.#options.onForeignWrite();
  }

  /** When the file was last written, ns; 0 without a file, which `check` reports. */
  #changed(): bigint {
    return statSync(this.#options.file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}
