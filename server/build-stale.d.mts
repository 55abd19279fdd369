// Types of build-stale.mjs, which plain Node runs.
export function buildStale(names: readonly ('client' | 'server')[], log: (line: string) => void): Promise<void>;
export function whileAlone<T>(folder: string, work: () => Promise<T>): Promise<T>;
