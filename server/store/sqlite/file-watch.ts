// Whether the files of the embedded store are still those that were opened: somebody may delete, replace or overwrite
// them while they are used.
import { type BigIntStats, statSync } from 'node:fs';

/** How often it is looked at beside the commits. */
const CHECK_MS = 500;
/** The file, and the log beside it, without which the file is older than what was answered. */
const NAMES = ['', '-wal'];

/** For the database's file, open in WAL mode. */
export interface FileWatchOptions {
  file: string;
  /** Somebody else wrote into the file. */
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

  /** Throws Error when a file is gone or another one: what is written goes where nobody will find it. */
  check(): void {
    for (const [at, name] of NAMES.entries()) {
      const path = this.#options.file + name;
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (!stat || identityOf(stat) !== this.#opened[at]) {
        throw new Error(
          `the file ${path} was ${stat ? 'replaced' : 'deleted'} while the exchange used it; bring it back, or restore a backup`,
        );
      }
    }
  }

  /**
   * Runs a write of this process into the file itself, as opposed to its log. What others write during it goes
   * unnoticed; before and after it does not.
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

  end(): void {
    clearInterval(this.#timer);
  }

  #poll(): void {
    try {
      this.check();
    } catch (error) {
      this.end();
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
