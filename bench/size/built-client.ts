// The client as built: its chunks, what each needs, and what they weigh.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** Bytes as KiB. */
const KIB = 1024;

/** Names are those of Vite's manifest: source files of entries, `_NAME` of shared chunks. Weights are in KiB. */
export class BuiltClient {
  readonly files: readonly string[];
  readonly #folder: string;
  readonly #manifest: Manifest;

  constructor(folder: string) {
    this.#folder = folder;
    this.#manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
    this.files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  }

  get names(): string[] {
    return Object.keys(this.#manifest);
  }

  /** Whether a chunk is loaded by `import()`. */
  isLazy(name: string): boolean {
    return this.#manifest[name]?.isDynamicEntry === true;
  }

  /** What `start` needs before it can run, `loaded` included. */
  needs(start: readonly string[], loaded: ReadonlySet<string> = new Set()): Set<string> {
    return this.#closure(start, loaded, ({ imports = [] }) => imports);
  }

  /** The same with what it loads later; `without` and what is needed by that alone are left out. */
  needsInAll(start: readonly string[], loaded: ReadonlySet<string>, without: readonly string[]): Set<string> {
    const next = ({ imports = [], dynamicImports = [] }: Chunk): string[] => [...imports, ...dynamicImports];
    return this.#closure(start, loaded, next, without);
  }

  gzip(file: string): number {
    return gzipSync(readFileSync(join(this.#folder, file)), { level: 9 }).length / KIB;
  }

  /** Of all files of which `isIncluded` holds. */
  gzipOf(isIncluded: (file: string) => boolean): number {
    return this.#sum(this.files.filter(isIncluded));
  }

  /** Script of chunks. */
  script(names: Iterable<string>): number {
    return this.#sum([...names].map((name) => this.#manifest[name]!.file));
  }

  /** Style sheets of chunks. */
  css(names: Iterable<string>): number {
    return this.#sum(new Set([...names].flatMap((name) => this.#manifest[name]?.css ?? [])));
  }

  /** Files that are compressed already. */
  weight(isIncluded: (file: string) => boolean): number {
    return this.files
      .filter(isIncluded)
      .reduce((total, file) => total + statSync(join(this.#folder, file)).size / KIB, 0);
  }

  #closure(
    start: readonly string[],
    loaded: ReadonlySet<string>,
    next: (chunk: Chunk) => string[],
    without: readonly string[] = [],
  ): Set<string> {
    const seen = new Set(loaded);
    const visit = (name: string): void => {
      const chunk = this.#manifest[name];
      if (!chunk || seen.has(name) || without.includes(name)) return;
      seen.add(name);
      next(chunk).forEach(visit);
    };
    start.forEach(visit);
    return seen;
  }

  #sum(files: Iterable<string>): number {
    return [...files].reduce((total, file) => total + this.gzip(file), 0);
  }
}
