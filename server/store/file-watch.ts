// Whether the files of the embedded store are still those that were opened: somebody may delete, replace or overwrite them while they are used.
import { type BigIntStats, statSync } from 'node:fs';

/** How often it is looked at beside the commits. */
const LOOK_MS = 500;
/** The file, and the log beside it, without which the file is older than what was answered. */
const NAMES = ['', '-wal'];

/** Told of the database's file, open in WAL mode. */
export interface FileWatchOptions {
  file: string;
  /** Grows whenever this process may have written into the file itself, and before it does. */
  ownWrites: () => number;
  /** Somebody else wrote into the file. */
  onForeignWrite: () => void;
  onBroken: (error: Error) => void;
}

export class FileWatch {
  readonly #options: FileWatchOptions;
  readonly #opened: string[];
  #writes = -1;
  #changedNs = 0n;
  readonly #timer: NodeJS.Timeout;

  constructor(options: FileWatchOptions) {
    this.#options = options;
    this.#opened = NAMES.map((name) => identityOf(statSync(options.file + name, { bigint: true })));
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Throws Error when a file is gone or another one: what is written goes where nobody will find it. */
  check(): void {
    for (const [at, name] of NAMES.entries()) {
      const path = this.#options.file + name;
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (!stat || identityOf(stat) !== this.#opened[at]) {
        throw new Error(`the file ${path} was ${stat ? 'replaced' : 'deleted'} while the exchange used it; bring it back, or restore a backup`);
      }
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    try {
      this.check();
    } catch (error) {
      this.end();
      this.#options.onBroken(error as Error);
      return;
    }
    const writes = this.#options.ownWrites();
    const changedNs = statSync(this.#options.file, { bigint: true }).mtimeNs;
    if (writes === this.#writes && changedNs !== this.#changedNs) this.#options.onForeignWrite();
    [this.#writes, this.#changedNs] = [writes, changedNs];
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}
